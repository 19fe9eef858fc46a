"""What a topic is in its table: in every message or not, how much of the index, movable to where."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.analysis.clusters import cold_table, meta_extents
from ctxlayer.analysis.table_weights import TableWeights, table_weights
from ctxlayer.analysis.topics import TopicIndex, topic_index
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


class Standings(NamedTuple):
    """The standings of all topics, one for each of the index's places, and what they are made of.

    Equal ones are the same object.
    """

    topics: TopicIndex
    weights: TableWeights
    of_places: tuple[Standing, ...]
    known: dict[Standing, Standing]


def standings(snapshot: Snapshot, last: Standings | None) -> Standings:
    """A query: how each topic stands; the same object while no table changes."""
    index, weights = snapshot.ask(topic_index), snapshot.ask(table_weights)
    if last is not None and last.topics is index and last.weights is weights:
        return last
    known = last.known if last is not None else {}
    found: list[Standing] = []
    for path, table in index.tables:
        target = _meta_target(path, table, snapshot)
        percents = weights.percents(index.places_in(path))
        stands = {percent: Standing(table.hot, percent, target) for percent in set(percents)}
        same = {percent: known.setdefault(each, each) for percent, each in stands.items()}
        found += [same[percent] for percent in percents]
    return Standings(index, weights, tuple(found), known)


def _meta_target(path: str, table: TriggerTable, snapshot: Snapshot) -> str:
    """Where the meta topics of a hot table could be moved; "" if nowhere, or if there are none."""
    if not table.hot or not any(each.cluster == "meta" for each in table.clusters):
        return ""
    target = cold_table(snapshot, path)
    document = snapshot.documents[path]
    return target if target is not None and meta_extents(document, table) else ""
