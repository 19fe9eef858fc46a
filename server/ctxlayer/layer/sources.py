"""What commits did to the files of repositories, as one pass over each history told it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from ctxlayer.layer.renames import Renames

HERE = ""
"""The name of the repository around the layer itself; siblings have theirs from the repo map."""


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

    def ready(self) -> RepoHistory:
        """Itself, with what the answers need worked out: for who reads it beside those that wait."""
        _ = self.folders, self._renames, self._by_new, self._latest
        return self

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
        places = (renames.of_file(path), renames.of_folder(path))
        return next((each for each in places if each and self.is_tracked(each)), None)

    @cached_property
    def _renames(self) -> Renames:
        return Renames(each[:2] for each in self.renames)

    # Which commits touched a file.

    def commits_of(self, path: str) -> tuple[int, ...]:
        """Those that touched a file: their places, the last to come first.

        Its earlier names count too, each for the time before it was given up for the next.
        """
        found = list(self.touched.get(path, ()))
        names = {path}
        after, name = -1, path
        while (renamed := self._renamed_to(name, after)) is not None:
            name, after = renamed.old, renamed.commit
            # What moves to and fro comes by a name again: with less of its time then.
            if name not in names:
                names.add(name)
                places = self.touched.get(name, ())
                found.extend(places[bisect_right(places, after) :])
        return tuple(found) if after < 0 else tuple(sorted(set(found)))

    def _renamed_to(self, name: str, after: int) -> Rename | None:
        """The last commit before the one at `after` that gave a file this name."""
        renames = self._by_new.get(name, ())
        at = bisect_right(renames, after, key=lambda each: each.commit)
        return renames[at] if at < len(renames) else None

    @cached_property
    def _by_new(self) -> Mapping[str, Sequence[Rename]]:
        found: dict[str, list[Rename]] = {}
        for each in reversed(self.renames):
            found.setdefault(each.new, []).append(each)
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
        days = [each.day.toordinal() for each in reversed(self.commits)]
        found = [-day for day in accumulate(days, max)]
        found.reverse()
        return found


def _above(paths: Collection[str]) -> set[str]:
    found: set[str] = set()
    for folder in {path.rpartition("/")[0] for path in paths}:
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


Sources = Mapping[str, RepoHistory]
"""The histories that were read, by repository; one that is not named is unknown."""

NO_SOURCES: Sources = {}
