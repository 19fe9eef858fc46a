"""What the disk holds under the open buffers of a layer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Placement
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.vfs import Content


class SavedTexts:
    """The documents with open buffers as they were saved last; a file that never was is none of them.

    `read` gives what the file at a path of the layer holds.
    """

    def __init__(self, read: Callable[[str], Content]) -> None:
        self._read = read
        self._open: set[str] = set()
        self._documents: dict[str, Document] = {}

    def start(self, documents: Iterable[Document]) -> None:
        """Look at the files of all documents that have a buffer."""
        self._documents = {}
        self._open = set()
        for document in documents:
            self._open.add(document.path)
            self.look(document)

    def look(self, document: Document) -> None:
        """Look at the file of a document that has a buffer: it was written."""
        path, text = document.path, self._read(document.path).text
        if text is None:
            self._documents.pop(path, None)
        elif text == document.text:
            self._documents[path] = document
        elif path not in self._documents or text != self._documents[path].text:
            placement = Placement(document.kind, document.runtime)
            self._documents[path] = Document(path, placement, text, document)

    def opened(self, path: str, document: Document | None) -> None:
        """A buffer has another text; before the first one, `document` was read from the file."""
        if path not in self._open:
            self._open.add(path)
            if document is not None:
                self._documents[path] = document

    def closed(self, path: str) -> None:
        """There is no buffer of this path any more."""
        self._open.discard(path)
        self._documents.pop(path, None)

    def unsaved(self, snapshot: Snapshot) -> Mapping[str, Document]:
        """The saved documents whose buffers are another text by now."""
        found = {
            path: saved
            for path, saved in self._documents.items()
            if (now := snapshot.document(path)) is not None and now.text != saved.text
        }
        # Most keystrokes change nothing here: then nobody need take note of it.
        return snapshot.unsaved if found == snapshot.unsaved else found
