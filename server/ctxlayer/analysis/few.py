"""What few of the topics of a layer have, kept up by difference.

Of two thousand topics a handful lacks a part or has a dead pointer. A key changes one topic: the
others are not even looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from ctxlayer.analysis.topics import TopicFacts, TopicIndex, TopicPlace

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Few(Generic[T]):
    """The topics that have something, with what it is, in the index of that `serial`."""

    serial: int
    values: Mapping[TopicFacts, T]

    def places(self, index: TopicIndex) -> list[tuple[TopicPlace, T]]:
        """Where these topics stand, in order, each with what it has."""
        values = self.values
        if not values:
            return []
        return [(place, values[place[2]]) for place in index.places if place[2] in values]


def few(index: TopicIndex, last: Few[T] | None, make: Callable[[TopicFacts], T | None]) -> Few[T]:
    """What `make` tells of each topic that it tells something of; of the facts alone."""
    if last is not None and last.serial == index.serial:
        return last
    turn = index.since(last.serial) if last is not None else None
    if last is None or turn is None:
        topics = dict.fromkeys(place[2] for place in index.places)
        return Few(
            index.serial, {each: told for each in topics if (told := make(each)) is not None}
        )
    gone = [each for each in turn.gone if each in last.values]
    come = {each: told for each in turn.come if (told := make(each)) is not None}
    if not gone and not come:
        return Few(index.serial, last.values)
    values = {**last.values, **come}
    for each in gone:
        del values[each]
    return Few(index.serial, values)
