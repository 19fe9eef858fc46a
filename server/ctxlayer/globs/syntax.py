"""What a glob is written in: faults with their places, commas between patterns, braces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ctxlayer.globs.dialect import LAYER, Dialect
from ctxlayer.text import Span

MAX_LENGTH = 10_000
"""Code points of one pattern; nobody writes longer ones, and compiling them would stall."""

MAX_ALTERNATIVES = 1_000
"""Patterns that the braces of one pattern may stand for; Claude Code's own budget."""

_MAX_EXPANDED = 200_000
_MAX_DEPTH = 50
_SPECIAL = frozenset("*?[{\\")


class Fault(NamedTuple):
    """Why a pattern does not compile, and the part of it that is to blame."""

    message: str
    span: Span


def class_end(pattern: str, start: int) -> int:
    """Index of the `]` that closes the `[` at `start`, or -1.

    A `]` right after the opening (or its `!` or `^`) is a member, and no class holds a `/`.
    """
    end, closed = _class_stop(pattern, start)
    return end if closed else -1


def _class_stop(pattern: str, start: int) -> tuple[int, bool]:
    """Where the `[` at `start` is closed, or cannot be any more, and which of the two it is."""
    at = start + 1
    if pattern[at : at + 1] in ("!", "^"):
        at += 1
    first = at
    while at < len(pattern):
        char = pattern[at]
        if char == "/":
            return at, False
        if char == "]" and at > first:
            return at, True
        at += 2 if char == "\\" else 1
    return at, False


def class_members(pattern: str, start: int, end: int) -> Iterator[tuple[str, str, Span]]:
    """The (low, high, span) ranges between the `[` at `start` and its `]` at `end`."""
    at = start + 1
    if pattern[at] in "!^":
        at += 1
    while at < end:
        begin = at
        at += pattern[at] == "\\" and at + 1 < end
        low = high = pattern[at]
        at += 1
        if pattern[at : at + 1] == "-" and at + 1 < end:
            at += 1
            at += pattern[at] == "\\" and at + 1 < end
            high = pattern[at]
            at += 1
        yield low, high, Span(begin, at)


def find_fault(pattern: str) -> Fault | None:
    """The first reason why `pattern` is no glob in any dialect."""
    if len(pattern) > MAX_LENGTH:
        return Fault(
            f"the pattern is {len(pattern):,} characters long; the limit is {MAX_LENGTH:,}",
            Span(0, len(pattern)),
        )
    open_braces: list[int] = []
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif char == "[":
            end = class_end(pattern, at)
            if end < 0:
                return Fault(
                    "`[` is never closed; close it with `]`, or write `\\[` for the character",
                    Span(at, at + 1),
                )
            for low, high, span in class_members(pattern, at, end):
                if low > high:
                    return Fault(
                        f"the range `{span.of(pattern)}` runs backwards; write `{high}-{low}`", span
                    )
            at = end
        elif char == "{":
            open_braces.append(at)
        elif char == "}" and open_braces:
            open_braces.pop()
        at += 1
        if len(open_braces) > _MAX_DEPTH:
            return Fault(f"braces are nested more than {_MAX_DEPTH} deep", Span(at - 1, at))
    if open_braces:
        return Fault(
            "`{` is never closed; close it with `}`, or write `\\{` for the character",
            Span(open_braces[0], open_braces[0] + 1),
        )
    return None


def has_magic(pattern: str) -> bool:
    """Whether `pattern` is more than a literal path."""
    return not _SPECIAL.isdisjoint(pattern)


class TooManyAlternatives(ValueError):
    """The braces of a pattern stand for more patterns than the budget allows."""


def expand_braces(pattern: str) -> tuple[str, ...]:
    """The patterns without braces that a faultless `pattern` stands for, in order.

    Braces around a single item are read both as a group and as themselves. Raises
    `TooManyAlternatives` before it builds more than the budget.
    """
    done: dict[str, None] = {}
    todo, size = [pattern], 0
    while todo:
        current = todo.pop()
        brace = _first_brace(current)
        if brace is None:
            done[current] = None
        else:
            start, end, items = brace
            if len(items) == 1:
                items.append(f"\\{{{items[0]}\\}}")
            fresh = [current[:start] + item + current[end + 1 :] for item in reversed(items)]
            todo += fresh
            size += sum(map(len, fresh))
        if len(done) + len(todo) > MAX_ALTERNATIVES or size > _MAX_EXPANDED:
            raise TooManyAlternatives
    return tuple(done)


def _first_brace(pattern: str) -> tuple[int, int, list[str]] | None:
    """(index of `{`, index of its `}`, the items between) of the first outermost brace."""
    start, depth, at = -1, 0, 0
    items: list[str] = []
    item_start = 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif char == "[":
            at = max(at, class_end(pattern, at))
        elif char == "{":
            if depth == 0:
                start, item_start = at, at + 1
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                items.append(pattern[item_start:at])
                return start, at, items
        elif char == "," and depth == 1:
            items.append(pattern[item_start:at])
            item_start = at + 1
        at += 1
    return None


def split_patterns(text: str, dialect: Dialect = LAYER) -> tuple[tuple[Span, str], ...]:
    """The patterns of one string, each with its span in it, without the white space around.

    Commas inside braces and classes do not separate. A brace that is never closed ends at the
    next comma that white space follows, so that one slip does not swallow the patterns after it.
    """
    if dialect.comma_string is False:
        pieces = [(0, len(text))]
    else:
        cuts = [-1, *_top_level_commas(text), len(text)]
        pieces = [(left + 1, right) for left, right in pairwise(cuts)]
    found = []
    for start, end in pieces:
        piece = text[start:end]
        stripped = piece.strip()
        if stripped:
            start += len(piece) - len(piece.lstrip())
            found.append((Span(start, start + len(stripped)), stripped))
    return tuple(found)


def _top_level_commas(text: str) -> list[int]:
    commas: list[int] = []
    inside: list[int] = []
    """Commas since the outermost open brace that would separate if it never closes."""
    depth, at = 0, 0
    open_until = 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif char == "[" and at >= open_until:
            end, open_until = _closed_class(text, at)
            at = max(at, end)
        elif char == "{":
            depth += 1
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                inside.clear()
        elif char == ",":
            if depth == 0:
                commas.append(at)
            elif text[at + 1 : at + 2].isspace():
                inside.append(at)
        at += 1
    return commas + inside


def _closed_class(text: str, start: int) -> tuple[int, int]:
    """The end of the class at `start`, -1 for one that is never closed, and up to where none is then.

    A class that runs over a comma and white space is an unclosed one.
    """
    stop, closed = _class_stop(text, start)
    comma = text.rfind(", ", start, stop) if closed else stop
    return (stop, start) if comma < 0 else (-1, comma)
