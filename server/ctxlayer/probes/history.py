"""What git remembers of the layer's files. Reads only, and only when somebody asks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date, datetime, timezone
from functools import cached_property
from typing import NamedTuple

from ctxlayer.layer.renames import Renames
from ctxlayer.probes.git import GitFailed, gitpython

_TIMEOUT = 10.0
"""Seconds that the look into the history may take; after that every answer is unknown."""
_FIRST_TIMEOUT = 2.0
"""Seconds to find the repository, which takes a few milliseconds unless somebody set a trap."""

_RECENT = 500
"""Commits that a rule is replayed over."""


class _Event(NamedTuple):
    """A file that a commit added, or renamed from `old`."""

    seconds: int
    path: str
    old: str | None


class GitHistory:
    """The repository around a layer, through GitPython: one pass for all files, then none."""

    def __init__(self, root: str) -> None:
        self._root = root

    def first_commit(self, path: str) -> date | None:
        """The day on which a file was first committed, through renames; None if git cannot tell.

        A shallow clone cannot: its oldest commit is not the file's.
        """
        name = self._prefix + path
        for event in self._events:
            if event.path != name:
                continue
            if event.old is None:
                return datetime.fromtimestamp(event.seconds, tz=timezone.utc).date()
            name = event.old
        return None

    def moved_to(self, path: str) -> str | None:
        """Where a file or folder went, through renames in commits and in the index; None if unknown.

        A folder went where most of its files did, under the names that they had.
        """
        name = self._prefix + path.rstrip("/")
        events = [*reversed(self._events), *self._staged()] if self._events else []
        renames = Renames((each.old, each.path) for each in events if each.old is not None)
        new = next(filter(None, (renames.of_file(name), renames.of_folder(name))), "")
        return new[len(self._prefix) :] if new.startswith(self._prefix) and new else None

    def recent_commits(self) -> tuple[tuple[str, ...], ...] | None:
        """The files of the layer that each of the last commits changed, merges left out.

        Commits that changed none of them are left out, too. None if git cannot tell, in a shallow
        clone above all.
        """
        return self._recent

    @cached_property
    def _recent(self) -> tuple[tuple[str, ...], ...] | None:
        if self._below is None:
            return None
        out = self._said(
            "log", "-z", "--no-merges", "--no-renames", "--name-only", f"-n{_RECENT}",
            "--format=tformat:@%ct",
        )  # fmt: skip
        if out is None:
            return None
        commits: list[list[str]] = []
        for word in out.split("\0"):
            name = word.removeprefix("\n")
            if name == word and name.startswith("@") and name[1:].isdigit():
                commits.append([])
            elif commits and name.startswith(self._prefix) and name != self._prefix:
                commits[-1].append(name[len(self._prefix) :])
        return tuple(tuple(names) for names in commits if names)

    def _staged(self) -> list[_Event]:
        """Renames that wait to be committed; looked up each time, for nobody tells of them."""
        out = self._said(
            "diff-index", "-z", "--cached", "-M", "--diff-filter=R", "--name-status", "HEAD", "--",
            timeout=_FIRST_TIMEOUT,
        )  # fmt: skip
        return list(_events(out.split("\0"))) if out is not None else []

    def _said(self, command: str, *arguments: str, timeout: float = _TIMEOUT) -> str | None:
        """What git says; None if it cannot."""
        try:
            out = gitpython(self._root).run(command, *arguments, timeout=timeout)
        except GitFailed:
            return None
        return out.decode("utf-8", "surrogateescape")

    @cached_property
    def _below(self) -> str | None:
        """The layer's root from the repository's, with a slash at its end, "" at the top.

        None without a repository, and in a shallow clone, which does not know its past.
        """
        out = self._said(
            "rev-parse", "--is-shallow-repository", "--show-toplevel", timeout=_FIRST_TIMEOUT
        )
        shallow, _, top = (out or "").removesuffix("\n").partition("\n")
        if shallow != "false":
            return None
        below = os.path.relpath(os.path.realpath(self._root), os.path.realpath(top))
        below = below.replace(os.sep, "/")
        return "" if below == "." else f"{below}/"

    @property
    def _prefix(self) -> str:
        """The same; "" where it is not known, as nothing else is then."""
        return self._below or ""

    @cached_property
    def _events(self) -> tuple[_Event, ...]:
        """Newest first."""
        if self._below is None:
            return ()
        out = self._said("log", "-z", "-M", "--diff-filter=AR", "--name-status", "--format=@%ct")
        return tuple(_events(out.split("\0"))) if out is not None else ()


def _events(tokens: list[str]) -> Iterator[_Event]:
    """Reads `@SECONDS`, then `A path` or `R100 old new` in tokens of their own, over and over."""
    seconds = 0
    words = iter(tokens)
    for word in words:
        status = word.lstrip("\n")
        if status.startswith("@") and status[1:].isdigit():
            seconds = int(status[1:])
        elif status.startswith("R"):
            old, new = next(words, ""), next(words, "")
            yield _Event(seconds, new, old)
        elif status == "A":
            yield _Event(seconds, next(words, ""), None)
