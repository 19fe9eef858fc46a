"""What commits did to the files of repositories, as one pass over each history told it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import NamedTuple

from ctxlayer.globs import LAYER, PathIndex, compile_glob
from ctxlayer.globs.translate import names_of
from ctxlayer.layer.renames import Renames

HERE = ""
"""The name of the repository around the layer itself; siblings have theirs from the repo map."""

_WILD = frozenset("*?[{\\")

_MOST_KEPT = 4096
"""Answers of one history; somebody who types asks for a new path with each key."""


class Commit(NamedTuple):
    """A commit. `day` is when it came onto the line of HEAD: a merge brings older ones with it.

    `files` counts what it changes, moved files too, so that bulk commits can be told; 0 for a merge.
    """

    hash: str
    day: date
    author: str
    subject: str
    files: int


class Rename(NamedTuple):
    """A file that got another path, and the place in `commits` of the commit that did it."""

    old: str
    new: str
    commit: int


@dataclass(frozen=True, eq=False)
class RepoHistory:
    """The past of one repository up to `head`. Immutable; compared by identity.

    Paths are from the top of the repository, without a slash at their end; the top itself is "". `below` is
    the folder in which the layer, or what the repo map names, lies there: "" or with a slash at its end
    (`inner` makes paths of the one of paths of the other). `commits` begin with the one that came last onto
    the line of HEAD; `touched` names those of each path by their place in it, the smallest first, moves
    without a change left out. `tracked` are the files at HEAD; a submodule is one, and what is in it unknown.
    `renames` have the oldest first. `since` is None where all of the past was read; else only what came after that
    day is known in full. `ignored` are hashes (or beginnings of such) that the repository's own
    `.git-blame-ignore-revs` names.
    """

    head: str
    below: str
    commits: Sequence[Commit]
    touched: Mapping[str, tuple[int, ...]]
    tracked: frozenset[str]
    renames: Sequence[Rename] = ()
    since: date | None = None
    ignored: frozenset[str] = field(default_factory=frozenset)
    _found: dict[tuple[str, str], tuple[int, ...]] = field(
        default_factory=dict, init=False, repr=False
    )

    # Which paths there are, and were.

    def inner(self, path: str) -> str | None:
        """A path from the folder `below`, `../` in it allowed, as one from the top; None outside of it."""
        parts: list[str] = []
        for part in f"{self.below}{path}".split("/"):
            if part == "..":
                if not parts:
                    return None
                parts.pop()
            elif part not in ("", "."):
                parts.append(part)
        return "/".join(parts)

    def outer(self, path: str) -> str | None:
        """A path from the top as one from the folder `below`; None for what does not lie there."""
        return path[len(self.below) :] if path.startswith(self.below) else None

    def is_tracked(self, path: str) -> bool:
        """Whether there is a file or folder at HEAD."""
        return path in self.tracked or path in self.folders

    def knows(self, path: str) -> bool:
        """Whether there is or ever was a file or folder, as far back as was read."""
        return path in self._names or path in self.past_folders

    @cached_property
    def folders(self) -> frozenset[str]:
        """The folders that hold a file at HEAD, the top among them."""
        return frozenset(_above(self.tracked)) | {""}

    @cached_property
    def past_folders(self) -> frozenset[str]:
        """The folders that ever held one."""
        return frozenset(_above(self._names)) | {""}

    @cached_property
    def _names(self) -> frozenset[str]:
        moved = (path for each in self.renames for path in each[:2])
        return self.tracked.union(self.touched, moved)

    def moved_to(self, path: str) -> str | None:
        """Where a file or folder that is gone went, of what there is at HEAD; None if git cannot tell.

        A folder went where most of its files did, under the names that they had.
        """
        renames = self._renames
        places = (renames.of_file(path), *renames.of_folder(path))
        return next((each for each in places if each and self.is_tracked(each)), None)

    @cached_property
    def _renames(self) -> Renames:
        return Renames(each[:2] for each in self.renames)

    # Which commits touched them: by their places in `commits`, the last to come first.

    def commits_of(self, path: str) -> tuple[int, ...]:
        """Those that touched a file, under earlier names too, or anything below a folder."""
        return self._kept(("", path), lambda: self._of(path))

    def _of(self, path: str) -> tuple[int, ...]:
        below = self.commits_under(path) if path in self.past_folders else ()
        own = self._own(path)
        return _joined((own, below)) if own and below else own or below

    def _own(self, path: str) -> tuple[int, ...]:
        """Of a file: each name counts for the time before it was given up for the next."""
        found = list(self.touched.get(path, ()))
        after, name = -1, path
        while (renamed := self._renamed_to(name, after)) is not None:
            name, after = renamed.old, renamed.commit
            found.extend(each for each in self.touched.get(name, ()) if each > after)
        return tuple(found) if after < 0 else tuple(sorted(set(found)))

    def _renamed_to(self, name: str, after: int) -> Rename | None:
        """The last commit before the one at `after` that gave a file this name."""
        return next((each for each in self._by_new.get(name, ()) if each.commit > after), None)

    @cached_property
    def _by_new(self) -> Mapping[str, Sequence[Rename]]:
        found: dict[str, list[Rename]] = {}
        for each in reversed(self.renames):
            found.setdefault(each.new, []).append(each)
        return found

    def commits_under(self, folder: str) -> tuple[int, ...]:
        """Those that touched anything below a folder, under the names that it had there."""
        prefix = f"{folder}/" if folder else ""
        return self._kept(("/", folder), lambda: self._touching(self._below(prefix)))

    def commits_matching(self, pattern: str) -> tuple[int, ...]:
        """Those that touched files which a glob of the layer matches, from the folder `below`."""
        return self._kept(("*", pattern), lambda: self._touching(self.matching(pattern)))

    def _kept(self, key: tuple[str, str], find: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
        found = self._found.get(key)
        if found is None:
            found = find()
            if len(self._found) >= _MOST_KEPT:
                self._found.clear()
            self._found[key] = found
        return found

    def matching(self, pattern: str) -> Collection[str]:
        """The files, from the top, that a glob of the layer matches or did, from the folder `below`."""
        glob = compile_glob(pattern)
        heads = [_head(each) for each in glob.alternatives]
        cut = len(self.below)
        if "" in heads:
            return [self.below + path for path in self._index.matching(glob)]
        found: dict[str, None] = {}
        for head in heads:
            exact = self.below + head
            candidates = (*self._below(f"{exact}/"), *((exact,) if exact in self.touched else ()))
            found.update((path, None) for path in candidates if glob.matches(path[cut:]))
        return found

    def landed_after(self, day: date, commits: Iterable[int]) -> tuple[Commit, ...]:
        """Of these places, the commits that came onto the line of HEAD after a day."""
        end = self._end(day)
        found = (self.commits[at] for at in commits if at < end)
        return tuple(each for each in found if each.day > day)

    def _end(self, day: date) -> int:
        """A place from which on no commit is later than `day`."""
        return bisect_left(self._latest, -day.toordinal())

    @cached_property
    def _latest(self) -> Sequence[int]:
        """The latest day from each place on, negative so that it rises: clocks are not all right."""
        latest, found = 0, []
        for each in reversed(self.commits):
            latest = max(latest, each.day.toordinal())
            found.append(-latest)
        found.reverse()
        return found

    def head_on(self, day: date) -> str | None:
        """The commit that HEAD's line was at when a day ended; None for a day before all that is known."""
        return next((each.hash for each in self.commits if each.day <= day), None)

    def _touching(self, paths: Iterable[str]) -> tuple[int, ...]:
        return _joined(self.touched[path] for path in paths)

    def _below(self, prefix: str) -> Iterator[str]:
        """The touched files whose paths begin so."""
        paths = self._sorted
        for at in range(bisect_left(paths, prefix), len(paths)):
            if not paths[at].startswith(prefix):
                return
            yield paths[at]

    @cached_property
    def _sorted(self) -> Sequence[str]:
        return sorted(self.touched)

    @cached_property
    def _index(self) -> PathIndex:
        cut = len(self.below)
        return PathIndex(path[cut:] for path in self._below(self.below))


def _joined(places: Iterable[Iterable[int]]) -> tuple[int, ...]:
    return tuple(sorted(set().union(*places)))


def _head(pattern: str) -> str:
    """The folders, or the file, that a pattern without braces begins with before anything wild."""
    found: list[str] = []
    for name in names_of(pattern, LAYER):
        if not _WILD.isdisjoint(name):
            break
        found.append(name)
    return "/".join(found)


def _above(paths: Collection[str]) -> set[str]:
    found: set[str] = set()
    for path in paths:
        at = path.rfind("/")
        while at > 0 and path[:at] not in found:
            found.add(path[:at])
            at = path.rfind("/", 0, at)
    return found


Sources = Mapping[str, RepoHistory]
"""The histories that were read, by repository; one that is not named is unknown."""

NO_SOURCES: Sources = {}
