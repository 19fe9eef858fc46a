"""Vocabulary terms that stand in too many files to lead anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from ctxlayer.analysis.topics import TopicFacts, TopicIndex, topic_index
from ctxlayer.analysis.words import WordIndex, word_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import INDEXED_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher
from ctxlayer.layer.word_base import body

FEWEST_FILES = 20
"""In fewer files a quarter is chance."""
TOO_MANY = 0.25
SAMPLE = 1_000
"""Of more files than that a sample is counted: always the same ones, by the digest of their path."""
_LOOSE = 200
"""So many terms may come before they are joined to the others."""


class CommonTerms(Mapping[str, float]):
    """The share of the files that a common term stands in, by its key. `files` is their number.

    Equal where both are: a message tells the number, too.
    """

    __slots__ = ("_shares", "files")

    def __init__(self, shares: Mapping[str, float], files: int) -> None:
        self._shares = dict(shares)
        self.files = files

    def __getitem__(self, key: str) -> float:
        return self._shares[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._shares)

    def __len__(self) -> int:
        return len(self._shares)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CommonTerms):
            return NotImplemented
        return self.files == other.files and self._shares == other._shares

    # It is compared and never looked up. (`object` says that there is always a hash.)
    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class _Census:
    """In how many sampled documents each term stands.

    `matcher` finds the terms of `counts`, but for those of `loose`. All terms of `index` are
    counted; others may be in it still. `every` is the sample's step.
    """

    every: int
    documents: Mapping[str, Document]
    counts: Counter[str]
    matcher: TermMatcher
    loose: frozenset[str]
    index: TopicIndex
    over: Mapping[str, int]

    def of(self, **parts: Any) -> _Census:
        """The census with other parts; terms over the limit are sought where counts are new."""
        census = replace(self, **parts)
        if census.counts is self.counts and census.documents is self.documents:
            return census
        return replace(census, over=_over(census.counts, census.documents))


def _over(counts: Mapping[str, int], documents: Collection[str]) -> dict[str, int]:
    """The terms that stand in too many of the sampled documents."""
    least = TOO_MANY * len(documents)
    return {key: count for key, count in counts.items() if count > least}


def common_terms(snapshot: Snapshot, last: CommonTerms | None) -> CommonTerms:
    """A query: the terms in over a quarter of knowledge files and extractions, from 20 files up.

    None in a layer whose texts have not been read yet.
    """
    census = snapshot.ask(_census)
    files = _count(snapshot)
    found: dict[str, float] = {}
    if census is not None and files >= FEWEST_FILES and census.documents:
        terms = snapshot.ask(topic_index).term_counts
        live = sorted(key for key in census.over if key in terms)
        found = {key: census.over[key] / len(census.documents) for key in live}
    common = CommonTerms(found, files)
    return last if last is not None and last == common else common


def _keys(topics: Iterable[TopicFacts]) -> frozenset[str]:
    return frozenset().union(*(facts.term_keys for facts in topics))


def _count(snapshot: Snapshot) -> int:
    return sum(len(snapshot.by_kind.get(kind, ())) for kind in INDEXED_KINDS)


def _census(snapshot: Snapshot, last: _Census | None) -> _Census | None:
    """A query: the counts, kept up by what changed."""
    words = snapshot.ask(word_index)
    if not words.known:
        return None
    every = 1
    while _count(snapshot) > SAMPLE * every:
        every *= 2
    changed = snapshot.changed_since_last(_census)
    if last is None or changed is None or last.every != every:
        return _counted(snapshot, every)
    census = _with_documents(last, changed, snapshot)
    index = snapshot.ask(topic_index)
    return census if index is census.index else _with_topics(census, index, words)


def _is_sampled(path: str, every: int) -> bool:
    return crc32(path.encode("utf-8", "surrogatepass")) % every == 0


def _counted(snapshot: Snapshot, every: int) -> _Census:
    index = snapshot.ask(topic_index)
    documents = {
        document.path: document
        for document in snapshot.of_kind(*INDEXED_KINDS)
        if _is_sampled(document.path, every)
    }
    keys = frozenset(index.term_counts)
    matcher = TermMatcher(keys)
    counts = Counter(dict.fromkeys(keys, 0))
    for document in documents.values():
        counts.update(matcher.keys_in(body(document)))
    over = _over(counts, documents)
    return _Census(every, documents, counts, matcher, frozenset(), index, over)


def _with_topics(last: _Census, index: TopicIndex, words: WordIndex) -> _Census:
    """The census of other topics over the same documents, those of `words`."""
    turn = index.since(last.index.serial)
    come = turn.come if turn is not None else (place.facts for place in index.places)
    keys = frozenset(key for key in _keys(come) if key not in last.counts)
    matcher, loose, counts = last.matcher, last.loose | keys, last.counts
    if keys:
        counts = Counter(counts)
        for key in keys:
            counts[key] = _holding(key, last.documents, words)
    if len(loose) > _LOOSE:
        live = frozenset(index.term_counts)
        counts = Counter({key: counts[key] for key in live})
        matcher, loose = TermMatcher(live), frozenset()
    return last.of(counts=counts, matcher=matcher, loose=loose, index=index)


def _holding(key: str, documents: Mapping[str, Document], words: WordIndex) -> int:
    """How many of some documents hold a term."""
    matcher = TermMatcher((key,))
    likely = {document.path for document in words.candidates(key)}
    return sum(
        bool(matcher.keys_in(body(document)))
        for path, document in documents.items()
        if path in likely
    )


def _with_documents(last: _Census, changed: Iterable[str], snapshot: Snapshot) -> _Census:
    """The census after some documents changed."""
    turned = {path: _sampled(path, last.every, snapshot) for path in changed}
    turned = {path: new for path, new in turned.items() if new is not last.documents.get(path)}
    if not turned:
        return last
    documents, counts = dict(last.documents), Counter(last.counts)
    loose = TermMatcher(last.loose)
    for path, new in turned.items():
        for document, by in ((documents.pop(path, None), -1), (new, 1)):
            if document is not None:
                text = body(document)
                for key in last.matcher.keys_in(text) | loose.keys_in(text):
                    counts[key] += by
        if new is not None:
            documents[path] = new
    return last.of(documents=documents, counts=counts)


def _sampled(path: str, every: int, snapshot: Snapshot) -> Document | None:
    """The document at `path`, if it is in the sample."""
    document = snapshot.document(path)
    if document is None or document.kind not in INDEXED_KINDS or not _is_sampled(path, every):
        return None
    return document
