"""Links from what platform topics point at to what only meta topics do."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.analysis.link_states import LinkState, Outcome
from ctxlayer.analysis.links import link_states
from ctxlayer.analysis.topics import TopicIndex, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot

_LEADS = frozenset({Outcome.FOUND, Outcome.CASE, Outcome.NO_ANCHOR, Outcome.NO_LINES})


class Sides(NamedTuple):
    """The files that only meta topics point at, and those that only platform topics do."""

    meta: frozenset[str]
    platform: frozenset[str]


class _Known(NamedTuple):
    sides: Sides
    topics: TopicIndex


_NONE = Sides(frozenset(), frozenset())


def sides(snapshot: Snapshot, last: _Known | None) -> _Known:
    """A query: the two sides; the same object while nothing changes. `.sides` is the answer."""
    index = snapshot.ask(topic_index)
    if last is not None and last.topics is index:
        return last
    found = _sides(index)
    return _Known(last.sides if last is not None and last.sides == found else found, index)


def _sides(index: TopicIndex) -> Sides:
    meta: set[str] = set()
    for place in index.places:
        if place.facts.topic.cluster == "meta":
            meta.update(place.facts.targets)
    if not meta:
        return _NONE
    platform: set[str] = set()
    for place in index.places:
        if place.facts.topic.cluster == "platform":
            platform.update(place.facts.targets)
    return Sides(frozenset(meta - platform), frozenset(platform - meta))


def crossings(document: Document, snapshot: Snapshot) -> tuple[LinkState, ...]:
    """The links of a platform document that lead to meta documents; equal while nothing changes."""
    found = snapshot.ask(sides).sides
    if not found.meta or document.path not in found.platform:
        return ()
    return tuple(
        state
        for state in link_states(document, snapshot)
        if state.target in found.meta and state.outcome in _LEADS
    )
