"""The first part of a path at which a pattern gives up, for people who wonder why."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ctxlayer.globs.dialect import Dialect
from ctxlayer.globs.glob import Glob, compile_glob
from ctxlayer.globs.translate import Wild, names_of


class Reason(Enum):
    """What kept a pattern from matching a path."""

    NAME = "another name is wanted there"
    CASE = "the name is written in another case"
    NOWHERE = "no folder from there on is called as wanted"
    SHORT = "the path ends, and the pattern goes on"
    LONG = "the pattern ends, and the path goes on"


class Miss(NamedTuple):
    """Where a pattern and a path part company.

    `at` is the number of the part of the path, `part` its text; `wanted` is what the pattern has
    there, "" where it has ended.
    """

    reason: Reason
    at: int
    part: str
    wanted: str


def first_miss(glob: Glob, path: str) -> Miss | None:
    """Why `glob` does not match `path`; of several alternatives the one that comes furthest.

    None where it matches, and where it cannot match anything.
    """
    if glob.matches(path):
        return None
    found = [
        _follow(names_of(each, glob.dialect), path, glob.dialect) for each in glob.alternatives
    ]
    misses = [each for each in found if each is not None]
    return max(misses, key=lambda each: each[0])[1] if misses else None


_Progress = tuple[int, int]
"""Parts of the path that were taken, then segments of the pattern."""


def _follow(names: list[str], path: str, dialect: Dialect) -> tuple[_Progress, Miss] | None:
    if not names:
        return None
    parts = path.split("/")
    states = _with_empty({0}, names)
    for at, part in enumerate(parts):
        following = {state for each in states for state in _step(each, part, names, dialect)}
        following = _with_empty(following, names)
        if not following:
            return (at, max(states)), _stopped(names, max(states), parts, at, dialect)
        states = following
    furthest = max(each for each in states if each < len(names))
    return (len(parts), furthest), _ended(names, furthest, parts, dialect)


def _step(state: int, part: str, names: list[str], dialect: Dialect) -> tuple[int, ...]:
    if state == len(names):
        return ()
    if names[state] == Wild.DEEP.value:
        # At its end `**` is at least one name.
        return (state, state + 1) if state + 1 == len(names) else (state,)
    return (state + 1,) if _fits(names[state], part, dialect) else ()


def _with_empty(states: set[int], names: list[str]) -> set[int]:
    """The states with those that `**` leads to when it stands for no folder."""
    found = set(states)
    for state in states:
        while state + 1 < len(names) and names[state] == Wild.DEEP.value:
            state += 1
            found.add(state)
    return found


def _fits(name: str, part: str, dialect: Dialect) -> bool:
    plain = dialect._replace(
        anchored=True, bare_name_any_depth=False, braces=False, brackets=True, escapes=True
    )
    return compile_glob(name, plain).matches(part)


def _stopped(names: list[str], state: int, parts: list[str], at: int, dialect: Dialect) -> Miss:
    part = parts[at]
    if state == len(names):
        return Miss(Reason.LONG, at, part, "")
    wanted = names[state]
    if _fits(wanted, part, dialect._replace(case_sensitive=False)):
        return Miss(Reason.CASE, at, part, wanted)
    return Miss(Reason.NAME, at, part, wanted)


def _ended(names: list[str], state: int, parts: list[str], dialect: Dialect) -> Miss:
    """The path is at its end, and the pattern is not: `**` has taken what is left of the path."""
    wanted = names[state]
    if wanted == Wild.DEEP.value:
        return Miss(Reason.SHORT, len(parts) - 1, parts[-1], wanted)
    deep = state > 0 and names[state - 1] == Wild.DEEP.value
    if not deep:
        return Miss(Reason.SHORT, len(parts) - 1, parts[-1], wanted)
    if state + 1 == len(names):
        return _stopped(names, state, parts, len(parts) - 1, dialect)
    at = _first_after(names, state, parts, dialect)
    return Miss(Reason.NOWHERE, at, parts[at], wanted)


def _first_after(names: list[str], state: int, parts: list[str], dialect: Dialect) -> int:
    """The first part that `**` had to take before the segment at `state` could not be found."""
    for at in range(len(parts)):
        head = "/".join(parts[:at])
        before = "/".join(names[: state - 1])
        if not before or (head and compile_glob(before, _whole(dialect)).matches(head)):
            return min(at, len(parts) - 1)
    return len(parts) - 1


def _whole(dialect: Dialect) -> Dialect:
    return dialect._replace(
        anchored=True, bare_name_any_depth=False, braces=False, brackets=True, escapes=True
    )
