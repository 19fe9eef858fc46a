"""Columns in the units that a client counts in, and back.

A client agrees on UTF-8, UTF-16 or UTF-32 code units. Positions past the end of a line, or
between the two halves of a surrogate pair, are clamped to the code point before them.
"""

from __future__ import annotations

import re
from enum import Enum


class Encoding(str, Enum):
    """A position encoding of the protocol; the values are its names there."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"

    def units(self, line: str, column: int) -> int:
        """How many code units the first `column` code points of `line` take."""
        if self is Encoding.UTF32 or line.isascii():
            return column
        head = line[:column]
        if self is Encoding.UTF8:
            return len(head.encode("utf-8", "surrogatepass"))
        return len(head.encode("utf-16-le", "surrogatepass")) // 2

    def column(self, line: str, units: int) -> int:
        """How many whole code points of `line` fit in `units` code units, clamped to the line."""
        if units <= 0:
            return 0
        if self is Encoding.UTF32 or line.isascii():
            return min(units, len(line))
        if self is Encoding.UTF8:
            return _column_utf8(line, units)
        return _column_utf16(line, units)


_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_CONTINUATION = bytes(range(0x80, 0xC0))


def _column_utf8(line: str, units: int) -> int:
    # No code point takes less than one unit, so the answer lies within the first `units` of them.
    data = line[: units + 1].encode("utf-8", "surrogatepass")
    whole = len(data[:units].translate(None, _CONTINUATION))
    cut = units < len(data) and data[units] in _CONTINUATION
    return whole - cut


def _column_utf16(line: str, units: int) -> int:
    pairs = 0
    for match in _ASTRAL.finditer(line, 0, units):
        if units <= match.start() + pairs + 1:
            return min(units - pairs, match.start())
        pairs += 1
    return min(units - pairs, len(line))
