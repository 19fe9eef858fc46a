"""Formatting of trigger tables. Other documents get no edits, whatever else they hold.

The client's options (tab size and such) speak of things that the layout has none of.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.conversion import text_edits
from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server

Answer = asyncio.Future[Sequence[types.TextEdit] | None]


def document(ls: Server, params: types.DocumentFormattingParams) -> Answer:
    """Every table and section of the document."""

    def answer(view: View) -> Sequence[types.TextEdit]:
        return text_edits(view.engine.format_document(view.snapshot, view.path, None), view.columns)

    return ls.ask(params.text_document.uri, answer)


def range_(ls: Server, params: types.DocumentRangeFormattingParams) -> Answer:
    """The tables and sections that the range touches, each of them wholly."""

    def answer(view: View) -> Sequence[types.TextEdit]:
        within = view.columns.span(params.range)
        return text_edits(
            view.engine.format_document(view.snapshot, view.path, within), view.columns
        )

    return ls.ask(params.text_document.uri, answer)


def typed(ls: Server, params: types.DocumentOnTypeFormattingParams) -> Answer:
    """The aligned table around a `|` that was just typed."""

    def answer(view: View) -> Sequence[types.TextEdit]:
        if params.ch != "|":
            return ()
        offset = view.columns.offset(params.position)
        return text_edits(view.engine.format_typed(view.snapshot, view.path, offset), view.columns)

    return ls.ask(params.text_document.uri, answer)
