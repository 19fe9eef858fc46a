"""What a topic is in its table: in every message or not, how much of the index, movable to where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ctxlayer.analysis.clusters import cold_table, meta_extents
from ctxlayer.analysis.table_weights import TableWeights, table_weights
from ctxlayer.analysis.topics import TopicIndex, TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import TriggerTable


class Standing(NamedTuple):
    """`hot` is whether the table is in every message, `percent` the topic's share of all that are.

    `percent` is None in a cold table and where nobody counts. `meta_target` is the table that the meta
    topics could move to, "" where they cannot be moved.
    """

    hot: bool
    percent: int | None
    meta_target: str


class TableStandings(NamedTuple):
    """The standings of one table's topics in order; `made_of` is what they depend on besides."""

    made_of: tuple[object, ...]
    of_topics: Sequence[Standing]


class Standings(NamedTuple):
    """The standings of all topics by table. Equal ones are the same object."""

    topics: TopicIndex
    weights: TableWeights
    by_table: Mapping[str, TableStandings]
    known: dict[Standing, Standing]


def standings(snapshot: Snapshot, last: Standings | None) -> Standings:
    """A query: how each topic stands; the same object while no table changes."""
    index, weights = snapshot.ask(topic_index), snapshot.ask(table_weights)
    if last is not None and last.topics is index and last.weights is weights:
        return last
    known = last.known if last is not None else {}
    by_table: dict[str, TableStandings] = {}
    for path, table in index.tables:
        target = _meta_target(path, table, snapshot)
        made_of = (table.hot, weights.hundredth(path), target)
        places = index.places_in(path)
        change = index.change_since(last.topics.serial, path) if last is not None else None
        before = last.by_table.get(path) if last is not None and change is not None else None
        if before is None or change is None or before.made_of != made_of:
            found = _stands(places, made_of, weights, known)
        else:
            head, tail = change.head, len(places) - change.tail
            middle = _stands(places[head:tail], made_of, weights, known)
            end = len(before.of_topics) - change.tail
            found = [*before.of_topics[:head], *middle, *before.of_topics[end:]]
        by_table[path] = TableStandings(made_of, found)
    return Standings(index, weights, by_table, known)


def _stands(
    places: Sequence[TopicPlace],
    made_of: tuple[bool, float | None, str],
    weights: TableWeights,
    known: dict[Standing, Standing],
) -> list[Standing]:
    hot, _, target = made_of
    percents = weights.percents(places)
    stands = {percent: Standing(hot, percent, target) for percent in set(percents)}
    same = {percent: known.setdefault(each, each) for percent, each in stands.items()}
    return [same[percent] for percent in percents]


def _meta_target(path: str, table: TriggerTable, snapshot: Snapshot) -> str:
    """Where the meta topics of a hot table could be moved; "" if nowhere, or if there are none."""
    if not table.hot or not any(each.cluster == "meta" for each in table.clusters):
        return ""
    target = cold_table(snapshot, path)
    document = snapshot.documents[path]
    return target if target is not None and meta_extents(document, table) else ""
