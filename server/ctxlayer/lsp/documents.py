"""The documents that the client has open. pygls' own are never fed: they split lines wrongly."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from ctxlayer.lsp import uris
from ctxlayer.text import Encoding, TextBuffer

logger = logging.getLogger(__name__)


class OpenDocument:
    """One open document; `path` is None where the URI names no file of this machine."""

    __slots__ = ("buffer", "path", "uri", "version")

    def __init__(self, uri: str, version: int, buffer: TextBuffer) -> None:
        self.uri = uri
        self.path: Path | None = uris.to_path(uri)
        self.version = version
        self.buffer = buffer


class Documents:
    """All open documents, by the URI that the client uses."""

    def __init__(self) -> None:
        self.encoding = Encoding.UTF16
        self._open: dict[str, OpenDocument] = {}

    def get(self, uri: str) -> OpenDocument | None:
        """The open document of this URI."""
        return self._open.get(uri)

    def any_open(self) -> bool:
        """Whether any document is open."""
        return bool(self._open)

    def open(self, item: types.TextDocumentItem) -> OpenDocument:
        """Take over a document's text; a second open replaces the first."""
        document = OpenDocument(item.uri, item.version, TextBuffer(item.text, self.encoding))
        self._open[item.uri] = document
        return document

    def close(self, uri: str) -> OpenDocument | None:
        """Forget a document; None when it was not open."""
        return self._open.pop(uri, None)

    def change(
        self,
        identifier: types.VersionedTextDocumentIdentifier,
        changes: Sequence[types.TextDocumentContentChangeEvent],
    ) -> OpenDocument | None:
        """Apply `changes` in their order; None for a document that is not open."""
        document = self._open.get(identifier.uri)
        if document is None:
            logger.warning("change of a document that is not open: %s", identifier.uri)
            return None
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                document.buffer.replace(
                    (start.line, start.character), (end.line, end.character), change.text
                )
            else:
                document.buffer.replace_all(change.text)
        document.version = identifier.version
        return document
