"""Columns in the units that a client counts in, and back.

A client agrees on UTF-8, UTF-16 or UTF-32 code units. Positions past the end of a line, or
between the two halves of a surrogate pair, are clamped to the code point before them.
"""

from __future__ import annotations

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
            return _count(line, units, _utf8_width)
        return _count(line, units, _utf16_width)


def _utf8_width(char: str) -> int:
    code = ord(char)
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


def _utf16_width(char: str) -> int:
    return 2 if ord(char) > 0xFFFF else 1


def _count(line: str, units: int, width) -> int:  # type: ignore[no-untyped-def]
    column = 0
    for char in line:
        units -= width(char)
        if units < 0:
            break
        column += 1
    return column
