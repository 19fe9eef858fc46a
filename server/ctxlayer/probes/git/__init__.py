"""Git: the one door to it. It reads; one call, which nobody makes unasked, fetches.

A repository may be anybody's: nothing that it configures is run, nothing of it is written, no question is
asked of anybody, and every call is bounded in time and in what it may answer. What may be asked is in
`shapes`, what outweighs a repository's configuration in `surroundings`, the bounds in `process`. Two ways
lead to a process, a plain one and GitPython's (`starting`); both share all of that.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ctxlayer.probes.git.calls import Call, Start, said
from ctxlayer.probes.git.failures import GitFailed
from ctxlayer.probes.git.objects import contents
from ctxlayer.probes.git.process import start
from ctxlayer.probes.git.shapes import allowed, reads_work_tree
from ctxlayer.probes.git.surroundings import READING, behind_links, settings_without

__all__ = ["MOST", "Git", "GitFailed", "behind_links", "contents", "gitpython"]

MOST = 256_000_000
"""Bytes of one answer."""

_MOST_NAMES = 1_000_000
_MOST_FILTERS = 500


class Git:
    """The git of this machine in one folder. Raises `GitFailed` where there is no answer.

    For one look: which filters the repository has is asked once.
    """

    def __init__(self, root: str, start: Start = start) -> None:
        self._root = root
        self._start = start
        self._filters: list[str] | None = None

    def run(
        self, command: str, *arguments: str, timeout: float, asked: bytes = b"", most: int = MOST
    ) -> bytes:
        """What git writes for these arguments, with `asked` on its standard input.

        Names that may come from a repository or a person stand after `--end-of-options`, paths after
        `--`; one that begins with a dash is refused there. `shapes` says what may be asked.
        """
        return b"".join(self.stream(command, *arguments, timeout=timeout, asked=asked, most=most))

    def stream(
        self, command: str, *arguments: str, timeout: float, asked: bytes = b"", most: int = MOST
    ) -> Generator[bytes, None, None]:
        """What git writes, in portions as they come: for what may be long, and is worth having in part.

        Raises `GitFailed`, "timeout" too, after the portions that came before. Whoever stops early
        closes the iterator, which ends git.
        """
        words = allowed(command, arguments)
        options = self._without_filters(timeout) if reads_work_tree(command, arguments) else ()
        call = Call(self._root, self._start, words, options, READING)
        yield from said(call, timeout=timeout, most=most, asked=asked)

    def fetch(self, remote: str, refspecs: Sequence[str] = (), *, timeout: float) -> None:
        """Ask a remote, by its name in the configuration, where its branches are now.

        Each of `refspecs` is `+refs/heads/X:refs/remotes/REMOTE/X`, with `*` for X at most; none means
        all branches. Only those remote-tracking refs, their logs, FETCH_HEAD and the objects change.
        Raises `GitFailed`, with git's own words in `said`; its `why` is one of "auth" (there is nobody
        to ask for a password), "timeout", "unreachable", "refused" (the protocol, the names, or what the
        repository would have us run), "missing" (no git) and "failed".
        """
        from ctxlayer.probes.git.fetching import fetch_branches

        fetch_branches(self._root, self.run, remote, refspecs, timeout=timeout)

    def _without_filters(self, timeout: float) -> list[str]:
        """Options that leave the repository's filters out.

        A file that only a filter makes equal to what was committed counts as changed then, unless the
        index knows it by its time and size.
        """
        if self._filters is None:
            names = self._names_of_filters(timeout)
            if len(names) > _MOST_FILTERS:
                raise GitFailed("refused", "the repository has too many filters")
            self._filters = settings_without(names, ("clean", "process", "required"))
        return self._filters

    def _names_of_filters(self, timeout: float) -> list[str]:
        try:
            out = self.run(
                "config", "--null", "--name-only", "--get-regexp", r"^filter\.",
                timeout=timeout, most=_MOST_NAMES,
            )  # fmt: skip
        except GitFailed as error:
            if error.code == 1 and not error.said:
                return []
            raise
        keys = out.decode("utf-8", "surrogateescape").split("\0")
        return list(dict.fromkeys(key.rpartition(".")[0] for key in keys if key))


def gitpython(root: str) -> Git:
    """The same, through GitPython: for those who run long enough to be worth its import."""
    from ctxlayer.probes.git.starting import start_with_gitpython

    return Git(root, start_with_gitpython)
