"""An open document: edited in place, line by line, joined only when somebody reads it."""

from __future__ import annotations

from ctxlayer.text.encoding import Encoding
from ctxlayer.text.lines import body_length, split_lines


class TextBuffer:
    """The text of one open document under a client's incremental changes.

    An edit costs what the lines it touches cost, whatever the size of the document.
    """

    __slots__ = ("_encoding", "_lines", "_text")

    def __init__(self, text: str, encoding: Encoding) -> None:
        self._encoding = encoding
        self._lines = split_lines(text)
        self._text: str | None = text

    @property
    def text(self) -> str:
        """The whole text."""
        if self._text is None:
            self._text = "".join(self._lines)
        return self._text

    def replace_all(self, text: str) -> None:
        """A change without a range: the whole text anew."""
        self._lines = split_lines(text)
        self._text = text

    def replace(self, start: tuple[int, int], end: tuple[int, int], new: str) -> None:
        """Replace between two (line, units) positions of the client, clamped to the text."""
        lines = self._lines
        (first, head), (last, tail) = self._locate(start), self._locate(end)
        if (last, tail) < (first, head):
            (first, head), (last, tail) = (last, tail), (first, head)
        merged = lines[first][:head] + new + lines[last][tail:]
        if first > 0 and merged.startswith("\n") and lines[first - 1].endswith("\r"):
            first -= 1  # the `\r` of the line before has met its `\n`
            merged = lines[first] + merged
        fresh = split_lines(merged)
        if last + 1 < len(lines):
            fresh.pop()  # `merged` ends as line `last` does: nothing comes behind that line end
        lines[first : last + 1] = fresh
        self._text = None

    def _locate(self, at: tuple[int, int]) -> tuple[int, int]:
        """(line, code points into it) for a client's position."""
        number, units = at
        if number < 0:
            return 0, 0
        if number >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        line = self._lines[number]
        body = line[: body_length(line)]
        return number, self._encoding.column(body, units)
