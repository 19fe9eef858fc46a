"""Who leads a reader to a file: hot tables and rules, topics, and links of other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from operator import is_
from typing import NamedTuple

from ctxlayer.analysis.imports import import_graph
from ctxlayer.analysis.links import LINKING_KINDS, link_states
from ctxlayer.analysis.rules import RuleBook, rule_book
from ctxlayer.analysis.tally import Tally
from ctxlayer.analysis.topics import TopicIndex, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.rule import Temperature
from ctxlayer.layer.snapshot import Snapshot


class Linked(NamedTuple):
    """Where the links of each document lead; `counts` says how many documents lead to a file.

    `world` is what links are judged by besides the texts.
    """

    world: tuple[object, ...]
    targets: Mapping[str, frozenset[str]]
    counts: Tally


_NOWHERE: frozenset[str] = frozenset()


def linked(snapshot: Snapshot, last: Linked | None) -> Linked:
    """A query: which documents link to which files; pointers of tables left out."""
    graph = snapshot.ask(import_graph)
    world = (snapshot.tree, snapshot.siblings, snapshot.unlisted, graph.readers)
    changed = snapshot.changed_since_last(linked)
    if last is None or changed is None or world != last.world:
        every = snapshot.of_kind(*LINKING_KINDS)
        found = {each.path: to for each in every if (to := _targets(each, snapshot))}
        return Linked(world, found, Tally({}).after((), _each(found.values())))
    before = {path: last.targets[path] for path in changed if path in last.targets}
    now = {path: to for path in changed if (to := _targets_at(path, snapshot))}
    if before == now:
        return last
    kept = {path: to for path, to in last.targets.items() if path not in changed}
    counts = last.counts.after(_each(before.values()), _each(now.values()))
    return Linked(world, {**kept, **now}, counts)


def _targets_at(path: str, snapshot: Snapshot) -> frozenset[str]:
    document = snapshot.document(path)
    linking = document is not None and document.kind in LINKING_KINDS
    return _targets(document, snapshot) if document is not None and linking else _NOWHERE


def _targets(document: Document, snapshot: Snapshot) -> frozenset[str]:
    states = link_states(document, snapshot)
    return frozenset(each.target for each in states if each.target) - {document.path}


def _each(sets: Iterable[frozenset[str]]) -> list[str]:
    return [path for each in sets for path in each]


class Reach(NamedTuple):
    """Who leads to files. `hot` counts hot tables and hot rules, `topics` topics, `files` documents."""

    table: TopicIndex
    book: RuleBook
    links: Linked
    hot: Mapping[str, int]

    @property
    def topics(self) -> Mapping[str, int]:
        """How many topics point at a file."""
        return self.table.pointed.counts

    @property
    def files(self) -> Mapping[str, int]:
        """How many documents link to a file."""
        return self.links.counts.counts

    def weight(self, path: str) -> int:
        """How much depends on a file, 1 for one that nothing leads to: hot text counts five times."""
        hot, topics, files = (each.get(path, 0) for each in (self.hot, self.topics, self.files))
        return 1 + 5 * hot + topics + files


def reach(snapshot: Snapshot, last: Reach | None) -> Reach:
    """A query: who leads to each file; the same object while nobody leads elsewhere."""
    parts = (snapshot.ask(topic_index), snapshot.ask(rule_book), snapshot.ask(linked))
    if last is not None and all(map(is_, parts, last)):
        return last
    index, book, links = parts
    return Reach(index, book, links, _hot(snapshot, index, book, links))


def _hot(snapshot: Snapshot, index: TopicIndex, book: RuleBook, links: Linked) -> Counter[str]:
    """How many hot tables and hot rules lead to each file."""
    found: Counter[str] = Counter()
    for path, _ in index.tables:
        if snapshot.settings.is_hot_table(path):
            found.update({each for place in index.places_in(path) for each in place.facts.targets})
    for path in {rule.path for rule in book.rules if rule.temperature is Temperature.HOT}:
        found.update(links.targets.get(path, ()))
    return found
