"""Documents opened, changed, saved, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp import uris

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    """Take over the text."""
    ls.opened(ls.documents.open(params.text_document))


def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    """Apply the changes; a document that is not open is none of our business."""
    document = ls.documents.change(params.text_document, params.content_changes)
    if document is not None:
        ls.opened(document)


def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    """The file may be new, and not every client watches files."""
    path = uris.to_path(params.text_document.uri)
    if path is not None:
        ls.disk_changed([path], [])


def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    """Back to what the disk holds."""
    document = ls.documents.close(params.text_document.uri)
    if document is not None:
        ls.closed(document)
