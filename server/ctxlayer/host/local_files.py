"""When git's index is read again for files that nobody should commit."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.local_files import LOCAL_FOLDERS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.probes.background import in_background
from ctxlayer.vfs.tracked import index_stamp, tracked_in

_NONE: frozenset[str] = frozenset()


class LocalFiles:
    """Which files of the folders that nobody should commit are in the index of one layer."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._last: tuple[object, ...] = ()

    def is_due(self, snapshot: Snapshot) -> bool:
        """Whether the index is another one than when it was read."""
        folders = _folders(snapshot)
        return bool(folders and self._last) and self._last != (folders, index_stamp(self._root))

    def reading(self, snapshot: Snapshot) -> Iterator[frozenset[str] | None]:
        """None for each step, at last the answer; nothing at all where the last one still holds.

        A layer that holds no such file on disk is not asked about: an index may have a million entries.
        """
        folders = _folders(snapshot)
        if not folders:
            if snapshot.tracked_local:
                yield _NONE
            return
        about = (folders, index_stamp(self._root))
        if about == self._last:
            return
        found = yield from in_background(lambda: tracked_in(self._root, folders))
        self._last = about
        yield found


def _folders(snapshot: Snapshot) -> tuple[str, ...]:
    """Those of the folders that hold something on this machine."""
    if not snapshot.full:
        return ()
    return tuple(each for each in LOCAL_FOLDERS if each in snapshot.tree.folders)
