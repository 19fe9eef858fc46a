"""Pointers of trigger tables that lead to superseded files, or from hot text to Tier 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ctxlayer.analysis.graded import Graded, graded
from ctxlayer.analysis.link_states import LinkState, Outcome
from ctxlayer.analysis.links import link_states
from ctxlayer.analysis.rules import RuleBook, rule_book
from ctxlayer.analysis.topics import TopicIndex, TopicPlace, topic_index
from ctxlayer.layer.rule import Temperature
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span


class Pointed(NamedTuple):
    """A pointer, by its number in its topic, and the one file that it leads to."""

    place: TopicPlace
    number: int
    target: str

    @property
    def span(self) -> Span:
        """Where its path stands in the table."""
        return self.place.span(self.place.facts.topic.pointers[self.number].path_span)


@dataclass(frozen=True, slots=True, eq=False)
class CarefulPointers:
    """Pointers to superseded files in any table, and to Tier 3 documents in hot ones."""

    index: TopicIndex
    graded: Graded
    superseded: tuple[Pointed, ...]
    external: tuple[Pointed, ...]


def careful_pointers(snapshot: Snapshot, last: CarefulPointers | None) -> CarefulPointers:
    """A query: which pointers need another look for where they lead."""
    index, marked = snapshot.ask(topic_index), snapshot.ask(graded)
    if last is not None and last.index is index and last.graded is marked:
        return last
    superseded = tuple(_pointing(index, marked.superseded))
    external = tuple(
        each
        for each in _pointing(index, marked.external)
        if snapshot.settings.is_hot_table(each.place.path)
    )
    return CarefulPointers(index, marked, superseded, external)


def _pointing(index: TopicIndex, paths: frozenset[str]) -> Iterator[Pointed]:
    """The pointers that lead to just one of these files; a folder or a pattern names no file."""
    wanted = {path for path in paths if path in index.pointed}
    for place in index.places if wanted else ():
        if wanted.isdisjoint(place.facts.targets):
            continue
        for number, resolution in enumerate(place.facts.resolved):
            pointer = place.facts.topic.pointers[number]
            targets = resolution.targets
            if len(targets) != 1 or targets[0] not in wanted or pointer.form == "glob":
                continue
            if (resolution.actual or resolution.tried).rstrip("/") == targets[0]:
                yield Pointed(place, number, targets[0])


class Citation(NamedTuple):
    """A link or an import in a hot rule that leads to a Tier 3 document."""

    path: str
    span: Span
    target: str


@dataclass(frozen=True, slots=True, eq=False)
class HotCitations:
    """What hot rules cite of Tier 3, and what that was worked out from."""

    inputs: tuple[object, ...]
    found: tuple[Citation, ...]


_LEADS = frozenset({Outcome.FOUND, Outcome.CASE, Outcome.NO_ANCHOR, Outcome.NO_LINES})


def hot_citations(snapshot: Snapshot, last: HotCitations | None) -> HotCitations:
    """A query: the Tier 3 documents that hot rules link to or import."""
    book, marked = snapshot.ask(rule_book), snapshot.ask(graded)
    links = tuple(_hot_links(book, snapshot)) if marked.external else ()
    inputs = (marked, links)
    if last is not None and last.inputs == inputs:
        return last
    found = tuple(
        Citation(path, state.link.target_span, state.target)
        for path, states in links
        for state in states
        if state.outcome in _LEADS and state.target in marked.external and state.target != path
    )
    return HotCitations(inputs, found)


def _hot_links(book: RuleBook, snapshot: Snapshot) -> Iterator[tuple[str, tuple[LinkState, ...]]]:
    """The links of each hot rule; a path that several runtimes read is looked at once."""
    seen = set()
    for rule in book.rules:
        document = snapshot.document(rule.path)
        if rule.temperature is Temperature.HOT and document is not None and rule.path not in seen:
            seen.add(rule.path)
            yield rule.path, link_states(document, snapshot)
