"""One call of git, with what every call has: our settings, our environment, bounds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ctxlayer.probes.git.failures import GitFailed
from ctxlayer.probes.git.process import portions, started
from ctxlayer.probes.git.surroundings import SETTINGS, environment, program

if TYPE_CHECKING:
    from ctxlayer.probes.git.process import Process

_TAME = tuple(word for each in SETTINGS for word in ("-c", each))


class Start(Protocol):
    """Starts a process in a folder; with `asked` something will be written to it."""

    def __call__(
        self, argv: Sequence[str], folder: str, environment: dict[str, str], *, asked: bool
    ) -> Process:
        """The process. Raises OSError."""


class Run(Protocol):
    """As `Git.run`, in some folder."""

    def __call__(self, command: str, *arguments: str, timeout: float, most: int = ...) -> bytes:
        """What git writes. Raises `GitFailed`."""


class Call(NamedTuple):
    """`words` are the command and its arguments, as `shapes` lets them pass; `options` are git's own.

    `writes` is for the one that does.
    """

    root: str
    start: Start
    words: Sequence[str]
    options: Sequence[str] = ()
    environment: Mapping[str, str] = {}
    writes: bool = False


def said(call: Call, *, timeout: float, most: int, asked: bytes = b"") -> Iterator[bytes]:
    """What git writes, in portions as it comes. Raises as `portions` does, "missing" too."""
    git = program(call.root)
    if git is None:
        raise GitFailed("missing", "no git in the folders for programs")
    if not os.path.isdir(call.root):
        raise GitFailed("missing", f"no folder {call.root}")
    argv = [git, "--no-pager", *_TAME, *call.options, *call.words]
    try:
        around = environment(call.root, call.environment)
        process = started(lambda: call.start(argv, call.root, around, asked=bool(asked)))
    except (OSError, ValueError) as error:
        raise GitFailed("failed", str(error)) from error
    yield from portions(process, timeout=timeout, most=most, asked=asked, writes=call.writes)
