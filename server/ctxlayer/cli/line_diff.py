"""What differs between two lists of lines, in about linear time.

A table of thousands of topics is full of lines that occur in each of them. To compare each with
each takes minutes, so lines that occur once in both texts are found first, and hold the others in
place.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_MOST = 100_000
"""Pairs of lines that are compared at most between two that are held; else all of them changed."""
_CONTEXT = 3


class Change(NamedTuple):
    """Lines `old_start` to `old_end` became `new_start` to `new_end`."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int


def unified(old: Sequence[str], new: Sequence[str], source: str, target: str) -> Iterator[str]:
    """The lines of a patch, each with its line end; nothing where the texts are equal."""
    for number, hunk in enumerate(_hunks(changes(old, new))):
        if not number:
            yield f"--- {source}\n"
            yield f"+++ {target}\n"
        start = max(0, hunk[0].old_start - _CONTEXT)
        end = min(len(old), hunk[-1].old_end + _CONTEXT)
        begin = hunk[0].new_start - (hunk[0].old_start - start)
        stop = hunk[-1].new_end + (end - hunk[-1].old_end)
        yield f"@@ -{_range(start, end)} +{_range(begin, stop)} @@\n"
        at = start
        for change in hunk:
            yield from (f" {line}" for line in old[at : change.old_start])
            yield from (f"-{line}" for line in old[change.old_start : change.old_end])
            yield from (f"+{line}" for line in new[change.new_start : change.new_end])
            at = change.old_end
        yield from (f" {line}" for line in old[at:end])


def _range(start: int, end: int) -> str:
    """As `patch` counts: from 1, and an empty range stands behind the line that it names."""
    length = end - start
    first = start + 1 if length else start
    return f"{first}" if length == 1 else f"{first},{length}"


def _hunks(found: Sequence[Change]) -> list[list[Change]]:
    hunks: list[list[Change]] = []
    for change in found:
        if hunks and change.old_start - hunks[-1][-1].old_end <= 2 * _CONTEXT:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    return hunks


def changes(old: Sequence[str], new: Sequence[str]) -> list[Change]:
    """What became of `old`, in order; what lies between two changes is equal."""
    found: list[Change] = []
    at = begin = 0
    for mine, other in [*_held(old, new), (len(old), len(new))]:
        found += _between(old, new, Change(at, mine, begin, other))
        at, begin = mine + 1, other + 1
    joined: list[Change] = []
    for change in found:
        last = joined[-1] if joined else None
        if last and (last.old_end, last.new_end) == (change.old_start, change.new_start):
            joined[-1] = Change(last.old_start, change.old_end, last.new_start, change.new_end)
        else:
            joined.append(change)
    return joined


def _held(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of lines that occur once in either text: the longest series that is in order."""
    once_old, once_new = Counter(old), Counter(new)
    places = {line: place for place, line in enumerate(new) if once_new[line] == 1}
    pairs = [
        (place, places[line])
        for place, line in enumerate(old)
        if once_old[line] == 1 and line in places
    ]
    ends: list[int] = []
    last_of: list[int] = []
    before: list[int] = []
    for number, (_, other) in enumerate(pairs):
        length = bisect_left(ends, other)
        before.append(last_of[length - 1] if length else -1)
        ends[length : length + 1] = [other]
        last_of[length : length + 1] = [number]
    series = []
    number = last_of[-1] if last_of else -1
    while number >= 0:
        series.append(pairs[number])
        number = before[number]
    return series[::-1]


def _between(old: Sequence[str], new: Sequence[str], gap: Change) -> Iterator[Change]:
    """The changes between two lines that are held."""
    at, end, begin, stop = gap
    while at < end and begin < stop and old[at] == new[begin]:
        at, begin = at + 1, begin + 1
    while at < end and begin < stop and old[end - 1] == new[stop - 1]:
        end, stop = end - 1, stop - 1
    if at == end and begin == stop:
        return
    if not (at < end and begin < stop) or (end - at) * (stop - begin) > _MOST:
        yield Change(at, end, begin, stop)
        return
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, old[at:end], new[begin:stop], autojunk=False)
    for tag, first, last, other, final in matcher.get_opcodes():
        if tag != "equal":
            yield Change(at + first, at + last, begin + other, begin + final)
