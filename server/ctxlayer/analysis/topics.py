"""All topics of a layer with where their pointers lead, kept up by difference.

A topic whose text did not change, in a tree that did not change, keeps its `TopicFacts` object;
so whatever hangs on it (findings, lenses) is not worked out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ctxlayer.analysis.pointers import Evidence, Resolution, State, resolve
from ctxlayer.layer.adapters import Adapters, read_adapters
from ctxlayer.layer.kinds import Kind, topic_of
from ctxlayer.layer.siblings import Siblings
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.terms import Term
from ctxlayer.layer.topic import Topic, TriggerTable
from ctxlayer.layer.tree import Tree
from ctxlayer.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class TopicFacts:
    """A topic and what the layer knows about it; all that a topic lint may look at.

    `path` is its table. `resolved` goes with `topic.pointers`, one for one; `targets` are all
    layer files that they name, `term_keys` its vocabulary. `evidence` and `siblings` tell how
    long that holds.
    """

    path: str
    topic: Topic
    resolved: tuple[Resolution, ...]
    targets: frozenset[str]
    term_keys: frozenset[str]
    evidence: tuple[Evidence, ...]
    adapters: Adapters
    tree: Tree
    siblings: Siblings


class TopicPlace(NamedTuple):
    """Where a topic stands: its table and the offset that its spans count from."""

    path: str
    offset: int
    facts: TopicFacts

    def span(self, relative: Span) -> Span:
        """A span of the topic as a span of the table's document."""
        return relative.shift(self.offset)


class TopicIndex:
    """All topics of a layer, in order of tables and places."""

    def __init__(
        self, tables: tuple[tuple[str, TriggerTable], ...], places: tuple[TopicPlace, ...]
    ) -> None:
        self.tables = tables
        self.places = places

    @cached_property
    def with_evidence(self) -> tuple[TopicPlace, ...]:
        """The topics whose pointers depend on what some document says: on its headings, say."""
        return tuple(place for place in self.places if place.facts.evidence)

    @cached_property
    def pointed(self) -> frozenset[str]:
        """Every layer file that some topic points at."""
        return frozenset().union(*(place.facts.targets for place in self.places))

    @cached_property
    def reached(self) -> frozenset[str]:
        """The folders of `knowledge/` in which some topic points at a file."""
        return frozenset(
            topic_of(path, Kind.KNOWLEDGE) for path in self.pointed if path.startswith("knowledge/")
        )

    @cached_property
    def names(self) -> dict[str, tuple[TopicPlace, ...]]:
        """Topics by name; more than one where a name is used twice."""
        found: dict[str, tuple[TopicPlace, ...]] = {}
        for place in self.places:
            name = place.facts.topic.name
            found[name] = (*found.get(name, ()), place)
        return found

    @cached_property
    def folded_names(self) -> dict[str, str]:
        """The topic names by their folded case."""
        return {name.casefold(): name for name in self.names}

    @cached_property
    def repeated_names(self) -> dict[str, list[TopicPlace]]:
        """Topics whose names differ in case at most, by folded name, where there are several."""
        found: dict[str, list[TopicPlace]] = {}
        for name, places in self.names.items():
            if name:
                found.setdefault(name.casefold(), []).extend(places)
        return {name: places for name, places in found.items() if len(places) > 1}

    @cached_property
    def shared_terms(self) -> dict[str, list[tuple[TopicPlace, Term]]]:
        """Where a term stands, by its key, for terms that more than one topic holds.

        Terms repeated within one topic count once; topics of one name count as one.
        """
        counts = Counter(chain.from_iterable(place.facts.term_keys for place in self.places))
        shared = {key for key, count in counts.items() if count > 1}
        found: dict[str, list[tuple[TopicPlace, Term]]] = {}
        for place in self.places:
            if shared.isdisjoint(place.facts.term_keys):
                continue
            seen: set[str] = set()
            for term in place.facts.topic.vocabulary:
                if term.key in shared and term.key not in seen:
                    seen.add(term.key)
                    found.setdefault(term.key, []).append((place, term))
        return {key: places for key, places in found.items() if _several_topics(places)}

    def places_in(self, path: str) -> Iterator[TopicPlace]:
        """The topics of one table."""
        return (place for place in self.places if place.path == path)

    def pointing_at(self, path: str) -> tuple[TopicPlace, ...]:
        """The topics that point at a layer file."""
        return tuple(place for place in self.places if path in place.facts.targets)


def _several_topics(places: list[tuple[TopicPlace, Term]]) -> bool:
    return len({place.facts.topic.name.casefold() for place, _ in places}) > 1


def topic_index(snapshot: Snapshot, last: TopicIndex | None) -> TopicIndex:
    """A query: all topics of the layer; the same object while nothing that it says changes."""
    found = snapshot.ask(adapters)
    tables = tuple(
        (document.path, document.table(snapshot.settings))
        for document in sorted(snapshot.of_kind(Kind.TRIGGER_TABLE), key=lambda each: each.path)
    )
    if last is not None and _stands(last, tables, found, snapshot):
        return last
    known = {id(place.facts.topic): place.facts for place in last.places} if last else {}
    places = []
    for path, table in tables:
        for offset, topic in table.topics:
            facts = known.get(id(topic))
            if facts is None or not _holds(facts, topic, path, found, snapshot):
                facts = _facts(topic, path, found, snapshot)
            places.append(TopicPlace(path, offset, facts))
    return TopicIndex(tables, tuple(places))


def _stands(
    last: TopicIndex,
    tables: tuple[tuple[str, TriggerTable], ...],
    found: Adapters,
    snapshot: Snapshot,
) -> bool:
    """Whether every topic is where it was, and leads where it led."""
    # Tables compare by identity; the first topic tells what all were resolved against.
    return last.tables == tables and all(
        _holds(place.facts, place.facts.topic, place.path, found, snapshot)
        for place in (*last.places[:1], *last.with_evidence)
    )


def _holds(facts: TopicFacts, topic: Topic, path: str, found: Adapters, snapshot: Snapshot) -> bool:
    return (
        facts.topic is topic
        and facts.path == path
        and facts.tree is snapshot.tree
        and facts.adapters is found
        and facts.siblings is snapshot.siblings
        and all(
            snapshot.document(where) is document
            for evidence in facts.evidence
            for where, document in evidence.documents
        )
    )


def _facts(topic: Topic, path: str, found: Adapters, snapshot: Snapshot) -> TopicFacts:
    results = [resolve(pointer, topic, path, snapshot) for pointer in topic.pointers]
    return TopicFacts(
        path,
        topic,
        tuple(resolution for resolution, _ in results),
        frozenset(target for resolution, _ in results for target in resolution.targets),
        frozenset(term.key for term in topic.vocabulary),
        tuple(evidence for _, evidence in results if evidence.documents),
        found,
        snapshot.tree,
        snapshot.siblings,
    )


def adapters(snapshot: Snapshot, last: Adapters | None) -> Adapters:
    """A query: the configured adapters; the same object while nothing about them changes."""
    found = read_adapters(snapshot.settings, snapshot.of_kind(Kind.ADAPTERS))
    return last if last == found and last is not None else found


def unresolved(facts: TopicFacts, *states: State) -> Iterator[tuple[int, Resolution]]:
    """(place in `topic.pointers`, resolution) of the pointers in one of these states."""
    return ((number, each) for number, each in enumerate(facts.resolved) if each.state in states)
