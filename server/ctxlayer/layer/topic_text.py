"""Small readings that rows and sections share. All of them keep every offset."""

from __future__ import annotations

import re

from ctxlayer.layer.pointer import trim
from ctxlayer.text import Span

_LINKED = re.compile(r"\[(?P<label>[^\[\]\n]+)\]\([^()\n]*\)")
_MARKS = ("**", "__", "`", "*")
_MAX_WRAPPERS = 2  # a link in bold, code in a link
_NOT_LINE_END = re.compile(r"[^\r\n]")


def name_span(text: str, start: int, end: int) -> Span:
    """Where a topic's name is in `text[start:end]`, without emphasis, code ticks or a link."""
    start, end = trim(text, start, end)
    for _ in range(_MAX_WRAPPERS):
        linked = _LINKED.fullmatch(text, start, end)
        if linked is not None:
            start, end = linked.span("label")
        for mark in _MARKS:
            inner = end - len(mark)
            both = text.startswith(mark, start) and text.startswith(mark, inner)
            if both and inner > start + len(mark):
                start, end = start + len(mark), inner
    return Span(*trim(text, start, end))


def without_comments(text: str) -> str:
    """`text` with HTML comments blanked out; an unclosed one is text."""
    start = text.find("<!--")
    if start < 0:
        return text
    out: list[str] = []
    at = 0
    while start >= 0:
        end = text.find("-->", start + 4)
        if end < 0:
            break
        out += (text[at:start], blanked(text[start : end + 3]))
        at = end + 3
        start = text.find("<!--", at)
    out.append(text[at:])
    return "".join(out)


def blanked(text: str) -> str:
    """As many blanks; line ends stay."""
    return _NOT_LINE_END.sub(" ", text)
