"""The outline of a document."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.conversion import found_symbol, symbol_list, symbol_tree
from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server

Outline = list[types.DocumentSymbol] | list[types.SymbolInformation]


def workspace_symbols(
    ls: Server, params: types.WorkspaceSymbolParams
) -> asyncio.Future[list[types.SymbolInformation]]:
    """Topics, files, rules and terms of all layers, the best of each layer first."""

    def answer(views: Sequence[View]) -> list[types.SymbolInformation]:
        return [
            found_symbol(
                symbol, view.uri_of(symbol.location.path), view.columns_of(symbol.location.path)
            )
            for view in views
            for symbol in view.engine.workspace_symbols(view.snapshot, params.query)
        ]

    return ls.ask_all(answer)


def symbols(ls: Server, params: types.DocumentSymbolParams) -> asyncio.Future[Outline | None]:
    """A tree where the client shows one, else a list."""

    def answer(view: View) -> Outline:
        found = view.engine.document_symbols(view.snapshot, view.path)
        if view.client.symbol_tree:
            return [symbol_tree(symbol, view.columns) for symbol in found]
        return symbol_list(found, params.text_document.uri, view.columns)

    return ls.ask(params.text_document.uri, answer)
