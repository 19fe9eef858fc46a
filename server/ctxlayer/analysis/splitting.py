"""Splitting a topic in several: pointers, live pointers and vocabulary divided between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxlayer.analysis.topics import TopicFacts, TopicPlace
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit


class Share(NamedTuple):
    """What one topic of a split gets.

    `pointers` count into `topic.pointers`, `terms` are keys of its vocabulary; those that no share
    names are divided by where they occur. A new topic is named after `title`; "" finds some word.
    """

    pointers: frozenset[int]
    terms: frozenset[str] = frozenset()
    title: str = ""


def shares_of(facts: TopicFacts) -> tuple[Share, ...]:
    """How a topic falls into its sub-groups; empty where it has no two of them. Cheap."""
    del facts
    return ()


def split_topic(
    snapshot: Snapshot, place: TopicPlace, shares: Sequence[Share]
) -> dict[str, tuple[Edit, ...]]:
    """The edits, by path, that make several topics of one; the first share keeps its name.

    Empty where it cannot be done without loss. Costs a look into the files that the topic points
    at: put it into `Deferred`.
    """
    del snapshot, place, shares
    return {}


def split_by_subgroups(snapshot: Snapshot, place: TopicPlace) -> dict[str, tuple[Edit, ...]]:
    """The same along the sub-groups of the topic; empty where `shares_of` is."""
    return split_topic(snapshot, place, shares_of(place.facts))
