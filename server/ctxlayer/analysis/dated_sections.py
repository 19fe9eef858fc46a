"""Sections of a file that keep a record, under headings that begin with a day: what they say was so then."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.text import Span

_DAY = r"\d{4}-\d\d-\d\d\b"
_DATED = re.compile(rf"\W{{0,4}}(?:v?\d{{1,9}}(?:\.\d{{1,9}}){{1,3}}\W{{1,4}})?{_DAY}")
"""A day, or a version and its day, as in change logs."""
_MAYBE = re.compile(rf"^#{{2,6}}[ \t][^\n]{{0,40}}{_DAY}", re.MULTILINE)


def is_record(span: Span, document: Document) -> bool:
    """Whether a place lies in a section about one day. The title of a file makes no record of all of it."""
    return any(each.start <= span.start < each.end for each in _records(document))


def _records(document: Document) -> tuple[Span, ...]:
    found: tuple[Span, ...] | None = document.memo.get("dated-sections")
    if found is None:
        # Most texts have no such heading, and need not be parsed for it.
        found = tuple(_read(document)) if _MAYBE.search(document.text) else ()
        document.memo["dated-sections"] = found
    return found


def _read(document: Document) -> Iterator[Span]:
    headings = document.blocks.headings
    for at, heading in enumerate(headings):
        if heading.level > 1 and _DATED.match(heading.text):
            later = (each.span.start for each in headings[at + 1 :] if each.level <= heading.level)
            yield Span(heading.span.start, next(later, len(document.text)))
