"""Text that leads somewhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def links(
    ls: Server, params: types.DocumentLinkParams
) -> asyncio.Future[list[types.DocumentLink] | None]:
    """All links of a document, targets included."""

    def answer(view: View) -> list[types.DocumentLink]:
        columns = view.columns
        return [
            types.DocumentLink(
                range=columns.range(link.span),
                target=link.url if link.path is None else view.uri_of(link.path),
                tooltip=link.tooltip if link.tooltip and view.client.link_tooltips else None,
            )
            for link in view.engine.document_links(view.snapshot, view.path)
        ]

    return ls.ask(params.text_document.uri, answer)
