"""The hot set of the commit at HEAD, so that an edit can be weighed while it is made."""

from __future__ import annotations

from collections.abc import Collection, Generator

from ctxlayer.analysis.budget import hot_set
from ctxlayer.layer.hot_set import HotSet
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.probes.background import in_background
from ctxlayer.probes.head import head_commit
from ctxlayer.probes.revisions import Revisions

_UNREAD = object()


class CommittedReader:
    """Reads it once for each commit, and again when something else would count otherwise.

    Never where git may not be asked (`trusted` False).
    """

    def __init__(self, root: str, *, trusted: bool) -> None:
        self._root = root
        self._trusted = trusted
        self._read: tuple[object, ...] = (_UNREAD,)

    def is_due(self, snapshot: Snapshot) -> bool:
        """Whether HEAD, or what decides how its files count, is not as it was; no process runs."""
        return self._trusted and self._inputs(snapshot) != self._read

    def _inputs(self, snapshot: Snapshot) -> tuple[object, ...]:
        return (
            head_commit(self._root),
            snapshot.tokenizer,
            snapshot.schemas,
            snapshot.settings_file,
        )

    def reading(
        self, snapshot: Snapshot, nested: Collection[str]
    ) -> Generator[None, None, HotSet | None]:
        """Read it on a thread beside this one, and wait in short steps; None where it is not known."""
        inputs = self._inputs(snapshot)
        found = None
        if inputs[0] != "":
            found = yield from in_background(lambda: self._hot_set(snapshot, nested))
        # Only now: whoever stops half-way begins anew.
        self._read = inputs
        return found

    def _hot_set(self, snapshot: Snapshot, nested: Collection[str]) -> HotSet | None:
        revisions = Revisions(self._root)
        commit = revisions.commit("HEAD")
        if commit is None:
            return None
        layer = revisions.layer_at(commit, snapshot, nested, alone=True)
        return layer.ask(hot_set) if layer is not None else None
