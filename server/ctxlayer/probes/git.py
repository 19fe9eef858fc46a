"""Git: the one door to it. Reads only; nothing that a repository configures is run.

Every call is one of the shapes in `READS`, bounded in time and in what it may answer.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator, Sequence
from io import BufferedReader
from typing import cast

from ctxlayer.probes.git_process import ALONE, TAME, _inherited, _program

READS = frozenset(
    {"rev-parse", "log", "rev-list", "ls-tree", "cat-file", "diff-tree", "diff-index", "status",
     "for-each-ref", "symbolic-ref", "merge-base"}
)  # fmt: skip
"""What may be asked for."""

MOST = 256_000_000
"""Bytes of one answer."""
_PORTION = 1 << 17
"""Bytes that are handed on at once, so that nobody holds up other threads over many."""


class GitFailed(Exception):
    """No answer: git is missing, refused, took too long or said too much. `said` is its own word."""

    def __init__(self, why: str, said: str = "") -> None:
        super().__init__(f"{why}: {said}" if said else why)
        self.why = why
        self.said = said


class Git:
    """The git of this machine in one folder. Raises `GitFailed` where there is no answer."""

    def __init__(self, root: str) -> None:
        self._root = root

    def run(
        self, command: str, *arguments: str, timeout: float, asked: bytes = b"", most: int = MOST
    ) -> bytes:
        """What git writes for these arguments, with `asked` on its standard input."""
        if command not in READS:
            raise GitFailed("refused", command)
        try:
            done = subprocess.run(
                [
                    _program(),
                    *(word for each in TAME for word in ("-c", each)),
                    command,
                    *arguments,
                ],
                cwd=self._root,
                env={**_inherited(), **ALONE},
                input=asked,
                capture_output=True,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise GitFailed("timeout") from error
        except OSError as error:
            raise GitFailed("missing", str(error)) from error
        if done.returncode:
            raise GitFailed("failed", done.stderr.decode("utf-8", "replace").strip())
        if len(done.stdout) > most:
            raise GitFailed("too-much")
        return done.stdout

    def stream(self, command: str, *arguments: str, timeout: float) -> Iterator[bytes]:
        """What git writes, in portions as they come: for what may be long, and is worth having in part.

        Raises `GitFailed`, "timeout" too, after the portions that came before. Whoever stops early
        closes the iterator, which ends git.
        """
        if command not in READS:
            raise GitFailed("refused", command)
        try:
            process = subprocess.Popen(
                [
                    _program(),
                    *(word for each in TAME for word in ("-c", each)),
                    command,
                    *arguments,
                ],
                cwd=self._root,
                env={**_inherited(), **ALONE},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise GitFailed("missing", str(error)) from error
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(timeout, stop)
        timer.daemon = True
        timer.start()
        out = cast(BufferedReader, process.stdout)
        try:
            while portion := out.read1(_PORTION):
                yield portion
            code = process.wait()
        finally:
            timer.cancel()
            process.kill()
            out.close()
            process.wait()
        if late.is_set():
            raise GitFailed("timeout")
        if code:
            raise GitFailed("failed")

    def fetch(self, remote: str, refspecs: Sequence[str] = (), *, timeout: float) -> None:
        """Ask a remote, by its name in the configuration, where its branches are now.

        Each of `refspecs` is `+refs/heads/X:refs/remotes/REMOTE/X`, with `*` for X at most; none means
        all branches. Only those remote-tracking refs, their logs, FETCH_HEAD and the objects change.
        Raises `GitFailed`, with git's own words in `said`; its `why` is one of "auth" (there is nobody
        to ask for a password), "timeout", "unreachable", "refused" (the protocol, the names, or what the
        repository would have us run), "missing" (no git) and "failed".
        """
        raise GitFailed("refused", f"{remote}: not yet")
