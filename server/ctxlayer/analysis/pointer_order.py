"""Which pointer of a topic is worth most, and a topic with its pointers in that order.

An agent reads from the front and stops when it knows enough. In front come files of the layer before
extractions and what lies outside; of these the ones that more of the topic's other files link to, then
the ones that are confirmed, then those that were verified last. A superseded file comes last. Between
equals the order stays as it is, and no pointer leaves its sub-group.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import groupby

from ctxlayer.analysis.item_edits import Unit, line_end, past_line, pointer_units
from ctxlayer.analysis.link_paths import path_links
from ctxlayer.analysis.pointers import Resolution
from ctxlayer.analysis.topics import TopicFacts, TopicPlace
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Topic
from ctxlayer.layer.trust import read_trust
from ctxlayer.text import Edit, Span

_STATUS = {"confirmed": 0, "confirmed-by-agent": 1}
_MOST_FILES = 500
"""Files of one topic whose links are counted: a glob may name thousands."""

_Value = tuple[int, int, int, int, int]
"""What a pointer is sorted by, the most valuable first."""


def sorting_edits(snapshot: Snapshot, place: TopicPlace) -> tuple[Edit, ...]:
    """The edits of a table that sort the pointers of one topic by value; none if they are sorted.

    Costs a look into the files that the topic points at.
    """
    topic = place.facts.topic
    if "agents" in topic.columns:
        return ()
    values = _values(place.facts, snapshot)
    edits: list[Edit] = []
    for units in _runs(topic):
        edits += _sorted_items(topic, units, values)
    return tuple(Edit(place.span(edit.span), edit.new) for edit in edits)


def _values(facts: TopicFacts, snapshot: Snapshot) -> list[_Value]:
    cited = _cited(facts, snapshot)
    return [
        _value(resolution, number, cited, snapshot)
        for number, resolution in enumerate(facts.resolved)
    ]


def _value(resolution: Resolution, number: int, cited: Counter[str], snapshot: Snapshot) -> _Value:
    alone = len(resolution.targets) == 1
    document = snapshot.document(resolution.targets[0]) if alone else None
    if document is None or document.kind not in TRUST_KINDS:
        return (1 if resolution.targets else 3, 0, 2, 0, number)
    trust = read_trust(document)
    rank = 2 if document.kind is Kind.EXTRACTION else 3 if document.kind is Kind.EXTERNAL else 0
    if trust.status == "superseded":
        rank = 4
    verified = (trust.last_verified or date.min).toordinal()
    return (rank, -cited[document.path], _STATUS.get(trust.status, 2), -verified, number)


def _cited(facts: TopicFacts, snapshot: Snapshot) -> Counter[str]:
    """How many of the topic's files link to each of them."""
    found: Counter[str] = Counter()
    for path in sorted(facts.targets)[:_MOST_FILES]:
        document = snapshot.document(path)
        if document is not None:
            targets = {link.target(snapshot) for link in path_links(document, snapshot)}
            found.update(target for target in targets & facts.targets if target != path)
    return found


def _runs(topic: Topic) -> list[list[Unit]]:
    """What is sorted among itself: the pointers of one cell or line, the list items of a group."""

    def key(unit: Unit) -> tuple[object, ...]:
        group = topic.pointers[unit.items[0][0]].group
        indent = len(unit.marker) - len(unit.marker.lstrip())
        alone = bool(unit.marker) and len(unit.items) == 1
        return (group, indent, "list") if alone else (group, unit.span)

    return [list(units) for _, units in groupby(pointer_units(topic), key)]


def _sorted_items(topic: Topic, units: list[Unit], values: list[_Value]) -> list[Edit]:
    """The edits that put the items of a run in order, each in the place of another."""
    if len(units) > 1 and any(_holds_more(topic.text, unit, units) for unit in units):
        return []
    places = [_place(unit, span) for unit in units for _, span in unit.items]
    numbers = [number for unit in units for number, _ in unit.items]
    order = sorted(range(len(numbers)), key=lambda at: values[numbers[at]])
    return [
        Edit(places[at], places[from_].of(topic.text))
        for at, from_ in enumerate(order)
        if at != from_
    ]


def _place(unit: Unit, span: Span) -> Span:
    """What moves of an item: of a list item all but its bullet, comments too."""
    if not unit.marker or len(unit.items) > 1:
        return span
    return Span(unit.span.start + len(unit.marker), unit.span.end)


def _holds_more(text: str, unit: Unit, units: list[Unit]) -> bool:
    """Whether lines below a list item belong to it that are none of the run."""
    at = past_line(text, unit.span.end)
    line = text[at : line_end(text, at)]
    indent = len(unit.marker) - len(unit.marker.lstrip())
    deeper = len(line) - len(line.lstrip()) > indent
    return bool(line.strip()) and deeper and all(other.span.start != at for other in units)
