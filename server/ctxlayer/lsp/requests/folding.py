"""What can be folded away."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.conversion import folding_range
from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def folds(
    ls: Server, params: types.FoldingRangeParams
) -> asyncio.Future[list[types.FoldingRange] | None]:
    """The folds of a document, as many as the client takes."""

    def answer(view: View) -> list[types.FoldingRange]:
        client = view.client
        found = view.engine.folds(view.snapshot, view.path)[: client.most_folds]
        return [
            folding_range(fold, view.columns, lines_only=client.folds_lines_only) for fold in found
        ]

    return ls.ask(params.text_document.uri, answer)
