"""All files of a layer, listed in one walk."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import NamedTuple

from ctxlayer.vfs.evidence import SKIPPED, is_full_layer
from ctxlayer.vfs.ignores import IGNORE_FILE, Ignores, ignores_above

READ_THOUGH_IGNORED = ("working", ".local")
"""Folders of the root that are never committed and belong to the layer all the same."""

_PROVE_NOTHING = frozenset({"knowledge", "extractions", "external", *READ_THOUGH_IGNORED})
"""Inside these, a `knowledge` folder is part of this layer and starts no other."""


class Stamp(NamedTuple):
    """What tells, without reading, that a file changed: nanoseconds and bytes."""

    mtime_ns: int
    size: int


@dataclass(frozen=True, slots=True)
class Scan:
    """What lies below a root. Paths are relative to it, with `/`."""

    root: str
    files: dict[str, Stamp]
    """Regular files that git does not ignore, sorted, each once."""
    links: dict[str, str]
    """Symbolic links that stay in the root: the link and what it leads to, file or folder."""
    leaving: tuple[str, ...]
    """Symbolic links that lead out of the root."""
    nested: tuple[str, ...]
    """Roots of full layers inside this one; their files are theirs."""
    unreadable: dict[str, str]
    """Folders and names that could not be listed, each with the reason."""
    complete: bool = True
    """False where there was more than the caller wanted to see."""


def scan(root: str, *, nested_layers: bool = True, most: int | None = None) -> Scan:
    """List the layer at `root` without reading its files.

    Nested repositories, submodules and worktrees are left out, and so are symbolic links that
    leave the root and whatever is no regular file. With `nested_layers` False, as for a sibling
    repository, layers inside are no boundary. With `most`, the walk breaks off soon after so many
    files and folders.
    """
    walk = _Walk(root, nested_layers)
    walk.folder(root, "", ignores_above(root))
    while walk.waiting and (most is None or walk.seen <= most):
        walk.folder(*walk.waiting.pop())
    return Scan(
        root,
        dict(sorted(walk.files.items())),
        dict(sorted(walk.links.items())),
        tuple(sorted(walk.leaving)),
        tuple(sorted(walk.nested)),
        dict(sorted(walk.unreadable.items())),
        not walk.waiting,
    )


def is_listed(root: str, path: str) -> bool:
    """Whether `scan` would list the file at `path`; looks only at the folders on its way."""
    walk = _Walk(root, nested_layers=True)
    *folders, name = path.split("/")
    step: tuple[str, str, Ignores | None] = (root, "", ignores_above(root))
    for part in folders:
        walk.folder(*step, only=part)
        if not walk.waiting:
            return False
        step = walk.waiting.pop()
    walk.folder(*step, only=name)
    return path in walk.files


@dataclass(slots=True)
class _Walk:
    root: str
    nested_layers: bool
    files: dict[str, Stamp] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    leaving: list[str] = field(default_factory=list)
    nested: list[str] = field(default_factory=list)
    unreadable: dict[str, str] = field(default_factory=dict)
    waiting: list[tuple[str, str, Ignores | None]] = field(default_factory=list)
    """Folders still to list: absolute path, prefix from the root, rules (None: all is read)."""
    seen: int = 0
    """Entries of the folders that were listed."""
    _real_root: str = ""

    def folder(
        self, path: str, prefix: str, ignores: Ignores | None, *, only: str | None = None
    ) -> None:
        """List one folder, or look at its entry `only`."""
        try:
            with os.scandir(path) as listing:
                entries = list(listing)
        except OSError as error:
            self.unreadable[_printable(prefix.rstrip("/"))] = error.strerror or str(error)
            return
        self.seen += len(entries)
        names = {entry.name for entry in entries}
        if prefix and self._is_foreign(path, prefix, names):
            return
        if ignores is not None and IGNORE_FILE in names:
            ignores = ignores.below(path, prefix)
        for entry in entries:
            if entry.name not in SKIPPED and only in (None, entry.name):
                self._entry(entry, prefix + entry.name, ignores)

    def _is_foreign(self, path: str, prefix: str, names: set[str]) -> bool:
        """Whether the folder is a repository or a layer of its own."""
        if ".git" in names:
            return True
        if not self.nested_layers:
            return False
        by_trust = _PROVE_NOTHING.isdisjoint(prefix.split("/"))
        if is_full_layer(path, names, by_trust=by_trust):
            self.nested.append(prefix.rstrip("/"))
            return True
        return False

    def _entry(self, entry: os.DirEntry[str], path: str, ignores: Ignores | None) -> None:
        if not _is_utf8(entry.name):
            self.unreadable[_printable(path)] = "its name is not UTF-8"
            return
        try:
            if _is_link(entry):
                self._link(entry.path, path)
            elif entry.is_dir(follow_symlinks=False):
                inner = None if path in READ_THOUGH_IGNORED else ignores
                if inner is None or not inner.ignores(f"{path}/"):
                    self.waiting.append((entry.path, f"{path}/", inner))
            elif entry.is_file(follow_symlinks=False) and not (ignores and ignores.ignores(path)):
                status = entry.stat(follow_symlinks=False)
                self.files[path] = Stamp(status.st_mtime_ns, status.st_size)
        except OSError as error:
            self.unreadable[path] = error.strerror or str(error)

    def _link(self, absolute: str, path: str) -> None:
        if not self._real_root:
            self._real_root = os.path.realpath(self.root)
        target = relative_to(os.path.realpath(absolute), self._real_root)
        if target is None:
            self.leaving.append(path)
        elif os.path.exists(absolute):
            self.links[path] = target


def related(path: str, other: str) -> bool:
    """Whether one of two absolute paths is the other or lies below it."""
    return relative_to(other, path) is not None or relative_to(path, other) is not None


def relative_to(path: str, root: str) -> str | None:
    """`path` from `root` with `/` between its parts, or None where it lies outside."""
    if path == root:
        return ""
    prefix = root if root.endswith(os.sep) else root + os.sep
    if not path.startswith(prefix):
        return None
    inner = path[len(prefix) :]
    return inner if os.sep == "/" else inner.replace(os.sep, "/")


def _is_link(entry: os.DirEntry[str]) -> bool:
    """Whether the entry is a symbolic link, or a junction of Windows, which leads away as well."""
    return entry.is_symlink() or (sys.version_info >= (3, 12) and entry.is_junction())


def _is_utf8(name: str) -> bool:
    """Whether the name was UTF-8 on disk; other bytes come as lone surrogates."""
    return name.isascii() or not any("\ud800" <= char <= "\udfff" for char in name)


def _printable(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode("utf-8")
