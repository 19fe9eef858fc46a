"""What commits did to the files of repositories, as one pass over each history told it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import NamedTuple

HERE = ""
"""The name of the repository around the layer itself; siblings have theirs from the repo map."""


class Commit(NamedTuple):
    """A commit. `day` is when it came onto the line of HEAD: a merge brings older ones with it.

    `files` counts what it touches, so that bulk commits can be told.
    """

    hash: str
    day: date
    author: str
    subject: str
    files: int


@dataclass(frozen=True, eq=False)
class RepoHistory:
    """The past of one repository up to `head`. Immutable; compared by identity.

    Paths are from the top of the repository. `below` is the folder in which the layer, or what the repo
    map names, lies there: "" or with a slash at its end. `commits` begin with the newest; `touched` names
    those of each path by their place in it, newest first, moves without a change left out. `tracked` are
    the files at HEAD. `renames` leads from a path to the one that a commit gave it, newest last.
    `since` is None where all of the past was read; else nothing is known of what lies before that day.
    `ignored` are hashes (or beginnings of such) that the repository's own `.git-blame-ignore-revs` names.
    """

    head: str
    below: str
    commits: Sequence[Commit]
    touched: Mapping[str, tuple[int, ...]]
    tracked: frozenset[str]
    renames: Sequence[tuple[str, str]] = ()
    since: date | None = None
    ignored: frozenset[str] = field(default_factory=frozenset)

    @cached_property
    def folders(self) -> frozenset[str]:
        """The folders that hold a file at HEAD."""
        return frozenset(_above(self.tracked))

    @cached_property
    def past_folders(self) -> frozenset[str]:
        """The folders that ever held one."""
        return frozenset(_above(self.touched)) | self.folders


def _above(paths: Mapping[str, object] | frozenset[str]) -> set[str]:
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
