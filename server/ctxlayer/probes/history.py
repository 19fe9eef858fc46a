"""What git remembers of the layer's files. Reads only, and only when somebody asks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date, datetime, timezone
from functools import cached_property
from typing import NamedTuple

_TIMEOUT = 10.0
"""Seconds that the look into the history may take; after that every answer is unknown."""
_FIRST_TIMEOUT = 2.0
"""Seconds to find the repository, which takes a few milliseconds unless somebody set a trap."""

_ALONE = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
"""A partial clone fetches what it lacks from its remote, with a command that its configuration
names. Looking must neither run that nor reach for the network: then the answer is unknown."""


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

    @cached_property
    def _found(self) -> tuple[str, tuple[_Event, ...]]:
        # Without a git binary `import git` fails unless it is told to be quiet.
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
        try:
            from git import Git

            # No `Repo`: that reads the configuration in this process, and whatever it includes,
            # with nobody to stop it.
            git = Git(self._root)
            git.update_environment(**_ALONE)
            shallow, _, top = git.rev_parse(
                "--is-shallow-repository", "--show-toplevel", kill_after_timeout=_FIRST_TIMEOUT
            ).partition("\n")
            if shallow != "false":
                return "", ()
            out = git.log(
                "-z",
                "-M",
                "--diff-filter=AR",
                "--name-status",
                "--format=@%ct",
                "--no-show-signature",
                "--no-ext-diff",
                "--no-textconv",
                kill_after_timeout=_TIMEOUT,
            )
        except Exception:  # noqa: BLE001 - GitPython raises many kinds; each means unknown
            return "", ()
        below = os.path.relpath(os.path.realpath(self._root), os.path.realpath(top)).replace(
            os.sep, "/"
        )
        return "" if below == "." else f"{below}/", tuple(_events(out.split("\0")))

    @property
    def _prefix(self) -> str:
        """The layer's root from the repository's, with a slash at its end; "" at the top."""
        return self._found[0]

    @property
    def _events(self) -> tuple[_Event, ...]:
        """Newest first."""
        return self._found[1]


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
