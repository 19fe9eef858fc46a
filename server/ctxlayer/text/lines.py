"""Lines as the Language Server Protocol counts them.

A line ends at `\\n`, `\\r\\n` or `\\r`, and nowhere else. `str.splitlines` also splits at form
feeds, U+0085, U+2028 and more, which puts every later position on the wrong line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate, count
from operator import add
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")


class Position(NamedTuple):
    """Zero-based line, and code points from the start of that line."""

    line: int
    column: int


def split_lines(text: str) -> list[str]:
    """The lines of `text` with their ends; always one more than there are line ends."""
    if "\r" not in text:
        lines = [line + "\n" for line in text.split("\n")]
        lines[-1] = lines[-1][:-1]
        return lines
    lines, at = [], 0
    for end in _LINE_END.finditer(text):
        lines.append(text[at : end.end()])
        at = end.end()
    lines.append(text[at:])
    return lines


def body_length(line: str) -> int:
    """Length of `line` without its line end."""
    if line.endswith("\n"):
        return len(line) - (2 if line.endswith("\r\n") else 1)
    return len(line) - line.endswith("\r")


_STRETCH = 1 << 16
"""Code points between two places whose lines are counted beforehand."""


_MANY = 100
"""Positions from which on it pays to note where every line starts."""


class LineIndex:
    """Where each line of a text starts; answers both ways between offsets and positions.

    A large text that is asked for a few positions has its line ends counted by stretches, which
    takes a tenth of the time of noting them all.
    """

    __slots__ = ("_asked", "_counts", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: list[int] | None = None
        self._counts: list[int] | None = None
        self._asked = 0

    @property
    def starts(self) -> list[int]:
        """Where each line starts."""
        if self._starts is None:
            if "\r" in self.text:
                self._starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]
            else:
                ends = accumulate(map(len, self.text.split("\n")))
                self._starts = [0, *map(add, ends, count(1))]
                self._starts.pop()
        return self._starts

    def __len__(self) -> int:
        return len(self.starts)

    def line_at(self, offset: int) -> int:
        """The zero-based line that holds `offset`; offsets outside the text are clamped."""
        return self.position(offset).line

    def position(self, offset: int) -> Position:
        """Line and column of `offset`; offsets outside the text are clamped to its ends."""
        text = self.text
        offset = min(max(offset, 0), len(text))
        if self._starts is None and self._asked < _MANY and self._is_counted():
            self._asked += 1
            stretch = offset // _STRETCH
            line = self._counts[stretch] if self._counts else 0
            line += text.count("\n", stretch * _STRETCH, offset)
            return Position(line, offset - text.rfind("\n", 0, offset) - 1)
        line = bisect_right(self.starts, offset) - 1
        return Position(line, offset - self.starts[line])

    def _is_counted(self) -> bool:
        """Whether this is a text whose lines are to be counted by stretches."""
        if self._counts is None and len(self.text) > _STRETCH and "\r" not in self.text:
            places = range(0, len(self.text) + 1, _STRETCH)
            ends = (self.text.count("\n", at, at + _STRETCH) for at in places)
            self._counts = [0, *accumulate(ends)]
        return self._counts is not None

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; past the end of a line means the end of that line."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[line]
        return min(start + max(column, 0), start + body_length(self.line(line)))

    def line(self, number: int) -> str:
        """The text of one line with its line end."""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end]
