"""What is hidden from the reader of a page: comments, and matches that stand in them or in code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ctxlayer.text import Span


def outside(matches: Iterable[re.Match[str]], hidden: Iterable[Span]) -> Iterator[re.Match[str]]:
    """Those of `matches` that start in none of the `hidden` spans; matches come in order."""
    spans = sorted(hidden)
    place = 0
    for match in matches:
        at = match.start()
        while place < len(spans) and spans[place].end <= at:
            place += 1
        if place == len(spans) or at < spans[place].start:
            yield match


def comment_spans(text: str, block: Span) -> list[Span]:
    """The comments inside one HTML block; an unclosed one takes the rest of it."""
    found = []
    at = text.find("<!--", *block)
    while at >= 0:
        close = text.find("-->", at + 2, block.end)
        end = block.end if close < 0 else close + 3
        found.append(Span(at, end))
        at = text.find("<!--", end, block.end)
    return found
