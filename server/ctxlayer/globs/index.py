"""Many paths against a pattern, and many patterns against a path, without trying every pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence, Set

from ctxlayer.globs.glob import Glob
from ctxlayer.globs.translate import SEPARATOR

_FEW = 8
"""Below this many candidates, one match each is cheaper than compiling a joined search."""

_MANY = 200
"""From that many candidates on it pays to look at all names of a path."""

_MOST_KEPT = 1024
"""Answers of one index; a layer has fewer patterns, and somebody who types makes new ones."""


_NO_NAMES: frozenset[str] = frozenset()


class PathIndex:
    """The paths of a layer, ready to be searched by many patterns. Order is kept.

    What was found is kept: the same patterns are asked for by lints, hovers and hints.
    """

    __slots__ = (
        "_all",
        "_any",
        "_by_extension",
        "_by_folder",
        "_by_name",
        "_called",
        "_found",
        "_names",
        "_order",
        "paths",
    )

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths: tuple[str, ...] = tuple(paths)
        self._all = _Bucket(self.paths)
        self._by_extension: dict[str, _Bucket] | None = None
        self._by_folder: dict[str, _Bucket] | None = None
        self._by_name: dict[str, _Bucket] | None = None
        self._order: dict[str, int] | None = None
        self._found: dict[Glob, tuple[str, ...]] = {}
        self._any: dict[Glob, bool] = {}
        self._names: dict[str, set[str]] | None = None
        self._called: set[str] | None = None

    def matching(self, glob: Glob) -> tuple[str, ...]:
        """The paths that `glob` matches."""
        found = self._found.get(glob)
        if found is None:
            if len(self._found) >= _MOST_KEPT:
                self._found.clear()
            found = self._found[glob] = tuple(self._search(glob))
        return found

    def _search(self, glob: Glob) -> list[str]:
        buckets = self._buckets(glob)
        endings = glob.endings
        if endings is not None:  # most patterns of rules are so, and need no look at the folders
            paths = [path for bucket in buckets for path in bucket.paths]
            if glob.tells_case:
                found = [path for path in paths if path.endswith(endings)]
            else:
                found = [path for path in paths if path.lower().endswith(endings)]
        else:
            found = [path for bucket in buckets for path in bucket.search(glob)]
        if len(buckets) > 1:
            if self._order is None:
                self._order = {path: at for at, path in enumerate(self.paths)}
            found.sort(key=self._order.__getitem__)
        return found

    def any_match(self, glob: Glob) -> bool:
        """Whether `glob` matches any of the paths."""
        known = self._found.get(glob)
        if known is not None:
            return bool(known)
        if glob not in self._any:
            if len(self._any) >= _MOST_KEPT:
                self._any.clear()
            self._any[glob] = self._is_possible(glob) and any(
                bucket.has_match(glob) for bucket in self._buckets(glob)
            )
        return self._any[glob]

    def _is_possible(self, glob: Glob) -> bool:
        """Whether all that it names is called so somewhere: what matches nothing is mostly found here."""
        if self._called is None:
            self._called = {name for path in self.paths for name in path.split("/")}
        return any(literal <= self._called for literal in glob.literal)

    def names_in(self, folder: str) -> Set[str]:
        """What lies right in a folder: files and folders; the root is ""."""
        if self._names is None:
            self._names = _children(self.paths)
        return self._names.get(folder, _NO_NAMES)

    def _buckets(self, glob: Glob) -> list[_Bucket]:
        """Disjoint buckets that hold every possible match, the smaller way of two."""
        options = [[self._all]]
        if (extensions := glob.extensions) is not None:
            if self._by_extension is None:
                self._by_extension = _bucketed(self.paths, extension_of)
            options.append([self._by_extension[e] for e in extensions if e in self._by_extension])
        if (folders := glob.first_folders) is not None:
            if self._by_folder is None:
                self._by_folder = _bucketed(self.paths, first_folder_of)
            options.append([self._by_folder[f] for f in folders if f in self._by_folder])
        best = min(options, key=_size)
        if _size(best) > _MANY and glob.endings is None and (names := glob.names):
            # A pattern for any depth (`**/api/*.ts`): not many files lie in a folder of the name.
            if self._by_name is None:
                self._by_name = _by_names(self.paths)
            known = self._by_name
            best = min(
                (best, *([known[name]] if name in known else [] for name in names)), key=_size
            )
        return best


def _size(buckets: Sequence[_Bucket]) -> int:
    return sum(len(bucket.paths) for bucket in buckets)


def _by_names(paths: Iterable[str]) -> dict[str, _Bucket]:
    """The paths by each name that occurs in them, in lower case."""
    grouped: dict[str, list[str]] = {}
    for path in paths:
        for name in set(path.lower().split("/")):
            grouped.setdefault(name, []).append(path)
    return {name: _Bucket(group) for name, group in grouped.items()}


def _children(paths: Iterable[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for path in paths:
        while path:
            folder, _, name = path.rpartition("/")
            names = found.setdefault(folder, set())
            if name in names:
                break
            names.add(name)
            path = folder
    return found


class _Bucket:
    """Some paths, and their joined text once a pattern has to search it."""

    __slots__ = ("_joined", "paths")

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = paths
        self._joined: str | None = None

    def search(self, glob: Glob) -> list[str]:
        if len(self.paths) <= _FEW:
            return [path for path in self.paths if glob.matches(path)]
        regex = _search_regex(glob)
        if regex.groups == 1:
            found: list[str] = regex.findall(self.joined)
            return found
        return [match[1] for match in regex.finditer(self.joined)]

    def has_match(self, glob: Glob) -> bool:
        if len(self.paths) <= _FEW:
            return any(map(glob.matches, self.paths))
        return _search_regex(glob).search(self.joined) is not None

    @property
    def joined(self) -> str:
        if self._joined is None:
            self._joined = SEPARATOR + SEPARATOR.join(self.paths) + SEPARATOR
        return self._joined


def _search_regex(glob: Glob) -> re.Pattern[str]:
    return re.compile(f"\\0{glob.regex}(?=\\0)", glob.flags)


def _bucketed(paths: Iterable[str], key: Callable[[str], str]) -> dict[str, _Bucket]:
    grouped: dict[str, list[str]] = {}
    for path in paths:
        grouped.setdefault(key(path), []).append(path)
    return {name: _Bucket(group) for name, group in grouped.items()}


def extension_of(path: str) -> str:
    """What follows the last dot, in lower case; something with no meaning where there is none."""
    return path[path.rfind(".") + 1 :].lower()


def first_folder_of(path: str) -> str:
    """The first folder of `path`, or nothing for a file at the root."""
    return path[: max(path.find("/"), 0)]


class GlobSet:
    """Many patterns, asked about one path at a time."""

    __slots__ = ("_by_extension", "_by_folder", "_rest", "globs")

    def __init__(self, globs: Iterable[Glob]) -> None:
        self.globs: tuple[Glob, ...] = tuple(globs)
        self._by_extension: dict[str, list[int]] = {}
        self._by_folder: dict[str, list[int]] = {}
        self._rest: list[int] = []
        for at, glob in enumerate(self.globs):
            self._file(at, glob)

    def _file(self, at: int, glob: Glob) -> None:
        if (folders := glob.first_folders) is not None:
            for folder in folders:
                self._by_folder.setdefault(folder, []).append(at)
        elif (extensions := glob.extensions) is not None:
            for extension in extensions:
                self._by_extension.setdefault(extension, []).append(at)
        else:
            self._rest.append(at)

    def matching(self, path: str) -> list[int]:
        """Positions in `globs` of those that match `path`, in order."""
        candidates = [
            *self._by_folder.get(first_folder_of(path), ()),
            *self._by_extension.get(extension_of(path), ()),
            *self._rest,
        ]
        return sorted(at for at in candidates if self.globs[at].matches(path))
