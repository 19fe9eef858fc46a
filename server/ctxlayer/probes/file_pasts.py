"""What commits made of files, newest first and through their renames; and which commit came before which."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Generator, Mapping, Sequence
from datetime import date, datetime, timezone
from functools import cached_property
from typing import NamedTuple

from ctxlayer.layer.agent_identities import Hand, Identity, hand
from ctxlayer.probes.commit_log import Logged, LoggedChange

_STEP = 20
_MANY = 200
"""Commits, and files, between two steps."""
_LONGEST = 200
"""Characters of a name or a subject."""


class Who(NamedTuple):
    """What is asked about people: parts of names that show an agent, and commits that say nothing."""

    identities: Sequence[str]
    ignored: Sequence[str]


class FileCommit(NamedTuple):
    """A commit. `number` counts from the oldest; `files` is how many it touched, of whatever sort."""

    hash: str
    number: int
    day: date | None
    hand: Hand
    ignored: bool
    author: str
    subject: str
    files: int


class Change(NamedTuple):
    """What a commit made of a file: versions by their hash, "" for none. `path` is from the top."""

    commit: FileCommit
    old: str
    new: str
    path: str


class Pasts:
    """The past of the files at `head` whose paths from the top are `asked`. Never written to.

    `forks` has the parents of the commits that do not have the one before them as their only one, by
    number, the oldest first.
    """

    def __init__(
        self,
        head: str,
        commits: int,
        forks: Mapping[int, tuple[int, ...]],
        asked: frozenset[str],
        changes: Mapping[str, Sequence[Change]],
    ) -> None:
        self.head = head
        self.commits = commits
        self.forks = forks
        self.asked = asked
        self._changes = changes
        self._behind: dict[int, dict[int, int]] = {}

    def of(self, path: str) -> Sequence[Change]:
        """The changes of a file, newest first."""
        return self._changes.get(path, ())

    def is_behind(self, commit: int, other: int) -> bool:
        """Whether a commit is `other`, or came before it on a way that leads there."""
        if other not in self._behind:
            self._behind[other] = self._ways_to(other)
        return self._behind[other].get(self._fork_of(commit), -1) >= commit

    def _ways_to(self, number: int) -> dict[int, int]:
        """For each fork on a way to a commit how far from there the ways are on one line."""
        found: dict[int, int] = {}
        waiting = [number]
        while waiting:
            at = waiting.pop()
            fork = self._fork_of(at)
            known = found.get(fork)
            found[fork] = max(at, known if known is not None else at)
            if known is None:
                waiting += self.forks.get(fork, ())
        return found

    def _fork_of(self, number: int) -> int:
        return self._forks[bisect_right(self._forks, number) - 1]

    @cached_property
    def _forks(self) -> list[int]:
        return list(self.forks)


def pasts_of(
    log: Sequence[Logged], head: str, asked: Collection[str], who: Who, before: Pasts | None
) -> Generator[None, None, Pasts | None]:
    """The past of the files `asked`; of the commits that `before` knows, `log` has none.

    None where that is not all there is to it: then everything has to be read anew.
    """
    known = 0
    if before is not None:
        if not _goes_on(log, head, before):
            return None
        known = before.commits
    names = {path: path for path in asked}
    found: dict[str, list[Change]] = {}
    for place, each in enumerate(log):
        if place % _STEP == 0:
            yield
        if each.changes:
            number = known + len(log) - 1 - place
            yield from _follow(each, number, who, names, found)
    changes: dict[str, Sequence[Change]] = {**found}
    if before is None:
        forks = yield from _forks(log)
        return Pasts(head, len(log), forks, frozenset(asked), changes)
    # All that have a name left were there before.
    if not before.asked.issuperset(names):
        return None
    for name, path in names.items():
        old = before.of(name)
        # The same object where nothing came: then the answer is the same as well.
        changes[path] = [*found[path], *old] if path in found else old
    return Pasts(head, known + len(log), before.forks, frozenset(asked), changes)


def _goes_on(log: Sequence[Logged], head: str, before: Pasts) -> bool:
    """Whether the log is one line from `before` on, and people still go by the same names."""
    tip = head
    for each in log:
        if each.hash != tip or len(each.parents) != 1 or each.renames_people:
            return False
        (tip,) = each.parents
    return tip == before.head


def _forks(log: Sequence[Logged]) -> Generator[None, None, dict[int, tuple[int, ...]]]:
    numbers = {each.hash: len(log) - 1 - place for place, each in enumerate(log)}
    found: dict[int, tuple[int, ...]] = {}
    for number, each in enumerate(reversed(log)):
        if number % _MANY == 0:
            yield
        parents = tuple([numbers[parent] for parent in each.parents if parent in numbers])
        if parents != (number - 1,):
            found[number] = parents
    return found


def _follow(
    logged: Logged,
    number: int,
    who: Who,
    names: dict[str, str],
    found: dict[str, list[Change]],
) -> Generator[None, None, None]:
    """Note what a commit did to files by the `names` that they have in it; then by those before."""
    commit: FileCommit | None = None
    for place, each in enumerate(logged.changes):
        if place % _MANY == _MANY - 1:
            yield
        last = each.after.decode("utf-8", "surrogateescape")
        path = names.get(last)
        if path is None or each.status == "D":
            continue
        commit = commit or _commit(logged, number, who)
        found.setdefault(path, []).append(Change(commit, each.old, each.new, last))
        _rename(each, last, names)


def _rename(change: LoggedChange, last: str, names: dict[str, str]) -> None:
    if change.status in "ARC":
        path = names.pop(last)
        if change.status == "R":
            names.setdefault(change.before.decode("utf-8", "surrogateescape"), path)


def _commit(logged: Logged, number: int, who: Who) -> FileCommit:
    seconds, *people, body = [each.decode("utf-8", "surrogateescape") for each in logged.words]
    a_name, a_mail, a_name2, a_mail2, c_name, c_mail, c_name2, c_mail2 = people
    shown = hand(
        (Identity(a_name, a_mail), Identity(a_name2, a_mail2)),
        (Identity(c_name, c_mail), Identity(c_name2, c_mail2)),
        body,
        who.identities,
    )
    name = logged.hash
    ignored = any(len(each) > 3 and name.startswith(each.lower()) for each in who.ignored)
    subject = _shown(body.strip().partition("\n\n")[0])
    author = _shown(a_name2 or a_mail2)
    return FileCommit(name, number, _day(seconds), shown, ignored, author, subject, logged.files)


def _shown(text: str) -> str:
    """What people wrote, short and on one line."""
    short = text[:_LONGEST]
    if not short.isprintable():
        short = "".join(each if each.isprintable() else " " for each in short)
    return " ".join(short.split())


def _day(seconds: str) -> date | None:
    """The day of a commit; None for one that no calendar holds."""
    try:
        return datetime.fromtimestamp(int(seconds), tz=timezone.utc).date()
    except (ValueError, OverflowError, OSError):
        return None
