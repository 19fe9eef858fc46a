"""What the engine's thread does for each thing that happens. Nothing here runs elsewhere."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ctxlayer.lsp.client import Client
from ctxlayer.lsp.formatters import Formatters
from ctxlayer.lsp.publishing import Publisher
from ctxlayer.lsp.server import Load
from ctxlayer.lsp.session import Notify, Opened, Session, Shielded
from ctxlayer.lsp.shown import Shown
from ctxlayer.lsp.status import Statuses
from ctxlayer.lsp.worker import Worker

_RARELY = (100_000, 20, 20)
"""After how many new objects to look for garbage, and after how many looks at older ones."""


if TYPE_CHECKING:
    from ctxlayer.host import LayerHandle
    from ctxlayer.host.fetching import Fetch
    from ctxlayer.lsp.fetching import Fetched

    Moved = tuple[LayerHandle, frozenset[str]]
    """A layer, and the paths of repositories in which something moved."""


def _read_on_screen(layer: LayerHandle) -> Iterator[None]:
    names = layer.on_screen()
    yield from layer.read_repos(names)
    yield from layer.read_sources(names)


def _is_due(layer: LayerHandle) -> bool:
    """Whether something behind what is on screen is to be looked at again."""
    on_screen = layer.repositories.is_due(layer.on_screen())
    return on_screen or layer.local_files.is_due(layer.snapshot)


def _read_elsewhere(layer: LayerHandle) -> Iterator[None]:
    yield from layer.read_repos()
    yield from layer.read_sources()


def _read_authors(layer: LayerHandle) -> Iterator[None]:
    yield from layer.read_authors()
    yield from layer.read_tracked()


def _read_words(layer: LayerHandle) -> Iterator[None]:
    yield from layer.read_words()


_READINGS = (_read_on_screen, _read_elsewhere, _read_authors, _read_words)
"""What is read of each layer when nothing else is to do, in this order; each may be news."""


class Jobs:
    """The engine with its open documents, and what is shown of its findings.

    Every change stops the sweep that is under way, for that one knows the state before; the
    caller lets another one follow.
    """

    def __init__(
        self,
        worker: Worker,
        notify: Notify,
        ask_to_pull: Callable[[], None],
        tell_formatted: Callable[[tuple[str, ...]], object],
        ask_for_hints: Callable[[], None],
        ask_for_lenses: Callable[[], None],
    ) -> None:
        self._worker = worker
        self.session = Session(notify)
        self.publisher = Publisher(self.session, ask_to_pull)
        self.statuses = Statuses(self.session)
        self.hints = Shown(
            self.session,
            lambda view: view.engine.hints(view.snapshot, view.path),
            lambda client: client.refresh_hints,
            ask_for_hints,
        )
        self.lenses = Shown(
            self.session,
            lambda view: view.engine.lenses(view.snapshot, view.path),
            lambda client: client.refresh_lenses,
            ask_for_lenses,
        )
        self.formatters = Formatters(self.session, tell_formatted)
        self._stamps: dict[Path, dict[str, object]] = {}
        self._settled = False

    def start(self, load: Load, client: Client, trusted: bool) -> None:
        """Load the engine for this client."""
        self.session.client = client
        self.session.start(lambda: load(trusted))

    def set_folders(self, folders: Sequence[Path]) -> None:
        """Read the layers of these folders."""
        gc.disable()
        self._worker.set_background(None)
        self.session.set_folders(folders)
        with Shielded(self.session, "could not look at the files"):
            self._poll()
        self._settled = False

    def put(self, path: Path, opened: Opened, text: str) -> None:
        """A document has a new text; it is published unless a newer one waits already."""
        self._worker.set_background(None)
        file = self.session.put(path, opened, text)
        if not self._worker.waiting(opened.uri):
            self.publisher.changed(file)

    def close(self, path: Path, uri: str) -> None:
        """A document was closed."""
        self._worker.set_background(None)
        file = self.session.close(path)
        self.publisher.closed(file, uri)

    def take_disk(self, paths: Sequence[Path], deleted: Sequence[Path]) -> None:
        """Files changed on disk; `deleted` are those of `paths` that are gone."""
        self._worker.set_background(None)
        self.session.disk_changed(paths)
        self.publisher.gone(deleted)

    def sweep(self) -> None:
        """Begin to bring everything that is shown up to date, in the gaps between jobs."""
        self._worker.set_background(self._sweep())

    def _sweep(self) -> Iterator[None]:
        self.formatters.announce()
        yield from self.publisher.sweep()
        shown = self.session.snapshots()
        if not self._settled:
            gc.freeze()
        for layer in self.session.layers():
            yield from layer.read_committed()
        if not self._settled:
            # The layer of the commit is of no more use; all that was there before it stays.
            gc.collect()
        self.statuses.announce()
        for read in _READINGS:
            for layer in self.session.layers():
                yield from read(layer)
            if self.session.snapshots() != shown:
                # Now that this is known there is more to tell.
                yield from self.publisher.sweep()
                shown = self.session.snapshots()
                self._announce()
        self._settle()
        self._announce()

    def _announce(self) -> None:
        """Have the client ask again for what is shown beside the texts, where that is different."""
        self.statuses.announce()
        self.hints.announce()
        self.lenses.announce()

    def _settle(self) -> None:
        """Look for garbage from now on, but not in what the first sweep has left.

        That is the layer, which stays; to walk all of a large one takes longer than ten
        keystrokes. Until then nothing is looked for, since nearly all that is made is kept.
        """
        if not self._settled:
            gc.freeze()
            # A keystroke makes thousands of objects anew and leaves no rings among them.
            gc.set_threshold(*_RARELY)
            gc.enable()
            self._settled = True

    def watch(self) -> Callable[[], list[Moved]] | None:
        """Take note of the day; something to call on any thread that looks whether a repository moved.

        None where no layer may ask git.
        """
        before = self.session.snapshots()
        with Shielded(self.session, "could not take note of the day"):
            self.session.tick()
        layers = self.session.layers()
        idle = self._worker.is_idle()
        if self.session.snapshots() != before or any(idle and _is_due(each) for each in layers):
            self.sweep()
        looks = [(layer, look) for layer in layers if (look := layer.watcher()) is not None]
        if not looks:
            return None
        return lambda: [(layer, paths) for layer, look in looks if (paths := look())]

    def moved(self, found: Sequence[Moved]) -> None:
        """Read again the repositories in which something moved."""
        for layer, paths in found:
            layer.repositories.moved(paths)
        self.sweep()

    def to_fetch(
        self, root: str | None, names: Collection[str] | None
    ) -> list[tuple[LayerHandle, Fetch]] | None:
        """What to fetch for the layer at `root`, or for all; None where git may not be asked."""
        layers = [
            each for each in self.session.layers() if root is None or each.root.as_posix() == root
        ]
        if layers and not any(each.snapshot.asks_git for each in layers):
            return None
        return [(each, each.to_fetch(names)) for each in layers]

    def take_fetched(self, results: Iterable[Fetched]) -> None:
        """Show how siblings stand after a fetch."""
        for layer, fetch, found in results:
            layer.fetched(fetch, found)
        self._announce()
        self.sweep()

    def tick(self) -> float:
        """Take note of the day, and of changed files where the client does not watch them.

        The seconds that it took.
        """
        begun = time.monotonic()
        before = self.session.snapshots()
        with Shielded(self.session, "could not look for changed files"):
            self.session.tick()
            self._poll()
        if self.session.snapshots() != before or any(map(self._is_due, self.session.layers())):
            self.sweep()
        return time.monotonic() - begun

    def _is_due(self, layer: LayerHandle) -> bool:
        """Whether git is to be asked again; how clones stand only while somebody looks."""
        snapshot = layer.snapshot
        if layer.authors.is_due() or layer.committed.is_due(snapshot):
            return True
        if layer.local_files.is_due(snapshot):
            return True
        return bool(self.session.open) and self._worker.is_idle() and layer.repositories.is_due()

    def _poll(self) -> None:
        """Compare the files of all layers with those seen last, for a client that does not watch."""
        engine = self.session.engine
        if engine is None or self.session.client.watches:
            return
        last, self._stamps = self._stamps, {}
        changed: list[Path] = []
        for layer in engine.host.layers():
            now = self._stamps[layer.root] = dict(engine.stamps(os.fspath(layer.root)))
            seen = last.get(layer.root, now)
            changed += (
                layer.root / path for path in {*now, *seen} if now.get(path) != seen.get(path)
            )
        if changed:
            self._worker.set_background(None)
            self.session.disk_changed(changed)
            self.publisher.gone(changed)
