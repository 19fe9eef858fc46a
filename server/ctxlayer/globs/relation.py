"""How two patterns relate, for every path there could be and not just those there are.

Each pattern becomes an automaton; both read the same characters in step. One character stands
for all that the two patterns cannot tell apart, so the alphabet is small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ctxlayer.globs.glob import Glob
from ctxlayer.globs.translate import ANY, Wild, parse

_MOST_STATES = 20_000
"""States looked at before the question is given up."""

_LONGEST = 1_000
"""Letters of both patterns beyond which it is not asked; nobody writes such patterns by hand."""

_FRESH = "\ue000"
"""A character that no pattern mentions."""

_States = frozenset[int]


@lru_cache(maxsize=4096)
def covers(broad: Glob, narrow: Glob) -> bool:
    """Whether `broad` matches every path that `narrow` does. False where that is too hard to say.

    A pattern that matches nothing covers nothing and is covered by nothing.
    """
    if not (broad.alternatives and narrow.alternatives):
        return False
    example = _example(narrow)
    if example is not None and not broad.matches(example):
        return False
    if _is_long(broad, narrow):
        return False
    outer, inner = _Automaton(broad), _Automaton(narrow)
    seen = 0
    for states, others in _walk(inner, outer):
        seen += len(states) + len(others)
        if seen > _MOST_STATES or (inner.accepts(states) and not outer.accepts(others)):
            return False
    return True


def overlap(one: Glob, other: Glob) -> bool:
    """Whether some path could match both. True where that is too hard to say."""
    if _is_long(one, other):
        return True
    left, right = _Automaton(one), _Automaton(other)
    seen = 0
    for states, others in _walk(left, right):
        seen += len(states) + len(others)
        if seen > _MOST_STATES or (left.accepts(states) and right.accepts(others)):
            return True
    return False


def _is_long(*globs: Glob) -> bool:
    return sum(len(each) for glob in globs for each in glob.alternatives) > _LONGEST


def _example(glob: Glob) -> str | None:
    """A path that `glob` matches; None where none is quickly made up."""
    names = []
    for segment in parse(glob.alternatives[0], glob.dialect):
        if isinstance(segment, Wild):
            names.append(_FRESH)
        else:
            names.append("".join(map(_letter, segment)))
    path = "/".join(names)
    return path if glob.matches(path) else None


def _letter(atom: str | Wild) -> str:
    if isinstance(atom, Wild) or atom == ANY:
        return _FRESH
    return atom[-1] if len(atom) <= 2 else ""  # a letter, perhaps escaped; else a class


class _Automaton:
    """Reads a path character by character; states are numbers, and it may be in several."""

    def __init__(self, glob: Glob) -> None:
        self.text = "".join(glob.alternatives)
        self._flags = glob.flags
        self._edges: list[list[tuple[str, int]]] = []
        """For each state, (regular expression of one character, next state)."""
        self._free: list[list[int]] = []
        """For each state, those that follow without a character."""
        self._final: set[int] = set()
        self._seen: dict[tuple[str, str], bool] = {}
        start = self._new()
        for alternative in glob.alternatives:
            self._add(start, parse(alternative, glob.dialect))
        self.start = self._closed([start])

    def accepts(self, states: _States) -> bool:
        """Whether the path may end here."""
        return not self._final.isdisjoint(states)

    def step(self, states: _States, char: str) -> _States:
        """Where `char` leads from `states`."""
        return self._closed(
            following
            for state in states
            for label, following in self._edges[state]
            if self._fits(label, char)
        )

    def _fits(self, label: str, char: str) -> bool:
        key = (label, char)
        if key not in self._seen:
            self._seen[key] = re.fullmatch(label, char, self._flags) is not None
        return self._seen[key]

    def _closed(self, states: Iterable[int]) -> _States:
        found, waiting = set(), list(states)
        while waiting:
            state = waiting.pop()
            if state not in found:
                found.add(state)
                waiting += self._free[state]
        return frozenset(found)

    def _new(self) -> int:
        self._edges.append([])
        self._free.append([])
        return len(self._edges) - 1

    def _to_new(self, state: int, label: str) -> int:
        following = self._new()
        self._edges[state].append((label, following))
        return following

    def _add(self, start: int, segments: list[list[str | Wild] | Wild]) -> None:
        if not segments:
            return
        state = self._new()
        self._free[start].append(state)
        for at, segment in enumerate(segments):
            is_last = at + 1 == len(segments)
            if isinstance(segment, Wild):
                state = self._deep(state, is_last)
            else:
                state = self._segment(state, segment)
                if not is_last:
                    state = self._to_new(state, "/")
        self._final.add(state)

    def _deep(self, state: int, is_last: bool) -> int:
        """Whole segments, each with its slash; at the end, at least one, without it."""
        name = self._to_new(state, ANY)
        self._edges[name] += [(ANY, name), ("/", state)]
        if is_last:
            return name
        # The loop is left by a way of its own, so that what follows does not run back into it.
        after = self._new()
        self._free[state].append(after)
        return after

    def _segment(self, state: int, atoms: list[str | Wild]) -> int:
        if atoms == [Wild.STAR]:
            atoms = [ANY, Wild.STAR]
        for atom in atoms:
            if isinstance(atom, str):
                state = self._to_new(state, atom)
            else:
                looping = self._new()
                self._free[state].append(looping)
                self._edges[looping].append((ANY, looping))
                state = looping
        return state


def _walk(first: _Automaton, second: _Automaton) -> Iterator[tuple[_States, _States]]:
    """Every pair of states that some path leads both to, as long as `first` is not stuck."""
    alphabet = _alphabet(first.text + second.text)
    pair = (first.start, second.start)
    seen, waiting = {pair}, [pair]
    while waiting:
        states, others = pair = waiting.pop()
        yield pair
        for char in alphabet:
            following = first.step(states, char)
            if following:
                pair = (following, second.step(others, char))
                if pair not in seen:
                    seen.add(pair)
                    waiting.append(pair)


def _alphabet(text: str) -> list[str]:
    """What the patterns mention, and next to it, since a range may begin or end there."""
    mentioned = {
        chr(code)
        for char in set(text)
        for code in (ord(char) - 1, ord(char), ord(char) + 1)
        if 0 < code < 0x110000
    }
    return sorted(mentioned | {_FRESH, "/"})
