"""What git tracks, read from its index: no process.

Only asked where the ignore files leave out what git tracks all the same, since somebody added it by force.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from ctxlayer.vfs.ignores import git_folder

_LARGEST = 64_000_000
_FIXED = 62
"""Bytes of an entry before its name, with names of objects of 20 bytes."""
_GITLINK = 0o160000
_LONG = 0xFFF
_EXTENDED = 0x4000


def tracked_files(root: str) -> tuple[str, ...]:
    """The files below `root` that the index of its repository lists; none where it cannot be read."""
    path, above = _place(root)
    data = _read(path) if path else b""
    return tuple(found[len(above) :] for found in _paths(data) if found.startswith(above))


def tracked_in(root: str, folders: Iterable[str]) -> frozenset[str]:
    """Those below some folders of `root`, which mostly hold none: then the index is not taken apart."""
    path, above = _place(root)
    starts = tuple(f"{above}{folder}/" for folder in folders)
    data = _read(path) if path else b""
    # In version 4 a name may begin in the one before it.
    whole = data[4:8] != b"\0\0\0\4"
    if whole and not any(start.encode() in data for start in starts):
        return frozenset()
    return frozenset(found[len(above) :] for found in _paths(data) if found.startswith(starts))


def index_stamp(root: str) -> tuple[int, int] | None:
    """What changes with the index of the repository around `root`: nanoseconds, bytes; None without one."""
    path, _ = _place(root)
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _place(root: str) -> tuple[str, str]:
    """The index of the repository around `root`, "" without one, and the path of `root` in that."""
    above = ""
    folder = root
    while not os.path.exists(os.path.join(folder, ".git")):
        parent, name = os.path.split(folder)
        if parent == folder:
            return "", ""
        folder, above = parent, f"{name}/{above}"
    return os.path.join(git_folder(folder, common=False), "index"), above


def _read(path: str) -> bytes:
    try:
        # Whatever is no plain file, a pipe say, might never end.
        if not os.path.isfile(path) or os.path.getsize(path) > _LARGEST:
            return b""
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _paths(data: bytes) -> Iterator[str]:
    version = int.from_bytes(data[4:8], "big")
    if data[:4] != b"DIRC" or version not in (2, 3, 4):
        return
    at, name = 12, b""
    for _ in range(int.from_bytes(data[8:12], "big")):
        flags = int.from_bytes(data[at + 60 : at + 62], "big")
        start = at + _FIXED + (2 if flags & _EXTENDED else 0)
        kept = 0
        if version == 4:  # a name says how much of the one before it falls off
            gone, start = _number(data, start)
            kept = len(name) - gone
        end = data.find(b"\0", start)
        whole = kept + end - start
        if kept < 0 or end < 0 or not whole or min(whole, _LONG) != flags & _LONG:
            return  # another form, such as that with names of objects of 32 bytes
        name = name[:kept] + data[start:end]
        if int.from_bytes(data[at + 24 : at + 28], "big") != _GITLINK:
            yield name.decode("utf-8", "replace")
        at = end + 1 if version == 4 else at + (end - at) // 8 * 8 + 8


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, each further byte counting one more, and where it ends."""
    byte = data[at] if at < len(data) else 0
    value = byte & 127
    while byte & 128 and at + 1 < len(data):
        at += 1
        byte = data[at]
        value = ((value + 1) << 7) | (byte & 127)
    return value, at + 1
