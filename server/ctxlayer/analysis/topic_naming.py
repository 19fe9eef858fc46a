"""Topics whose names are not written as names."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.renamed_pointers import renaming_edits
from ctxlayer.analysis.topics import TopicIndex, TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_columns import NAMING, normal
from ctxlayer.layer.topic import TriggerTable
from ctxlayer.layer.topic_names import is_kebab, kebab
from ctxlayer.text import Edit


class Misnamed(NamedTuple):
    """A topic, a well-formed name for it ("" where none is to be had) and the edits that give it."""

    place: TopicPlace
    name: str
    edits: tuple[Edit, ...]


_CUSTOM = 5
"""Misnamed topics from which on a table has a custom of its own, if they are the most of it."""


class Custom(NamedTuple):
    """A table where most names are not well formed: how many of how many, and the first of them."""

    first: TopicPlace
    misnamed: int
    total: int


class Misnamings(NamedTuple):
    """The misnamed topics of a layer, but for those of tables where that is the custom."""

    topics: tuple[Misnamed, ...]
    customs: tuple[Custom, ...]


class _Seen(NamedTuple):
    """All ill-formed names of an index, and what is to be said of them."""

    topics: TopicIndex
    names: frozenset[str]
    found: Misnamings


def misnamings(snapshot: Snapshot, last: Misnamings | None) -> Misnamings:
    """A query: topics not in kebab-case; the same object while nothing that it says changes."""
    found = snapshot.ask(_seen).found
    return last if last is not None and last == found else found


def _seen(snapshot: Snapshot, last: _Seen | None) -> _Seen:
    """A query: the same, looked at again when a topic changes."""
    index = snapshot.ask(topic_index)
    if last is not None and last.topics is index:
        return last
    if last is not None and last.topics.tallies.names is index.tallies.names:
        names = last.names
    else:
        names = frozenset(
            each for each in index.tallies.names.counts if each and not is_kebab(each)
        )
    tables = dict(index.tables)
    places = [
        place
        for place in (index.places if names else ())
        if place.facts.topic.name in names and _is_name(place, tables[place.path])
    ]
    customs = tuple(_customs(places, index))
    usual = {custom.first.path for custom in customs}
    topics = tuple(_misnamed(each, index, snapshot) for each in places if each.path not in usual)
    return _Seen(index, names, Misnamings(topics, customs))


def _customs(places: list[TopicPlace], index: TopicIndex) -> Iterator[Custom]:
    """The tables where well-formed names are the exception: one word about it is enough."""
    counts = Counter(place.path for place in places)
    for path, count in counts.items():
        total = sum(1 for _ in index.places_in(path))
        if count >= _CUSTOM and count * 2 > total:
            yield Custom(next(each for each in places if each.path == path), count, total)


def _is_name(place: TopicPlace, table: TriggerTable) -> bool:
    """Whether a topic's name is meant as one: a heading, or a cell in a column of names."""
    if place.facts.topic.shape == "section":
        return True
    at = bisect_right(table.headers, place.offset, key=lambda header: header.span.start) - 1
    columns = table.headers[at].columns if at >= 0 else ()
    if "agents" in place.facts.topic.columns and "files" not in place.facts.topic.columns:
        return False  # `domain | agent`: what an agent is for
    return any(column.role == "topic" and normal(column.text) in NAMING for column in columns)


def _misnamed(place: TopicPlace, index: TopicIndex, snapshot: Snapshot) -> Misnamed:
    name = kebab(place.facts.topic.name)
    old = place.facts.topic.name.casefold()
    taken = name.casefold() in index.folded_names and name.casefold() != old
    # In the folder of another topic its bare pointers would lead elsewhere.
    if not is_kebab(name) or taken:
        return Misnamed(place, "", ())
    folders = snapshot.tree.folders
    moved = f"knowledge/{name}" in folders and f"knowledge/{place.facts.topic.name}" in folders
    if moved and name.casefold() != old:
        return Misnamed(place, "", ())
    edits = renaming_edits(place.facts, name)
    return Misnamed(place, name, tuple(Edit(place.span(span), new) for span, new in edits))
