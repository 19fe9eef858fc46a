"""Every place that speaks of the thing under the cursor."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def references(
    ls: Server, params: types.ReferenceParams
) -> asyncio.Future[list[types.Location] | None]:
    """In the whole layer; with the thing itself where the client asks for that."""
    declaration = params.context.include_declaration

    def answer(view: View) -> list[types.Location]:
        offset = view.columns.offset(params.position)
        found = view.engine.references(view.snapshot, view.path, offset, declaration=declaration)
        return [
            types.Location(
                uri=view.uri_of(each.path), range=view.columns_of(each.path).range(each.span)
            )
            for each in found
        ]

    return ls.ask(params.text_document.uri, answer)


def highlights(
    ls: Server, params: types.DocumentHighlightParams
) -> asyncio.Future[list[types.DocumentHighlight] | None]:
    """In the document itself."""

    def answer(view: View) -> list[types.DocumentHighlight]:
        offset = view.columns.offset(params.position)
        found = view.engine.highlights(view.snapshot, view.path, offset)
        return [types.DocumentHighlight(range=view.columns.range(each.span)) for each in found]

    return ls.ask(params.text_document.uri, answer)
