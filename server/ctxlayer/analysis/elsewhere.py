"""Whether a path stands in a sentence about some other repository, one that the text leads to on the web."""

from __future__ import annotations

import re
from collections.abc import Collection

from ctxlayer.layer.document import Document
from ctxlayer.text import Span

_FORGE = re.compile(r"https?://(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.[a-z]{2,4}/")
_REPOSITORY = re.compile(_FORGE.pattern + r"[\w.-]{1,100}/([\w.-]{1,100})", re.IGNORECASE)
_NEAR = 600
"""Characters on each side that may still be about the same; there are texts of one line."""
_BEGINS = re.compile(r"[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|[|#]|$)")
"""Lines that begin something new: an item, a row, a heading, a paragraph."""


def is_elsewhere(span: Span, document: Document, names: Collection[str]) -> bool:
    """Whether what stands around a place leads to repositories and to none of these names.

    `` `src/` in the [crane](https://github.com/quay/crane) `` is a path of the crane, whatever lies here.
    """
    leads_out: bool | None = document.reading.get("leads-out")
    if leads_out is None:
        leads_out = _REPOSITORY.search(document.text) is not None
        document.reading["leads-out"] = leads_out
    if not leads_out:
        return False
    found = {
        name.removesuffix(".git").rstrip(".").lower()
        for name in _REPOSITORY.findall(_around(span, document.text))
    }
    return bool(found) and found.isdisjoint(name.lower() for name in names)


def _around(span: Span, text: str) -> str:
    """The paragraph, item or row that holds a place; of a long one what is near."""
    first, last = max(0, span.start - _NEAR), min(len(text), span.end + _NEAR)
    start = _start(span.start, first, text)
    while start > first and not _BEGINS.match(text, start, _end(start, last, text)):
        before = _start(start - 1, first, text)
        if before == start - 1:  # a blank line
            break
        start = before
    end = _end(span.end, last, text)
    while end < last and not _BEGINS.match(text, end + 1, _end(end + 1, last, text)):
        end = _end(end + 1, last, text)
    return text[start:end]


def _start(at: int, first: int, text: str) -> int:
    return max(first, text.rfind("\n", first, at) + 1)


def _end(at: int, last: int, text: str) -> int:
    end = text.find("\n", at, last)
    return last if end < 0 else end
