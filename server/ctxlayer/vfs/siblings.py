"""Sibling repositories on this machine, asked only about what a pointer or a glob names."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from ctxlayer.layer.repo_map import parse_repo_map
from ctxlayer.vfs.scan import relative_to, scan

_MOST_ENTRIES = 50_000
"""A clone with more files and folders is not searched for a glob; the answer is unknown."""


class DiskSiblings:
    """The clones of a repo map. Every answer is looked up once and kept until the map changes."""

    def __init__(self, clones: Mapping[str, str]) -> None:
        self._clones = dict(clones)
        self._exists: dict[tuple[str, str], bool | None] = {}
        self._files: dict[str, tuple[str, ...] | None] = {}

    @property
    def names(self) -> frozenset[str]:
        """The repositories of the map."""
        return frozenset(self._clones)

    def exists(self, repo: str, path: str) -> bool | None:
        """Whether the clone holds `path`; None where it is not mapped or not there."""
        key = (repo, path)
        if key not in self._exists:
            self._exists[key] = self._look(repo, path)
        return self._exists[key]

    def _look(self, repo: str, path: str) -> bool | None:
        clone = self._clones.get(repo)
        if clone is None or not os.path.isdir(clone):
            return None
        try:
            real = os.path.realpath(os.path.join(clone, *path.split("/")))
        except (OSError, ValueError):
            return None
        # A link that leaves the clone is not followed, so what lies behind it is not known.
        if relative_to(real, os.path.realpath(clone)) is None:
            return None
        return os.path.exists(real)

    def place_of(self, path: str) -> tuple[str, str] | None:
        """(repository, path in it) of an absolute path that lies in a mapped clone."""
        for name, clone in self._clones.items():
            inner = relative_to(os.path.normpath(path), os.path.normpath(clone))
            if inner:
                return name, inner
        return None

    def any_file(self, repo: str, matches: Callable[[str], bool]) -> bool | None:
        """Whether a file of the clone that git does not ignore matches."""
        clone = self._clones.get(repo)
        if clone is None:
            return None
        # By place: two names may stand for one clone.
        if clone not in self._files:
            self._files[clone] = _list(clone)
        files = self._files[clone]
        return None if files is None else any(map(matches, files))


def _list(clone: str) -> tuple[str, ...] | None:
    if not os.path.isdir(clone):
        return None
    found = scan(clone, nested_layers=False, most=_MOST_ENTRIES)
    return tuple(found.files) if found.complete else None


def read_repo_map(text: str) -> dict[str, str]:
    """Names to absolute paths of a repo map; entries that are none on this machine are left out."""
    expanded = {name: from_home(path) for name, path in parse_repo_map(text).paths.items()}
    return {name: path for name, path in expanded.items() if os.path.isabs(path)}


def from_home(path: str) -> str:
    """A path of a repo map with its `~` written out; as it is where that is nobody's home."""
    try:
        return os.path.expanduser(path)
    except ValueError:  # no name that anybody could have
        return path
