"""Text that leads somewhere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.ide.model import DocumentLink
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
                target=link.url if link.path is None else _target(link, view),
                tooltip=link.tooltip if link.tooltip and view.client.link_tooltips else None,
            )
            for link in view.engine.document_links(view.snapshot, view.path)
        ]

    return ls.ask(params.text_document.uri, answer)


def _target(link: DocumentLink, view: View) -> str:
    """The file, and its line as `#L12`: clients that know no such fragment leave it out."""
    path = link.path or ""
    document = view.snapshot.document(path) if link.place.start else None
    line = f"#L{document.lines.line_at(link.place.start) + 1}" if document else ""
    return f"{view.uri_of(path)}{line}"
