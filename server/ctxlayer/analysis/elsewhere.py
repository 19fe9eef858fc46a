"""Whether a path stands in a sentence about some other repository, one that the text leads to on the web."""

from __future__ import annotations

import re
from collections.abc import Collection

from ctxlayer.layer.document import Document
from ctxlayer.text import Span

_FORGE = re.compile(r"https?://(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.[a-z]{2,4}/")
_REPOSITORY = re.compile(_FORGE.pattern + r"[\w.-]{1,100}/([\w.-]{1,100})", re.IGNORECASE)
_BEGINS = re.compile(r"[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|[|#]|$)")
"""Lines that begin something new: an item, a row, a heading, a paragraph."""


def is_elsewhere(span: Span, document: Document, names: Collection[str]) -> bool:
    """Whether what stands around a place leads to repositories and to none of these names.

    `` `src/` in the [crane](https://github.com/quay/crane) `` is a path of the crane, whatever lies here.
    """
    if "://" not in document.text:
        return False
    found = {
        name.removesuffix(".git").rstrip(".").lower()
        for name in _REPOSITORY.findall(_around(span, document.text))
    }
    return bool(found) and found.isdisjoint(name.lower() for name in names)


def _around(span: Span, text: str) -> str:
    """The paragraph, item or row that holds a place."""
    start = text.rfind("\n", 0, span.start) + 1
    while start > 0 and not _BEGINS.match(text, start, _end(start, text)):
        before = text.rfind("\n", 0, start - 1) + 1
        if before == start - 1:  # a blank line
            break
        start = before
    end = _end(span.end, text)
    while end < len(text) and not _BEGINS.match(text, end + 1, _end(end + 1, text)):
        end = _end(end + 1, text)
    return text[start:end]


def _end(at: int, text: str) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
