"""The outline of a document."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.conversion import symbol_list, symbol_tree
from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server

Outline = list[types.DocumentSymbol] | list[types.SymbolInformation]


def symbols(ls: Server, params: types.DocumentSymbolParams) -> asyncio.Future[Outline | None]:
    """A tree where the client shows one, else a list."""

    def answer(view: View) -> Outline:
        found = view.engine.document_symbols(view.snapshot, view.path)
        if view.client.symbol_tree:
            return [symbol_tree(symbol, view.columns) for symbol in found]
        return symbol_list(found, params.text_document.uri, view.columns)

    return ls.ask(params.text_document.uri, answer)
