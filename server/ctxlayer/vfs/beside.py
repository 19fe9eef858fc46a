"""Texts of files that are no documents of the layer, read when somebody asks."""

from __future__ import annotations

import os
from collections.abc import Mapping

from ctxlayer.vfs.disk import of_buffer, read_text

_MOST = 200
"""Files that are kept; memory files import a handful."""

_Stamp = tuple[int, int, int]


class DiskBeside:
    """The files as they are on disk under the open buffers; read again when they change."""

    def __init__(self, root: str, buffers: Mapping[str, str]) -> None:
        self._root = root
        self._buffers = buffers
        self._known: dict[str, tuple[_Stamp, str | None]] = {}
        self._asked: set[str] = set()

    def text(self, path: str) -> str | None:
        """The text of the file at `path`, from the root; None for one that cannot be read."""
        self._asked.add(path)
        absolute = os.path.join(self._root, *path.split("/"))
        buffer = self._buffers.get(absolute)
        if buffer is not None:
            return of_buffer(buffer).text
        try:
            status = os.stat(absolute, follow_symlinks=False)
        except (OSError, ValueError):
            return None
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        known = self._known.get(path)
        if known is None or known[0] != stamp:
            if len(self._known) >= _MOST:
                self._known.clear()
            known = self._known[path] = (stamp, read_text(absolute, follow=False).text)
        return known[1]

    def knows(self, path: str) -> bool:
        """Whether somebody has asked for this file."""
        return path in self._asked
