"""A large text in parts of whole lines, so that a keystroke reads one of them anew.

What is looked for must not reach over a line end. Parts are told apart by their text: those that an
edit left as they were are known by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

SMALL = 1 << 16
"""Code points up to which a text is read as a whole."""
_LINES = 64


def pieces(text: str) -> Iterator[tuple[int, str]]:
    """(offset, part) for all of the text; a text that is not small in parts of as many lines."""
    if len(text) <= SMALL:
        yield 0, text
        return
    lines = iter(text.splitlines(keepends=True))
    at = 0
    while part := "".join(islice(lines, _LINES)):
        yield at, part
        at += len(part)
