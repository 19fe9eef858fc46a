"""Skills whose description is longer than what their runtime lists of it on every message."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.skills import LISTING_LIMITS, read_skill
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.nodes import Scalar
from ctxlayer.text import Span


class ListingCut(NamedTuple):
    """A skill of which only the start is listed.

    `at` is the text that is lost, where that is known to the letter, else the value that is too long.
    """

    path: str
    at: Span
    length: int
    most: int
    effect: str


def listing_cuts(snapshot: Snapshot, last: tuple[ListingCut, ...] | None) -> tuple[ListingCut, ...]:
    """A query: the skills that are listed in part; the same object while they are the same."""
    changed = snapshot.changed_since_last(listing_cuts)
    if last is not None and changed is not None:
        known = {cut.path for cut in last}
        if not any(path in known or _is_skill(path, snapshot) for path in changed):
            return last
    documents = sorted(snapshot.of_kind(Kind.SKILL, Kind.COMMAND), key=lambda each: each.path)
    found = tuple(cut for each in documents if (cut := _cut(each)) is not None)
    return last if last == found else found


def _is_skill(path: str, snapshot: Snapshot) -> bool:
    document = snapshot.document(path)
    return document is not None and document.kind in (Kind.SKILL, Kind.COMMAND)


def _cut(document: Document) -> ListingCut | None:
    skill = read_skill(document)
    limit = LISTING_LIMITS.get(skill.readers[0]) if skill is not None else None
    if skill is None or limit is None or not skill.listing:
        return None
    length = len(skill.said)
    if length <= limit.most:
        return None
    at = _lost(document, limit.most, skill.description)
    return ListingCut(document.path, at, length, limit.most, limit.effect) if at else None


def _lost(document: Document, most: int, description: str) -> Span | None:
    """What is beyond `most` characters of description and `when_to_use`, joined by a blank."""
    block = document.frontmatter
    within = len(description) <= most
    entry = block.get("when_to_use" if within else "description")
    if entry is None or not isinstance(entry.value, Scalar):
        return None
    span = inner_span(entry.value, document.text)
    start = span.start + (max(most - len(description) - 1, 0) if within else most)
    source = span.of(document.text)
    plain = entry.value.style in ("plain", "single", "double") and "\n" not in source
    return Span(start, span.end) if plain and start < span.end else span
