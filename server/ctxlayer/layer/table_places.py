"""What lies under a cursor in a trigger table; exact also in cells and lists still being typed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TypeVar

from ctxlayer.layer.live_pointer import LivePointer
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.terms import Term
from ctxlayer.layer.topic import Part, Place, Placed, Topic, TriggerTable
from ctxlayer.text import Span

_Item = TypeVar("_Item", Pointer, LivePointer, Term)
_Items = tuple[Pointer, ...] | tuple[LivePointer, ...] | tuple[Term, ...]


def topic_at(table: TriggerTable, offset: int) -> Placed | None:
    """The topic (or draft row) that `offset` is in, with where it starts."""
    found = [_last_before(table.topics, offset), _last_before(table.drafts, offset)]
    holding = [placed for placed in found if placed is not None]
    return max(holding, key=lambda placed: placed[0], default=None)


def locate(table: TriggerTable, offset: int) -> Place | None:
    """The topic, part and item at `offset`; None outside all topics.

    The part is known also where nothing is written yet: in an empty cell, behind a label, behind
    the last separator.
    """
    placed = topic_at(table, offset)
    if placed is None:
        return None
    start, topic = placed
    at = offset - start
    part = _row_part(topic, at) if topic.shape == "row" else _section_part(topic, at)
    return Place(
        start,
        topic,
        part,
        _holding(topic.pointers, at) if part in ("files", "agents") else None,
        _holding(topic.live, at) if part == "live" else None,
        _holding(topic.vocabulary, at) if part == "vocabulary" else None,
    )


def _last_before(topics: tuple[Placed, ...], offset: int) -> Placed | None:
    """The last topic that starts at or before `offset` and reaches it.

    A routing table may stand inside a section, so that the topic before the last may be the one.
    """
    index = bisect_right(topics, offset, key=lambda placed: placed[0])
    for start, topic in reversed(topics[max(0, index - 2) : index]):
        if offset - start <= topic.span.end:
            return start, topic
    return None


def _row_part(topic: Topic, at: int) -> Part | None:
    """The part of the cell at `at`; a cell reaches from pipe to pipe."""
    cells = topic.cells
    index = 0
    for number, cell in enumerate(cells):
        pipe = topic.text.find("|", cell.end)
        if pipe < 0 or at <= pipe:
            break
        index = number + 1
    role = topic.columns[index] if index < len(topic.columns) else None
    return "name" if role == "topic" else role


def _section_part(topic: Topic, at: int) -> Part | None:
    if topic.name_span.holds(at):
        return "name"
    parts: tuple[tuple[Part, Span | None, _Items], ...] = (
        ("files", topic.files_span, topic.pointers),
        ("live", topic.live_span, topic.live),
        ("vocabulary", topic.vocabulary_span, topic.vocabulary),
    )
    # A part written in two places has the span of the first; its items are in both.
    for part, span, items in parts:
        if (span is not None and span.holds(at)) or any(each.span.holds(at) for each in items):
            return part
    return None


def _holding(items: Iterable[_Item], at: int) -> _Item | None:
    """The item at `at`; between two that touch, the later one."""
    return next((item for item in reversed(tuple(items)) if item.span.holds(at)), None)
