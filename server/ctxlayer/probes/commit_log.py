"""Git's log of all files, read while it comes: what commits made of Markdown files, and who they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

WHO_LOG = (
    "-z", "--raw", "--no-abbrev", "-M", "-l1000", "--topo-order", "--encoding=UTF-8", "--root",
    "--no-color", "--no-show-signature", "--no-ext-diff", "--no-textconv",
    "--format=%x01%H%x00%P%x00%ct%x00%an%x00%ae%x00%aN%x00%aE%x00%cn%x00%ce%x00%cN%x00%cE%x00%B",
)  # fmt: skip
"""What git's log has to be told for `logged`. Limited to the files of a sort it takes twice the time.

Merges are told without files.
"""

_WORDS = 10
"""Fields of a commit after its hash and its parents."""
_SUFFIXES = (b".md", b".mdc")
_MAIL_MAP = b".mailmap"


class LoggedChange(NamedTuple):
    """What a commit did to a file: git's letter for it, its versions, its path before and after."""

    status: str
    old: str
    new: str
    before: bytes
    after: bytes


class Logged(NamedTuple):
    """A commit as the log has it. `files` counts all that it touched, `changes` are of Markdown files.

    `words` are its time, its people and its message; empty where there are no changes. `renames_people`
    says that it changed by which names they go.
    """

    hash: str
    parents: tuple[str, ...]
    files: int
    changes: tuple[LoggedChange, ...]
    words: tuple[bytes, ...]
    renames_people: bool


def logged(portions: Iterable[bytes]) -> Iterator[Logged]:
    """The commits of a log, in its order. Raises ValueError for what is no such log."""
    tokens = _tokens(portions)
    token = next(tokens, b"")
    while token:
        if token[:1] != b"\x01":
            raise ValueError("no log of commits")
        name, parents = token[1:].decode("ascii"), next(tokens, b"").decode("ascii").split()
        words = tuple([next(tokens, b"") for _ in range(_WORDS)])
        files, changes, people = 0, list[LoggedChange](), False
        token = next(tokens, b"").lstrip(b"\n")
        while token[:1] == b":":
            before = next(tokens, b"")
            letter = token.rpartition(b" ")[2][:1]
            after = next(tokens, b"") if letter in b"RC" else before
            files += 1
            people = people or _MAIL_MAP in (before, after)
            if after.endswith(_SUFFIXES):
                changes.append(_change(token, letter, before, after))
            token = next(tokens, b"").lstrip(b"\n")
        yield Logged(name, tuple(parents), files, tuple(changes), words if changes else (), people)


def _tokens(portions: Iterable[bytes]) -> Iterator[bytes]:
    """What stands between zero bytes."""
    rest = b""
    for portion in portions:
        tokens = (rest + portion).split(b"\0")
        rest = tokens.pop()
        yield from tokens
    yield rest


def _change(state: bytes, letter: bytes, before: bytes, after: bytes) -> LoggedChange:
    _, _, old, new, _ = state.decode("ascii").split(" ")
    return LoggedChange(letter.decode("ascii"), _version(old), _version(new), before, after)


def _version(name: str) -> str:
    """The hash of a version; "" for none."""
    return name if name.strip("0") else ""
