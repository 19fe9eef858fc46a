"""Replacements in a text, and what they make of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ctxlayer.text.span import Span


class Edit(NamedTuple):
    """Replace `span` by `new`. An empty span inserts; an empty `new` deletes."""

    span: Span
    new: str


class OverlappingEdits(ValueError):
    """Two edits of one set claim the same code points."""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """`text` after all `edits`; spans refer to `text` as given.

    Insertions at one place keep their order. Raises `OverlappingEdits` where two edits meet
    inside a replaced range, since no order of them would be what both meant.
    """
    out: list[str] = []
    at = 0
    for span, new in sorted(edits, key=lambda edit: edit.span):
        if span.start < at:
            raise OverlappingEdits(
                f"an edit at {span.start} begins before {at}, where another ends"
            )
        out += (text[at : span.start], new)
        at = span.end
    out.append(text[at:])
    return "".join(out)


def smallest_edit(span: Span, old: str, new: str) -> Edit:
    """The edit that makes `old`, which stands at `span`, into `new` without touching their ends."""
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return Edit(Span(span.start + head, span.end - tail), new[head : len(new) - tail])
