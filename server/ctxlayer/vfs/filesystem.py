"""Where texts come from: the disk, open buffers over it, or memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Protocol

from ctxlayer.vfs.disk import Content, read_text
from ctxlayer.vfs.scan import Scan, relative_to


class FileSystem(Protocol):
    """The files of one layer by their paths from the root, with `/` between the parts."""

    def read(self, path: str) -> Content:
        """The text of a file, or why there is none. Never raises."""

    def paths(self) -> Iterable[str]:
        """Every file, sorted."""


class DiskFS:
    """The files that a scan found. What leads out of the root is never read."""

    __slots__ = ("_folders", "_real_root", "_scan")

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._real_root = os.path.realpath(scan.root)
        self._folders: dict[str, str | None] = {}
        """Where the folders of listed files really are; None for outside."""

    def read(self, path: str) -> Content:
        """The text of any file in the root, listed or not."""
        if path not in self._scan.files:
            real = self._inside(path)
            return Content(None, "outside the layer") if real is None else read_text(real)
        folder, _, name = path.rpartition("/")
        if folder not in self._folders:
            self._folders[folder] = self._inside(folder)
        real = self._folders[folder]
        if real is None:
            return Content(None, "outside the layer")
        return read_text(os.path.join(real, name), follow=False)

    def _inside(self, path: str) -> str | None:
        """The real place of a file or folder; None where that is outside the root."""
        try:
            real = os.path.realpath(os.path.join(self._scan.root, *path.split("/")))
        except (OSError, ValueError):
            return None
        return real if relative_to(real, self._real_root) is not None else None

    def paths(self) -> Iterable[str]:
        """The files of the scan."""
        return self._scan.files


class MemoryFS:
    """Files that exist nowhere; None stands for one that cannot be read."""

    __slots__ = ("_files",)

    def __init__(self, files: Mapping[str, str | None]) -> None:
        self._files = dict(sorted(files.items()))

    def read(self, path: str) -> Content:
        """The text at `path`."""
        if path not in self._files:
            return Content(None, "missing")
        text = self._files[path]
        return Content(text, "" if text is not None else "not readable")

    def paths(self) -> Iterable[str]:
        """All of them."""
        return self._files


class OverlayFS:
    """Open buffers over another file system; a buffer wins, saved or not."""

    __slots__ = ("_base", "_buffers")

    def __init__(self, base: FileSystem, buffers: Mapping[str, str]) -> None:
        self._base = base
        self._buffers = buffers

    def read(self, path: str) -> Content:
        """The buffer's text where one is open, else what lies below."""
        text = self._buffers.get(path)
        return self._base.read(path) if text is None else Content(text)

    def paths(self) -> Iterable[str]:
        """Files and open buffers, whether or not those were ever saved."""
        known = self._base.paths()
        fresh = self._buffers.keys() - known
        return sorted({*known, *fresh}) if fresh else known
