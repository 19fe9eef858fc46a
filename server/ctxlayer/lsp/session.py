"""The engine's side of the connection. Everything here runs on the engine's thread."""

from __future__ import annotations

import logging
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ctxlayer.lsp import uris
from ctxlayer.lsp.client import Client
from ctxlayer.lsp.conversion import Columns, EditTarget
from ctxlayer.lsp.engine import Engine
from ctxlayer.text import LineIndex

if TYPE_CHECKING:
    from ctxlayer.host import LayerHandle
    from ctxlayer.layer.snapshot import Snapshot

logger = logging.getLogger(__name__)

_NO_LINES = LineIndex("")

Notify = Callable[[str, dict[str, Any]], None]
"""Sends a notification: method and plain params. Safe from any thread."""


class Opened(NamedTuple):
    """What the engine knows of an open document."""

    uri: str
    version: int


class Announced(NamedTuple):
    """Files that the client was told to rename, and what the texts of a layer are by then.

    It asks about these renames as about any other; all that there is to edit is then edited.
    """

    moves: frozenset[tuple[Path, Path]]
    texts: tuple[tuple[str, str], ...]


class Session:
    """The host, and which documents the client has open as the host knows them."""

    def __init__(self, notify: Notify) -> None:
        self.client = Client()
        self.notify = notify
        self.engine: Engine | None = None
        self.open: dict[Path, Opened] = {}
        """By the file itself, also for a document that was opened through a link."""
        self._files: dict[Path, Path] = {}
        self.announced: deque[Announced] = deque(maxlen=8)
        """The last moves that the client was told to make, with the edits that belong to them."""

    def start(self, load: Callable[[], Engine]) -> None:
        """Load the engine. Without one every later call does nothing and answers nothing."""
        with Shielded(self, "could not start"):
            self.engine = load()

    def set_folders(self, folders: Sequence[Path]) -> None:
        """Serve the layers in these folders; the first call reads all their files."""
        if self.engine is not None:
            with Shielded(self, "could not read the workspace"):
                self.engine.host.set_workspaces(folders)
                self.engine.host.load_workspaces()

    def tick(self) -> None:
        """Take note of the day."""
        if self.engine is not None:
            self.engine.host.tick()

    def layers(self) -> tuple[LayerHandle, ...]:
        """The layers that are loaded."""
        return () if self.engine is None else self.engine.host.layers()

    def snapshots(self) -> list[Snapshot]:
        """The layers as they are now; equal lists mean that nothing changed."""
        return [layer.snapshot for layer in self.layers()]

    def put(self, path: Path, opened: Opened, text: str) -> Path:
        """A document was opened or changed: its text is the truth now. The file that it is."""
        file = self._files.get(path)
        if file is None:
            file = self._files[path] = self._find_file(path)
        known = file in self.open
        self.open[file] = opened
        if self.engine is not None:
            with Shielded(self, f"could not take over {opened.uri}"):
                host = self.engine.host
                (host.change if known else host.open)(file, text)
        return file

    def close(self, path: Path) -> Path:
        """A document was closed: what the disk holds is the truth again. The file that it was."""
        file = self.file(path)
        self._files.pop(path, None)
        opened = self.open.pop(file, None)
        if self.engine is not None and opened is not None:
            with Shielded(self, f"could not close {opened.uri}"):
                self.engine.host.close(file)
        return file

    def file(self, path: Path) -> Path:
        """The file of an open document, else the path itself."""
        return self._files.get(path, path)

    def _find_file(self, path: Path) -> Path:
        """`path` without the links inside its layer: the layer knows each file once."""
        with Shielded(self, f"could not place {path}"):
            view = self.view(path)
            if view is not None:
                return view.file_of(view.path)
        return path

    def disk_changed(self, paths: Iterable[Path]) -> None:
        """Files were created, changed or deleted outside the editor."""
        if self.engine is not None:
            with Shielded(self, "could not read changed files"):
                self.engine.host.disk_changed(paths)

    def view(self, path: Path) -> View | None:
        """`path` in its layer as it is now; None outside every layer."""
        if self.engine is None:
            return None
        layer = self.engine.host.layer_of(path)
        relative = None if layer is None else layer.relative(path)
        if layer is None or relative is None:
            return None
        return View(self, self.engine, layer, layer.snapshot, relative)

    def roots(self) -> list[View]:
        """Every layer as it is now, seen from its root."""
        engine = self.engine
        if engine is None:
            return []
        return [View(self, engine, layer, layer.snapshot, "") for layer in engine.host.layers()]

    def complain(self, message: str) -> None:
        """Log a failure, with the exception at hand if there is one, and show it to the user."""
        logger.error(message, exc_info=sys.exc_info()[1])
        self.notify("window/logMessage", {"type": 1, "message": f"ctxlayer {message}"})


class Shielded:
    """Runs a block whose failure is shown and must not stop what follows."""

    def __init__(self, session: Session, what: str) -> None:
        self._session = session
        self._what = what

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool:
        if not isinstance(error, Exception):
            return False
        self._session.complain(f"{self._what}: {type(error).__name__}: {error}")
        return True


@dataclass(frozen=True, slots=True)
class View:
    """One path of one layer at one moment: all that a request needs for its answer."""

    session: Session
    engine: Engine
    layer: LayerHandle
    snapshot: Snapshot
    path: str

    @property
    def client(self) -> Client:
        """Who asks."""
        return self.session.client

    @property
    def is_document(self) -> bool:
        """Whether the path is a document of the layer, not just a file beside it."""
        return self.snapshot.document(self.path) is not None

    def rest(self) -> None:
        """Let go of what was read of a document that nobody has open."""
        document = self.snapshot.document(self.path)
        if document is not None:
            document.rest()

    @property
    def columns(self) -> Columns:
        """Positions in this document."""
        return self.columns_of(self.path)

    def columns_of(self, path: str) -> Columns:
        """Positions in a document of the layer; in any other file only its start is known."""
        document = self.snapshot.document(path)
        if document is None:
            return Columns(_NO_LINES, self.client.encoding)
        marked = document.text.startswith("\ufeff")
        unseen = int(marked and self.file_of(path) not in self.session.open)
        return Columns(document.lines, self.client.encoding, unseen)

    def file_of(self, path: str) -> Path:
        """The file of a path of the layer; settings may lie above it and are absolute."""
        return _place(self.snapshot.root, path)[0]

    def uri_of(self, path: str) -> str:
        """The URI of a path of the layer, as the client spells it where it is open."""
        file, uri = _place(self.snapshot.root, path)
        opened = self.session.open.get(file)
        return opened.uri if opened is not None else uri

    def uri_of_file(self, path: Path) -> str:
        """The same of an absolute path."""
        opened = self.session.open.get(path)
        return opened.uri if opened is not None else uris.from_path(str(path))

    def edit_target(self, path: str) -> EditTarget | None:
        """Where edits of `path` go; None when it is no document of the layer and cannot become one."""
        if self.snapshot.document(path) is None:
            can = self.client.creates_files and self.client.document_changes
            if not can or not self.snapshot.is_free(path):
                return None
            return EditTarget(self.uri_of(path), None, self.columns_of(path), new=True)
        opened = self.session.open.get(self.file_of(path))
        version = None if opened is None else opened.version
        return EditTarget(self.uri_of(path), version, self.columns_of(path))


@lru_cache(maxsize=1 << 16)
def _place(root: str, path: str) -> tuple[Path, str]:
    """A file of a layer and its URI; kept, for every sweep asks for every document."""
    file = Path(root, path)
    return file, uris.from_path(str(file))
