"""What is known about the place under the pointer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.conversion import markup
from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def hover(ls: Server, params: types.HoverParams) -> asyncio.Future[types.Hover | None]:
    """Markdown where the client shows it, else plain text."""

    def answer(view: View) -> types.Hover | None:
        columns = view.columns
        found = view.engine.hover(view.snapshot, view.path, columns.offset(params.position))
        if found is None:
            return None
        return types.Hover(
            contents=markup(found.markdown, markdown=view.client.hover_markdown),
            range=columns.range(found.span),
        )

    return ls.ask(params.text_document.uri, answer)
