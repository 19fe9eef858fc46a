"""What is looked for line by line in all of a text, and after an edit in the edited lines alone.

For what cannot reach over a line end: of a table of three megabytes a keystroke touches one line, and
to look at the others again would take longer than all else that is done with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar, cast

from ctxlayer.layer.document import Document
from ctxlayer.text import Span
from ctxlayer.text.common import common


class Found(Protocol):
    """Something that stands in a text."""

    @property
    def span(self) -> Span:
        """Where."""


F = TypeVar("F", bound=Found)

Scan = Callable[[str, int, int], Iterable[F]]
"""Looks at `text[start:end]`, whole lines, and tells what stands there with spans of the text."""


def line_scan(
    document: Document, name: str, scan: Scan[F], moved: Callable[[F, int], F]
) -> tuple[F, ...]:
    """What `scan` finds in a document, in order; `moved` tells of the same so much further on.

    `name` is what it is kept by, with the document and with the next of its path.
    """
    text = document.text
    known = document.scans.get(name)
    if known is not None and known[0] is text:
        return cast("tuple[F, ...]", known[1])
    if known is None:
        found = tuple(scan(text, 0, len(text)))
    else:
        found = tuple(_again(known[0], cast("Sequence[F]", known[1]), text, scan, moved))
    document.scans[name] = (text, found)
    return found


def _again(
    old: str, found: Sequence[F], text: str, scan: Scan[F], moved: Callable[[F, int], F]
) -> Iterable[F]:
    """What was found in the lines that are as they were, and what stands in the others now."""
    same, tail = common(old, text)
    start = text.rfind("\n", 0, same) + 1
    end = text.find("\n", len(text) - tail) + 1 or len(text)
    by = len(text) - len(old)
    yield from (each for each in found if each.span.end <= start)
    yield from scan(text, start, end)
    yield from (moved(each, by) for each in found if each.span.start >= end - by)
