"""The paths that git knows in a repository, at HEAD and of old, ready to be looked up and matched."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ctxlayer.globs import LAYER, PathIndex, compile_glob
from ctxlayer.globs.translate import names_of
from ctxlayer.layer.sources import RepoHistory

_WILD = frozenset("*?[{\\")
_AFTER_SLASH = chr(ord("/") + 1)


class KnownPaths:
    """All files that there are or ever were, from the top of the repository. Immutable.

    It outlives a commit that brings no new path, and what was matched with it.
    """

    __slots__ = ("_all", "_indexes", "_matching", "paths")

    def __init__(self, history: RepoHistory) -> None:
        moved = (path for each in history.renames for path in each[:2])
        self._all = history.tracked.union(history.touched, moved)
        self.paths: Sequence[str] = sorted(self._all)
        self._matching: dict[tuple[str, str], Sequence[str]] = {}
        self._indexes: dict[str, PathIndex] = {}

    def is_file(self, path: str) -> bool:
        """Whether there is or was a file of this name."""
        return path in self._all

    def is_folder(self, path: str) -> bool:
        """Whether it holds or held a file."""
        at = bisect_left(self.paths, f"{path}/")
        return at < len(self.paths) and self.paths[at].startswith(f"{path}/")

    def below(self, folder: str) -> Sequence[str]:
        """The files below a folder; "" is the top."""
        if not folder:
            return self.paths
        start = bisect_left(self.paths, f"{folder}/")
        return self.paths[start : bisect_left(self.paths, f"{folder}{_AFTER_SLASH}", start)]

    def matching(self, pattern: str, base: str) -> Sequence[str]:
        """The files that a glob of the layer matches; it counts from `base`, "" or with a slash at its end."""
        key = (pattern, base)
        if key not in self._matching:
            self._matching[key] = self._search(pattern, base)
        return self._matching[key]

    def _search(self, pattern: str, base: str) -> Sequence[str]:
        glob = compile_glob(pattern)
        heads = [wild_head(each) for each in glob.alternatives]
        if "" in heads:
            return [f"{base}{path}" for path in self._index(base).matching(glob)]
        cut = len(base)
        found: dict[str, None] = {}
        for head in heads:
            folder = f"{base}{head}"
            near = (*self.below(folder), *((folder,) if folder in self._all else ()))
            found.update((path, None) for path in near if glob.matches(path[cut:]))
        return tuple(found)

    def _index(self, base: str) -> PathIndex:
        if base not in self._indexes:
            cut = len(base)
            self._indexes[base] = PathIndex(path[cut:] for path in self.below(base.rstrip("/")))
        return self._indexes[base]


def wild_head(pattern: str) -> str:
    """The folders, or the file, that a pattern without braces begins with before anything wild."""
    found: list[str] = []
    for name in names_of(pattern, LAYER):
        if not _WILD.isdisjoint(name):
            break
        found.append(name)
    return "/".join(found)


def same_paths(now: RepoHistory, before: RepoHistory) -> bool:
    """Whether git knows the same paths in both."""
    return (
        now.below == before.below
        and len(now.renames) == len(before.renames)
        and now.tracked == before.tracked
        and now.touched.keys() == before.touched.keys()
    )
