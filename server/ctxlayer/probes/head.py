"""The commit that a repository is at, read from its files: no process, some microseconds."""

from __future__ import annotations

import os
import stat

from ctxlayer.probes.git import behind_links

_MOST = 1 << 24
_HEX = frozenset("0123456789abcdef")


def head_commit(root: str) -> str | None:
    """The commit at HEAD of the repository around `root`.

    "" where there is no repository or no commit yet; None where only git can tell.
    """
    folder = behind_links(root)
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return ""
        folder = above
    try:
        return _head(_git_folder(os.path.join(folder, ".git")))
    except (OSError, ValueError):
        return None


def _git_folder(path: str) -> str:
    """A `.git`, or the folder that a file of that name speaks of."""
    if os.path.isdir(path):
        return path
    return os.path.join(os.path.dirname(path), _read(path).removeprefix("gitdir:").strip())


def _head(folder: str) -> str | None:
    head = _read(os.path.join(folder, "HEAD")).strip()
    if not head.startswith("ref:"):
        return head if _HEX.issuperset(head) and len(head) >= 40 else None
    name = head[4:].strip()
    if (
        not name.startswith("refs/")
        or ".." in name
        or os.path.isdir(os.path.join(folder, "reftable"))
    ):
        return None
    shared = folder
    link = os.path.join(folder, "commondir")
    if os.path.lexists(link):
        shared = os.path.join(folder, _read(link).strip())
    for place in dict.fromkeys((folder, shared)):
        loose = os.path.join(place, *name.split("/"))
        if os.path.lexists(loose):
            return _read(loose).strip()
    packed = os.path.join(shared, "packed-refs")
    for line in _read(packed).splitlines() if os.path.lexists(packed) else ():
        commit, _, ref = line.partition(" ")
        if ref == name:
            return commit
    return ""


def _read(path: str) -> str:
    # Whatever is no plain file, a pipe say, might never end.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError(path)
    with open(path, encoding="utf-8") as file:
        return file.read(_MOST)
