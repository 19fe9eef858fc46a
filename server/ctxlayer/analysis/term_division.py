"""Dividing the words and live pointers of a topic between the topics that it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ctxlayer.analysis.shares import Share
from ctxlayer.analysis.topics import TopicFacts, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher
from ctxlayer.layer.terms import term_fault, term_key
from ctxlayer.layer.word_base import body

_SEVERAL = 2
_CLEARLY = 2.0
"""A word of several shares leaves the first for one whose files hold it so much more often, and for
no chance hit in a single file."""
_MOST_FILES = 500
"""Files of one share that are read: a glob may name thousands."""


class Division(NamedTuple):
    """For each share in turn: its terms and live pointers by number, and what a share without any
    word gets for one."""

    terms: tuple[frozenset[int], ...]
    live: tuple[frozenset[int], ...]
    added: tuple[tuple[str, ...], ...]


class _Reading(NamedTuple):
    """Of `total` files of one share, how many hold a term, and how often all in all."""

    total: int
    files: dict[str, int]
    often: dict[str, int]

    def part(self, key: str) -> float:
        return self.files.get(key, 0) / max(1, self.total)

    def weight(self, key: str) -> tuple[float, int]:
        return self.part(key), self.often.get(key, 0)


def divide(
    facts: TopicFacts, shares: Sequence[Share], names: Sequence[str], snapshot: Snapshot
) -> Division:
    """Each term goes to the share whose files hold it; to the first if none of them does or several
    do, unless it is clearly at home in one. A live pointer goes to every share whose files name its
    object, and to all if none does."""
    keys = {term.key for term in facts.topic.vocabulary}
    objects = {term_key(live.object): live.object for live in facts.topic.live if live.object}
    matcher = TermMatcher({*keys, *objects})
    readings = [_read(facts, share, matcher, snapshot) for share in shares]
    owners = {key: _owner(key, shares, readings) for key in sorted(keys)}
    added = _see_that_all_have_words(facts, owners, shares, names, readings, snapshot)
    terms = tuple(
        frozenset(
            number
            for number, term in enumerate(facts.topic.vocabulary)
            if owners[term.key] == share
        )
        for share in range(len(shares))
    )
    return Division(terms, _live(facts, readings), added)


def _read(facts: TopicFacts, share: Share, matcher: TermMatcher, snapshot: Snapshot) -> _Reading:
    paths = sorted({path for number in share.pointers for path in facts.resolved[number].targets})
    documents = [each for path in paths[:_MOST_FILES] if (each := snapshot.document(path))]
    texts = [body(document) for document in documents]
    files: dict[str, int] = {}
    count: dict[str, int] = {}
    for text in texts:
        found = [match.key for match in matcher.find(text)]
        for key in found:
            count[key] = count.get(key, 0) + 1
        for key in set(found):
            files[key] = files.get(key, 0) + 1
    # What the table says of the files counts where they themselves are silent.
    said = [share.title, *(_said(facts, number) for number in sorted(share.pointers))]
    for key in matcher.keys_in("\n\n".join(said)):
        files.setdefault(key, 0)
        count[key] = count.get(key, 0) + 1
    return _Reading(len(texts), files, count)


def _said(facts: TopicFacts, number: int) -> str:
    pointer = facts.topic.pointers[number]
    stem = pointer.path.rpartition("/")[2].rpartition(".")[0]
    return " / ".join((stem, pointer.label or "", pointer.annotation or ""))


def _owner(key: str, shares: Sequence[Share], readings: Sequence[_Reading]) -> int:
    for number, share in enumerate(shares):
        if key in share.terms:
            return number
    first, *others = range(len(shares))
    best = max(others, key=lambda number: (readings[number].weight(key), -number))
    if not readings[best].often.get(key):
        return first
    if not readings[first].often.get(key):
        return best
    # A word of both is one of the whole topic, unless it is clearly at home in the other.
    part, files = readings[best].part(key), readings[best].files.get(key, 0)
    at_home = files >= _SEVERAL and part >= _CLEARLY * readings[first].part(key)
    return best if at_home else first


def _see_that_all_have_words(
    facts: TopicFacts,
    owners: dict[str, int],
    shares: Sequence[Share],
    names: Sequence[str],
    readings: Sequence[_Reading],
    snapshot: Snapshot,
) -> tuple[tuple[str, ...], ...]:
    """Moves terms to shares that have none, or finds new ones; the new ones by share."""
    added: list[tuple[str, ...]] = [()] * len(shares)
    if not owners:
        return tuple(added)
    used = set(snapshot.ask(topic_index).term_counts)
    for share in range(len(shares)):
        if share in owners.values():
            continue
        own = [names[share].replace("-", " "), shares[share].title] if share else []
        word = next((each for each in own if _is_free(each, used)), None)
        if word is not None:
            added[share] = (word,)
            used.add(term_key(word))
        else:
            _lend(share, owners, readings)
    return tuple(added)


def _is_free(word: str, used: set[str]) -> bool:
    return bool(word) and not term_fault(word) and "," not in word and term_key(word) not in used


def _lend(share: int, owners: dict[str, int], readings: Sequence[_Reading]) -> None:
    """Gives a share without words the one that its files hold most, of a share that has several."""
    numbers = list(owners.values())
    spare = [key for key, owner in owners.items() if numbers.count(owner) > 1]
    if spare:
        owners[max(spare, key=lambda key: (readings[share].weight(key), key))] = share


def _live(facts: TopicFacts, readings: Sequence[_Reading]) -> tuple[frozenset[int], ...]:
    everything = frozenset(range(len(facts.topic.live)))
    found: list[set[int]] = [set() for _ in readings]
    for number, live in enumerate(facts.topic.live):
        key = term_key(live.object)
        holding = [each for each, reading in enumerate(readings) if reading.often.get(key)]
        for each in holding or range(len(readings)):
            found[each].add(number)
    return tuple(frozenset(numbers) or everything for numbers in found)
