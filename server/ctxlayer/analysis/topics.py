"""All topics of a layer with where their pointers lead, kept up by difference.

A topic whose text did not change, in a tree that did not change, keeps its `TopicFacts` object;
so whatever hangs on it (findings, lenses) is not worked out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count
from operator import is_
from typing import NamedTuple

from ctxlayer.analysis.pointers import Resolution, State, resolve
from ctxlayer.analysis.tally import Tally
from ctxlayer.analysis.topic_facts import NO_TALLIES, Tallies, TopicFacts, TopicPlace
from ctxlayer.layer.adapters import Adapters, read_adapters
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.siblings import Siblings
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.terms import Term
from ctxlayer.layer.tokens import Estimate, Tokenizer
from ctxlayer.layer.topic import Cluster, Topic, TriggerTable
from ctxlayer.layer.tree import Tree
from ctxlayer.settings import Settings

__all__ = [
    "Change",
    "TopicFacts",
    "TopicIndex",
    "TopicPlace",
    "Turn",
    "adapters",
    "topic_index",
    "unresolved",
]


class _World(NamedTuple):
    """What all topics are resolved against. Compared by identity, part by part."""

    adapters: Adapters
    tree: Tree
    siblings: Siblings
    settings: Settings
    tokenizer: Tokenizer | None

    def same(self, other: _World) -> bool:
        return all(map(is_, self, other))


class Change(NamedTuple):
    """What an edit left of a table's topics: the first `head` and the last `tail` of them.

    `gone` stood between them before and `come` stand there now, each as often as it stands.
    """

    head: int
    tail: int
    gone: Sequence[TopicFacts]
    come: Sequence[TopicFacts]


class Turn(NamedTuple):
    """The topics that went, and those that came in their place; each once."""

    gone: Sequence[TopicFacts]
    come: Sequence[TopicFacts]


def _without(known: set[int], topics: Iterable[TopicFacts]) -> list[TopicFacts]:
    """The topics that are not among these by identity; once also where one stands twice."""
    return list({id(facts): facts for facts in topics if id(facts) not in known}.values())


_SERIALS = count()


class TopicIndex:
    """All topics of a layer, in order of tables and places."""

    tallies: Tallies
    serial: int
    with_evidence: frozenset[TopicFacts]
    """The topics whose pointers depend on what some document says: on its headings, say."""
    _folded: dict[str, str] | None

    def __init__(
        self,
        tables: tuple[tuple[str, TriggerTable], ...],
        by_table: Mapping[str, tuple[TopicPlace, ...]],
        world: _World,
        change: Mapping[str, Change],
        last: TopicIndex | None = None,
    ) -> None:
        self.tables = tables
        self.by_table = by_table
        self.places = tuple(chain.from_iterable(by_table.values()))
        self.world = world
        self.serial = next(_SERIALS)
        gone = list(chain.from_iterable(each.gone for each in change.values()))
        come = list(chain.from_iterable(each.come for each in change.values()))
        # What stands between two edits is neither gone nor new, nor is a row that stands twice.
        there = {id(place.facts) for place in last.places} if last is not None and come else set()
        left = {id(place.facts) for place in self.places} if gone else set()
        turn = Turn(_without(left, gone), _without(there, come))
        self._step = turn, last.serial if last is not None else -1
        self.change = change
        before = last.with_evidence if last is not None else frozenset()
        more = [facts for facts in turn.come if facts.evidence]
        less = [facts for facts in turn.gone if facts.evidence]
        self.with_evidence = (
            (before | frozenset(more)) - frozenset(less) if more or less else before
        )
        self.tallies = (last.tallies if last is not None else NO_TALLIES).after(gone, come)
        # Names change seldom; what is looked up by them is worked out once for all.
        same = last is not None and last.tallies.names is self.tallies.names
        self._folded = last._folded if last is not None and same else None

    def since(self, serial: int) -> Turn | None:
        """Which topics went and came after the index of that serial number; None if unknown.

        Only the last step is remembered, which is what a query asks for that is asked each time.
        """
        if serial == self.serial:
            return Turn([], [])
        step, before = self._step
        return step if serial == before else None

    def change_since(self, serial: int, path: str) -> Change | None:
        """What is different in a table from the index of that serial number; None if unknown."""
        return self.change.get(path) if serial == self._step[1] else None

    @property
    def pointed(self) -> Tally:
        """Every layer file that some topic points at."""
        return self.tallies.targets

    def cluster_of(self, path: str) -> Cluster | None:
        """The cluster of the topics that point at a file; None where both do, or none."""
        pointing = self.tallies.targets.counts.get(path, 0)
        of_meta = self.tallies.meta.counts.get(path, 0)
        if not pointing or 0 < of_meta < pointing:
            return None
        return "meta" if of_meta else "platform"

    @property
    def term_counts(self) -> Mapping[str, int]:
        """In how many topics a term stands, by its key."""
        return self.tallies.terms.counts

    def named(self, name: str) -> tuple[TopicPlace, ...]:
        """The topics of one name."""
        if name not in self.tallies.names:
            return ()
        return tuple([place for place in self.places if place[2].topic.name == name])

    @cached_property
    def names(self) -> dict[str, tuple[TopicPlace, ...]]:
        """Topics by name; more than one where a name is used twice."""
        found: dict[str, tuple[TopicPlace, ...]] = {}
        for place in self.places:
            name = place.facts.topic.name
            found[name] = (*found.get(name, ()), place)
        return found

    @property
    def folded_names(self) -> dict[str, str]:
        """The topic names by their folded case."""
        if self._folded is None:
            self._folded = {name.casefold(): name for name in self.tallies.names.counts}
        return self._folded

    @cached_property
    def repeated_names(self) -> dict[str, list[TopicPlace]]:
        """Topics whose names differ in case at most, by folded name, where there are several."""
        repeated = self.tallies.folded.repeated - {""}
        found: dict[str, list[TopicPlace]] = {}
        for place in self.places if repeated else ():
            name = place.facts.topic.name.casefold()
            if name in repeated:
                found.setdefault(name, []).append(place)
        return found

    @cached_property
    def shared_terms(self) -> dict[str, list[tuple[TopicPlace, Term]]]:
        """Where a term stands, by its key, for terms that more than one topic holds.

        Terms repeated within one topic count once; topics of one name count as one.
        """
        shared = self.tallies.terms.repeated
        found: dict[str, list[tuple[TopicPlace, Term]]] = {}
        for place in self.places if shared else ():
            if shared.isdisjoint(place.facts.term_keys):
                continue
            seen: set[str] = set()
            for term in place.facts.topic.vocabulary:
                if term.key in shared and term.key not in seen:
                    seen.add(term.key)
                    found.setdefault(term.key, []).append((place, term))
        return {key: places for key, places in found.items() if _several_topics(places)}

    def places_in(self, path: str) -> tuple[TopicPlace, ...]:
        """The topics of one table."""
        return self.by_table.get(path, ())

    def place_of(self, facts: TopicFacts) -> TopicPlace | None:
        """Where a topic stands; None if it is gone, or is not as it was."""
        return next((each for each in self.places_in(facts.path) if each.facts is facts), None)

    def touching(self, paths: Iterable[str]) -> Iterator[TopicFacts]:
        """The topics that point at any of these files; nothing is looked at if none does."""
        wanted = {path for path in paths if path in self.pointed}
        for place in self.places if wanted else ():
            if not wanted.isdisjoint(place.facts.targets):
                yield place.facts

    def pointing_at(self, path: str) -> tuple[TopicPlace, ...]:
        """The topics that point at a layer file."""
        if path not in self.pointed:
            return ()
        return tuple(place for place in self.places if path in place.facts.targets)


def _several_topics(places: list[tuple[TopicPlace, Term]]) -> bool:
    return len({place.facts.topic.name.casefold() for place, _ in places}) > 1


def topic_index(snapshot: Snapshot, last: TopicIndex | None) -> TopicIndex:
    """A query: all topics of the layer; the same object while nothing that it says changes."""
    world = _World(
        snapshot.ask(adapters),
        snapshot.tree,
        snapshot.siblings,
        snapshot.settings,
        snapshot.tokenizer,
    )
    tables = tuple(
        (document.path, document.table(snapshot.settings))
        for document in sorted(snapshot.of_kind(Kind.TRIGGER_TABLE), key=lambda each: each.path)
    )
    stale: dict[int, TopicFacts] = {}
    same = last is not None and last.world.same(world)
    if last is not None:
        for facts in last.with_evidence if same else [place.facts for place in last.places]:
            if not same or not _holds(facts, snapshot):
                stale[id(facts.topic)] = facts
        if same and last.tables == tables and not stale:
            return last
    by_table: dict[str, tuple[TopicPlace, ...]] = {}
    change: dict[str, Change] = {}
    for path, table in tables:
        before = last.places_in(path) if last is not None else ()
        kept = _Kept(before, stale, known=same)
        by_table[path], change[path] = _placed(path, table, kept, world, snapshot)
    for path, places in last.by_table.items() if last is not None else ():
        if path not in by_table:
            change[path] = Change(0, 0, [place.facts for place in places], [])
    return TopicIndex(tables, by_table, world, change, last)


class _Kept(NamedTuple):
    """The topics of a table as they were; `stale` are the facts that no longer hold, by topic.

    Without `known` none of them does.
    """

    places: tuple[TopicPlace, ...]
    stale: Mapping[int, TopicFacts]
    known: bool


def _placed(
    path: str, table: TriggerTable, last: _Kept, world: _World, snapshot: Snapshot
) -> tuple[tuple[TopicPlace, ...], Change]:
    """The topics of a table in their places, and what is different from before.

    Most of a large table stands as it stood before and behind an edit. The loops are written for
    speed: they run over thousands of topics on each key.
    """
    topics = [topic for _, topic in table.topics]
    before = [place[2] for place in last.places]
    head = tail = 0
    if last.known and not last.stale:
        head, tail = _alike(topics, [facts.topic for facts in before])
    middle = before[head : len(before) - tail]
    known: dict[int, TopicFacts] = {}
    if last.known:
        known = {id(facts.topic): facts for facts in middle if id(facts.topic) not in last.stale}
    fresh: list[TopicFacts] = []
    for topic in topics[head : len(topics) - tail]:
        facts = known.get(id(topic))
        if facts is None:
            facts = _facts(topic, path, world.adapters, snapshot, last.stale.get(id(topic)))
            known[id(topic)] = facts
        fresh.append(facts)
    new = tuple.__new__  # half the time of `TopicPlace(...)`
    now = [*before[:head], *fresh, *before[len(before) - tail :]]
    offsets = [offset for offset, _ in table.topics]
    first = [
        place if place[1] == offset else new(TopicPlace, (path, offset, place[2]))
        for offset, place in zip(offsets, last.places[:head], strict=False)
    ]
    rest = [
        new(TopicPlace, (path, offset, facts))
        for offset, facts in zip(offsets[head:], now[head:], strict=True)
    ]
    return (*first, *rest), Change(head, tail, middle, fresh)


def _alike(some: Sequence[Topic], others: Sequence[Topic]) -> tuple[int, int]:
    """How many topics two tables begin with, and how many of the rest they end with."""
    most = min(len(some), len(others))
    head = _run(some, others)
    rest = most - head
    tail = _run(some[len(some) - rest :][::-1], others[len(others) - rest :][::-1])
    return head, tail


def _run(some: Sequence[object], others: Sequence[object]) -> int:
    """How many things are the same objects before the first that are not."""
    same = list(map(is_, some, others))
    return same.index(False) if False in same else len(same)


def _holds(facts: TopicFacts, snapshot: Snapshot) -> bool:
    """Whether the documents that the pointers of a topic depend on are the same."""
    return all(
        snapshot.document(where) is document
        for evidence in facts.evidence
        for where, document in evidence.documents
    )


def _facts(
    topic: Topic, path: str, found: Adapters, snapshot: Snapshot, last: TopicFacts | None
) -> TopicFacts:
    """The facts of a topic; `last` are those that no longer hold."""
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
        snapshot.settings,
        snapshot.tokenizer,
        _tokens(topic, snapshot.tokenizer, last),
    )


def _tokens(topic: Topic, tokenizer: Tokenizer | None, last: TopicFacts | None) -> Estimate | None:
    """The tokens of a topic's text, counted anew only where the text or the tokenizer is new."""
    if last is not None and last.topic is topic and last.tokenizer is tokenizer:
        return last.tokens
    return tokenizer.count(topic.text) if tokenizer is not None else None


def adapters(snapshot: Snapshot, last: Adapters | None) -> Adapters:
    """A query: the configured adapters; the same object while nothing about them changes."""
    found = read_adapters(
        snapshot.settings, snapshot.of_kind(Kind.ADAPTERS), snapshot.of_kind(Kind.PERMISSIONS)
    )
    return last if last == found and last is not None else found


def unresolved(facts: TopicFacts, *states: State) -> Iterator[tuple[int, Resolution]]:
    """(place in `topic.pointers`, resolution) of the pointers in one of these states."""
    return ((number, each) for number, each in enumerate(facts.resolved) if each.state in states)
