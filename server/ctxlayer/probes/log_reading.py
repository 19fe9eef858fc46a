"""Reading git's log while it comes: who committed what when, and which files that changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import chain
from typing import NamedTuple

from ctxlayer.layer.sources import Commit, Rename
from ctxlayer.probes.mailmap import Mailmap

LOG_FORMAT = (
    "-z", "--name-status", "--root", "--encoding=UTF-8", "--date=raw", "--ignore-submodules=none",
    "--no-color", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-mailmap", "-l1000",
    "--format=tformat:@%H%x00%P%x00%cd%x00%an%x00%ae%x00%s",
)  # fmt: skip
"""What git's log has to be told for `read_log` to understand it. Merges are told of without files.

Dates are as they stand in the commit: git ends at one that it can make no day of, and with it the log.
"""

_LONGEST = 500
"""Characters of a name or a subject."""

_ZONE = re.compile(rb"[-+]\d{4}")
_DIGITS = 18
_DAY = 86_400
"""Seconds."""
_FIRST = date(1970, 1, 1)


@dataclass(slots=True)
class Log:
    """What a log told, commits by their number in it: few objects, however many commits.

    The `day` of each commit is when it was committed, by the time zone of who did it. `parents` are hashes
    with blanks between them, the first parent first; `seconds` when each was committed. `touched` has the numbers
    of the commits that touched each path; what only moved was not touched, and what moved and changed was under
    its new path. `renames` have numbers, too. `there` says of each path whether the commit that was told of
    first and changed it left a file there. Of a log that broke off, the commit after the last one in `commits`
    may have left something in these.
    """

    commits: list[Commit] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)
    seconds: list[int] = field(default_factory=list)
    touched: dict[str, list[int]] = field(default_factory=dict)
    renames: list[Rename] = field(default_factory=list)
    there: dict[str, bool] = field(default_factory=dict)


def read_log(portions: Iterable[bytes], log: Log, names: Mailmap) -> None:
    """Add what is told to `log`, as it comes. Raises ValueError for what is no such log."""
    tokens = chain.from_iterable(tokens_of(portions))
    known: dict[bytes, str] = {}
    days: dict[int, date] = {}
    token = next(tokens, b"")
    while token:
        told = _head(token, tokens, known, days, names)
        number, files = len(log.commits), 0
        for token in tokens:
            if token[:1] == b"@":
                break
            files += 1
            state = token.lstrip(b"\n")
            path = _known(next(tokens, b""), known)
            if state[:1] == b"R":
                new = _known(next(tokens, b""), known)
                log.renames.append(Rename(path, new, number))
                log.there.setdefault(path, False)
                path = new
            log.there.setdefault(path, state != b"D")
            if state != b"R100":
                log.touched.setdefault(path, []).append(number)
        else:
            token = b""
        log.commits.append(Commit(told.hash, told.day, told.author, told.subject, files))
        log.parents.append(told.parents)
        log.seconds.append(told.seconds)


class _Head(NamedTuple):
    hash: str
    parents: str
    seconds: int
    day: date
    author: str
    subject: str


def _head(
    token: bytes,
    tokens: Iterator[bytes],
    known: dict[bytes, str],
    days: dict[int, date],
    names: Mailmap,
) -> _Head:
    parents, written = next(tokens, b""), next(tokens, b"")
    seconds, number = _time(written)
    if number not in days:
        days[number] = _day(number)
    # Authors and paths are kept apart: no path holds a zero byte.
    name, mail = next(tokens, b""), next(tokens, b"")
    author = b"\0".join((b"", name, mail))
    if author not in known:
        known[author] = _shown(names.name(name, mail))
    return _Head(
        token[1:].decode("ascii"),
        parents.decode("ascii"),
        seconds,
        days[number],
        known[author],
        _shown(next(tokens, b"")),
    )


def _known(token: bytes, known: dict[bytes, str]) -> str:
    found = known.get(token)
    if found is None:
        found = known[token] = token.decode("utf-8", "surrogateescape")
    return found


def _time(written: bytes) -> tuple[int, int]:
    """The second of `1772366400 +0100`, and the number of the day that it had where it was written.

    A commit may be without a date, or have an odd one; it is none that is asked for then.
    """
    seconds, _, zone = written.partition(b" ")
    if not seconds.isdigit() or len(seconds) > _DIGITS:
        return 0, 0
    away = 0
    if _ZONE.fullmatch(zone):
        away = 3600 * int(zone[:3]) + 60 * int(zone[:1] + zone[3:])
    return int(seconds), (int(seconds) + away) // _DAY


def _day(number: int) -> date:
    """A day by its number since 1970; long ago for one that no calendar of ours has."""
    try:
        return _FIRST + timedelta(days=number)
    except OverflowError:
        return date.min


def _shown(written: bytes) -> str:
    """What people wrote, short, and without anything that could trouble a terminal."""
    text = written[: 4 * _LONGEST].decode("utf-8", "replace")[:_LONGEST]
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else " " for each in text)


def tokens_of(portions: Iterable[bytes]) -> Iterator[list[bytes]]:
    """What stands between zero bytes, some at a time."""
    rest: list[bytes] = []
    for portion in portions:
        tokens = portion.split(b"\0")
        rest.append(tokens.pop(0))
        if tokens:
            # Put together once: a subject may be as long as its author liked.
            first, rest = b"".join(rest), [tokens.pop()]
            yield [first, *tokens]
    if last := b"".join(rest):
        yield [last]
