"""A half-open range of code points."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """`text[start:end]`; both count code points from the start of the text."""

    start: int
    end: int

    @classmethod
    def at(cls, offset: int) -> Span:
        """The empty span at `offset`."""
        return cls(offset, offset)

    def shift(self, by: int) -> Span:
        """This span, `by` code points further on."""
        return Span(self.start + by, self.end + by)

    def of(self, text: str) -> str:
        """The part of `text` that this span covers."""
        return text[self.start : self.end]

    def holds(self, offset: int) -> bool:
        """Whether a cursor at `offset` touches this span (both ends count)."""
        return self.start <= offset <= self.end

    def touches(self, other: Span) -> bool:
        """Whether the two spans share a code point or a border."""
        return self.start <= other.end and other.start <= self.end
