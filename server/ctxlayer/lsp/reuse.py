"""Diagnostics that an edit elsewhere in the document left as they were.

A large table may have a thousand. After a keystroke they say the same of the same lines, and to
work out where these are is most of what it costs to say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ctxlayer.lsp.conversion import Diagnostic, Json
from ctxlayer.text.common import common

if TYPE_CHECKING:
    from ctxlayer.layer.document import Document
    from ctxlayer.lints.model import FileFindings, Finding

_MANY = 50
"""Findings from which on it pays to look for those that are as they were."""


class Made(NamedTuple):
    """Diagnostics, and what they were made from: document, findings, `Columns.unseen`."""

    document: Document | None
    found: FileFindings
    unseen: int
    items: list[Json]


def known_items(
    made: Made, document: Document | None, found: FileFindings, unseen: int
) -> dict[int, Json]:
    """The diagnostics that are known already, by the place of their finding in `found`."""
    old = made.document
    if old is None or document is None or len(found.findings) < _MANY or unseen != made.unseen:
        return {}
    if "\r" in document.text or "\r" in old.text:
        return {}  # a line end may have been taken apart
    same, tail = common(old.text, document.text)
    by = len(document.text) - len(old.text)
    # What follows on the edited line has moved along it.
    behind = document.text.find("\n", len(document.text) - tail)
    lines = document.text.count("\n", same, len(document.text) - tail)
    lines -= old.text.count("\n", same, len(old.text) - tail)
    was, now, items = made.found.findings, found.findings, made.items
    known: dict[int, Json] = {}
    # Findings are in order, so that those before an edit have kept their numbers, and those
    # behind it theirs from the end. One that came among them costs its neighbours, no more.
    for number, (before, after) in enumerate(zip(was, now, strict=False)):
        if after.span[1] >= same:
            break
        if before is after or _is_alike(before, after, 0):
            known[number] = items[number]
    for back, (before, after) in enumerate(zip(reversed(was), reversed(now), strict=False), 1):
        if not 0 <= behind < after.span[0]:
            break
        if _is_alike(before, after, by):
            item = items[len(was) - back]
            known[len(now) - back] = _lower(item, lines) if lines else item
    return known


def _is_alike(old: Finding, new: Finding, by: int) -> bool:
    """Whether a finding says of its place what another said of the same place, `by` before it."""
    start, end = old.span
    return (
        new.span == (start + by, end + by)
        and old.message == new.message
        and old.lint == new.lint
        and old.severity == new.severity
        and old.tag == new.tag
        and not old.related
        and not new.related
    )


def _lower(item: Json, lines: int) -> Json:
    """The same diagnostic some lines further down."""
    ends = {name: {**place, "line": place["line"] + lines} for name, place in item["range"].items()}
    return Diagnostic({**item, "range": ends})
