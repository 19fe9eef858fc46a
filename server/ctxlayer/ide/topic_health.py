"""How the files of a topic are: found, dead, stale, verified when; kept up by difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from ctxlayer.analysis.freshness import age_days
from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.analysis.sibling_tiers import repos_behind
from ctxlayer.analysis.stale_list import Stale, stale_documents
from ctxlayer.analysis.topics import TopicFacts, TopicPlace, topic_index
from ctxlayer.ide.text import DOT, age, counted
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.siblings import Siblings
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Topic
from ctxlayer.layer.trust import read_trust
from ctxlayer.settings import Settings

DEAD_STATES = frozenset({State.DEAD, State.DEAD_ANCHOR, State.DEAD_LINES, State.MISSPELT_CASE})


class TopicHealth(NamedTuple):
    """Counts of a topic's pointers and of the files that they lead to.

    `files` counts each match of a glob or folder, and each pointer that leads nowhere once.
    `stale` are those that more speaks against than that nobody verified them. `undated` are graded files
    without a readable date. `oldest` is in days, None if unknown. `repos` are the siblings that pointers
    lead into.
    """

    files: int
    web: int
    dead: int
    outside: int
    unknown: int
    stale: int
    unverified: int
    undated: int
    oldest: int | None
    repos: tuple[str, ...]

    @property
    def line(self) -> str:
        """`5 files · 1 dead · 2 stale · oldest verified 120 d ago`."""
        parts = [counted(self.files, "file")] if self.files or not self.web else []
        for count, words in (
            (self.web, "web page" if self.web == 1 else "web pages"),
            (self.dead, "dead"),
            (self.outside, "outside the layer"),
            (self.unknown, "not known on this machine"),
            (self.stale, "stale"),
            (self.unverified, "never verified"),
            (self.undated, "of unknown age"),
        ):
            if count:
                parts.append(f"{count:,} {words}")
        if self.oldest is not None:
            parts.append(f"oldest verified {age(self.oldest)}")
        return DOT.join(parts)


class _Memo(NamedTuple):
    facts: TopicFacts
    settings: Settings
    today: date
    documents: tuple[Document | None, ...]
    health: TopicHealth


class Healths(NamedTuple):
    """The health of every topic, by the identity of its facts, and what else that goes by."""

    stale: Mapping[str, Stale]
    siblings: Siblings
    memos: Mapping[int, _Memo]

    def of(self, facts: TopicFacts) -> TopicHealth:
        """The health of one topic."""
        return self.memos[id(facts)].health


def topic_healths(snapshot: Snapshot, last: Healths | None) -> Healths:
    """A query. A topic whose facts, files, settings and day are the same keeps its answer, unless more
    speaks against its files."""
    stale, siblings = snapshot.ask(stale_documents), snapshot.siblings
    same = last is not None and last.stale is stale and last.siblings is siblings
    memos: dict[int, _Memo] = {}
    get = snapshot.documents.get
    for place in snapshot.ask(topic_index).places:
        facts = place.facts
        documents = tuple(map(get, facts.targets))
        memo = last.memos.get(id(facts)) if last is not None else None
        if (
            memo is None
            or memo.facts is not facts
            or memo.settings is not snapshot.settings
            or memo.today != snapshot.today
            or memo.documents != documents
            or not (same or _is_as_before(memo.health, facts, stale, snapshot))
        ):
            health = _health(facts, documents, stale, snapshot)
            memo = _Memo(facts, snapshot.settings, snapshot.today, documents, health)
        memos[id(facts)] = memo
    return Healths(stale, siblings, memos)


def _is_as_before(
    health: TopicHealth, facts: TopicFacts, stale: Mapping[str, Stale], snapshot: Snapshot
) -> bool:
    return health.stale == _count(facts.targets, stale) and health.repos == _repos(facts, snapshot)


def _count(paths: Iterable[str], stale: Mapping[str, Stale]) -> int:
    """How many files are stale for another reason than that nobody verified them, which is counted apart."""
    found = (stale[path].reasons for path in paths if path in stale)
    return sum(any(each.kind != "never-verified" for each in reasons) for reasons in found)


def _repos(facts: TopicFacts, snapshot: Snapshot) -> tuple[str, ...]:
    return repos_behind(zip(facts.topic.pointers, facts.resolved, strict=True), snapshot)


def health_of(facts: TopicFacts, snapshot: Snapshot) -> TopicHealth:
    """The health of one topic."""
    return snapshot.ask(topic_healths).of(facts)


def place_of(topic: Topic, path: str, snapshot: Snapshot) -> TopicPlace | None:
    """Where a topic of the table at `path` stands, with its facts; None for a draft row."""
    places = snapshot.ask(topic_index).places_in(path)
    return next((place for place in places if place.facts.topic is topic), None)


def resolution_of(pointer: Pointer, place: TopicPlace) -> Resolution:
    """Where a pointer of the topic at `place` leads."""
    for each, resolution in zip(place.facts.topic.pointers, place.facts.resolved, strict=True):
        if each is pointer:
            return resolution
    return Resolution(State.UNKNOWN)


def _health(
    facts: TopicFacts,
    documents: tuple[Document | None, ...],
    stale: Mapping[str, Stale],
    snapshot: Snapshot,
) -> TopicHealth:
    states = [each.state for each in facts.resolved]
    graded = [each for each in documents if each is not None and each.kind in TRUST_KINDS]
    trusts = [read_trust(document) for document in graded]
    checked = [trust for trust in trusts if trust.verified_by != "unverified"]
    ages = [days for trust in checked if (days := age_days(trust, snapshot.today)) is not None]
    return TopicHealth(
        files=sum(
            max(1, len(each.targets)) for each in facts.resolved if each.state is not State.WEB
        ),
        web=states.count(State.WEB),
        dead=sum(state in DEAD_STATES for state in states),
        outside=states.count(State.OUTSIDE),
        unknown=states.count(State.UNKNOWN),
        stale=_count(facts.targets, stale),
        unverified=len(trusts) - len(checked),
        undated=len(checked) - len(ages),
        oldest=max(ages, default=None),
        repos=_repos(facts, snapshot),
    )
