"""Which topics a task leads to, best first, and by which of its words.

A term or a name that the task spells out counts most, a single word in the title of a file least;
what several topics share counts less for each of them. Nothing is random and nothing depends on
the order of sets: equal layers rank alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ctxlayer.analysis.routing_index import Kind, Routable, RoutingIndex
from ctxlayer.analysis.topics import TopicPlace
from ctxlayer.layer.term_match import content_words
from ctxlayer.text import Span

Cause = Literal["term", "name", "words of a term", "word of the name", "word of a term"] | Kind
"""What in a topic the task named."""

_LONGEST_TASK = 50_000
"""Code points of a task that are read: what comes behind so many is no task any more."""
_PHRASES: dict[Cause, float] = {"term": 4.0, "name": 4.5}
_INFLECTED = 0.95
_SCATTERED = 0.6
_WORDS: dict[Kind, tuple[Cause, float]] = {
    "name": ("word of the name", 1.5),
    "group": ("group", 1.2),
    "annotation": ("annotation", 1.0),
    "term": ("word of a term", 0.8),
    "title": ("title", 0.6),
}
_FURTHER_WORD = 0.25
"""What each word behind the first adds to a term: `spring tide` says more than `tide`."""
_WINDOW = 8
"""Content words among which all words of a term have to stand, where they do not stand in a row."""
_NEGLIGIBLE = 0.1
"""Weight below which a word that many topics hold is not looked at."""
_STRONG = 0.5
"""Weight from which on a term or a name alone leads to a topic; else it takes two words."""
_TWO_WORDS = 2
_TAIL = 0.1
"""Share of the best score below which a topic is noise."""
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
"""A hyphen inside a word, without which a term may be written: `back-fill`, `backfill`."""
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
"""Where a name of code joins two words: `BerthPlan`."""
_SURFACE = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


class Reason(NamedTuple):
    """One thing of a topic that the task named.

    `text` is the term or name as the layer writes it, or the word as the task does. `shared` is how
    many topics have it; `sources` are the files that bring it, none for the topic's own.
    """

    cause: Cause
    text: str
    weight: float
    shared: int
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoutedTopic:
    """A topic that a task leads to. `reasons` are the heaviest first."""

    topic: str
    meta: bool
    score: float
    reasons: tuple[Reason, ...]
    places: tuple[TopicPlace, ...] = field(repr=False)

    @property
    def matched(self) -> tuple[str, ...]:
        """The terms, names and words that led here, each once."""
        return tuple(dict.fromkeys(reason.text for reason in self.reasons))


class _Phrase(NamedTuple):
    """A key that the task names, with its stems and how well it fits (1 = to the letter)."""

    key: str
    stems: frozenset[str]
    fit: float


class _Tally:
    """What speaks for one topic so far."""

    __slots__ = ("phrases", "score", "strong", "words")

    def __init__(self) -> None:
        self.score = 0.0
        self.strong = False
        self.phrases: list[tuple[Cause, _Phrase, float, int]] = []
        self.words: dict[str, tuple[float, Kind]] = {}

    def news(self, phrase: _Phrase) -> float:
        """The share of a phrase that is not said yet; what stands in a row is news as a whole."""
        if phrase.fit >= _INFLECTED:
            return 1.0
        said = frozenset().union(*(each.stems for _, each, _, _ in self.phrases))
        return len(phrase.stems - said) / len(phrase.stems)

    def leads(self) -> bool:
        """Whether all this is enough to be led here."""
        return self.strong or len(self.words) >= _TWO_WORDS


def rank(
    index: RoutingIndex, task: str, *, meta: bool = False, without: frozenset[str] = frozenset()
) -> tuple[RoutedTopic, ...]:
    """The topics that `task` leads to, best first; none where nothing in it says so.

    Meta topics are left out unless `meta`. `without` names files whose titles and annotations do
    not count: a task that was made from a file must not be led by it. Topics of equal score
    come in the order of their names.
    """
    task = task[:_LONGEST_TASK]
    joined = _HUMP.sub(" ", _HYPHEN.sub("", task))
    sequence = content_words(task)
    if joined != task:
        # A blank line parts the two: no term reaches from one into the other.
        task = f"{task}\n\n{joined}"
        sequence += ["", *content_words(joined)]
    positions: dict[str, list[int]] = {}
    for at, stem in enumerate(sequence):
        positions.setdefault(stem, []).append(at)
    tallies: dict[int, _Tally] = {}
    for phrase in _phrases(index, task, sequence, positions):
        _count_phrase(index, phrase, tallies)
    for stem in positions:
        _count_word(index, stem, without, tallies)
    found = [
        (number, tally)
        for number, tally in tallies.items()
        if tally.leads() and (meta or not index.topics[number].meta)
    ]
    best = max((tally.score for _, tally in found), default=0.0)
    surfaces = _Surfaces(task)
    routed = [
        _routed(index, number, tally, without, surfaces)
        for number, tally in found
        if tally.score >= best * _TAIL
    ]
    routed.sort(key=lambda each: (-each.score, each.meta, each.topic.casefold(), each.topic))
    return tuple(routed)


# Terms and names.


def _phrases(
    index: RoutingIndex, task: str, sequence: list[str], positions: dict[str, list[int]]
) -> Iterator[_Phrase]:
    """The keys that the task names: to the letter, with other endings, in other order."""
    matches = index.matcher.find(task)
    seen = {match.key for match in matches}
    spans = [match.span for match in matches]
    for key in dict.fromkeys(matches[at].key for at in _outermost(spans)):
        yield _Phrase(key, frozenset(index.stems.get(key, ())), 1.0)
    rows = list(_rows(index, sequence))
    outer = [rows[at] for at in _outermost([span for span, _ in rows])]
    for _, keys in outer:
        for key in keys:
            if key not in seen:
                seen.add(key)
                yield _Phrase(key, frozenset(index.stems[key]), _INFLECTED)
    # Words that make up one term are not there for another to be scattered over.
    taken = {at for span, _ in outer if span.end - span.start > 1 for at in range(*span)}
    for key in _scattered(index, positions, taken):
        if key not in seen:
            seen.add(key)
            yield _Phrase(key, frozenset(index.stems[key]), _SCATTERED)


def _outermost(spans: list[Span]) -> Iterator[int]:
    """The places of spans that lie in no longer one, from left to right."""
    reached, widest = -1, Span(-1, -1)
    for at in sorted(range(len(spans)), key=lambda at: (spans[at].start, -spans[at].end)):
        if spans[at].end > reached or spans[at] == widest:
            reached, widest = spans[at].end, spans[at]
            yield at


def _rows(index: RoutingIndex, sequence: list[str]) -> Iterator[tuple[Span, list[str]]]:
    """Stems of the task in a row that are those of a key."""
    for start in range(len(sequence)):
        for end in range(start + 1, min(start + index.longest, len(sequence)) + 1):
            keys = index.phrases.get(" ".join(sequence[start:end]))
            if keys:
                yield Span(start, end), keys


def _scattered(
    index: RoutingIndex, positions: dict[str, list[int]], taken: set[int]
) -> Iterator[str]:
    """Terms of several words that all stand near each other in the task, at places not `taken`."""
    free = {stem: [at for at in places if at not in taken] for stem, places in positions.items()}
    counts: dict[str, int] = {}
    for stem, places in free.items():
        for key in index.loose.get(stem, ()) if places else ():
            counts[key] = counts.get(key, 0) + 1
    for key, count in counts.items():
        stems = frozenset(index.stems[key])
        if count == len(stems) > 1 and _close(sorted(free[stem] for stem in stems)):
            yield key


def _close(places: list[list[int]]) -> bool:
    """Whether one of each list lies within `_WINDOW` of each other."""
    first, *others = places
    return any(
        all(any(abs(at - start) < _WINDOW for at in other) for other in others) for start in first
    )


def _count_phrase(index: RoutingIndex, phrase: _Phrase, tallies: dict[int, _Tally]) -> None:
    length = max(1, len(phrase.key.split(" ")))
    holders: tuple[tuple[Cause, list[int]], ...] = (
        ("name", index.names.get(phrase.key, [])),
        ("term", index.terms.get(phrase.key, [])),
    )
    alike = index.holders.get(" ".join(index.stems.get(phrase.key, ())), ())
    shared = max(len(alike), *(len(numbers) for _, numbers in holders))
    counted: set[int] = set()
    for cause, numbers in holders:
        if cause == "name" and phrase.fit < _INFLECTED:
            continue  # its words count one by one
        most = _PHRASES[cause] * phrase.fit * (1 + _FURTHER_WORD * (length - 1))
        most *= index.rarity(shared)
        for number in numbers:
            if number not in counted:
                counted.add(number)
                tally = tallies.setdefault(number, _Tally())
                weight = most * tally.news(phrase)
                if not weight:
                    continue
                tally.phrases.append((cause, phrase, weight, shared))
                tally.score += weight
                tally.strong = tally.strong or weight >= _STRONG


# Single words.


def _count_word(
    index: RoutingIndex, stem: str, without: frozenset[str], tallies: dict[int, _Tally]
) -> None:
    """Count a word once for each topic, where it weighs most; not where a phrase holds it."""
    best: dict[int, tuple[float, Kind]] = {}
    for kind, (_, most) in reversed(_WORDS.items()):
        posting = index.postings.get(kind, {}).get(stem)
        if posting is None:
            continue
        weight = most * index.rarity(len(posting))
        if weight < _NEGLIGIBLE:
            continue
        for number, sources in posting.items():
            if (not without or not sources <= without) and weight > best.get(number, (0.0,))[0]:
                best[number] = (weight, kind)
    for number, (weight, kind) in best.items():
        tally = tallies.get(number)
        if tally is None:
            tally = tallies[number] = _Tally()
        elif any(stem in phrase.stems for _, phrase, _, _ in tally.phrases):
            continue
        tally.words[stem] = (weight, kind)
        tally.score += weight
        tally.strong = tally.strong or (kind == "name" and weight >= _STRONG)


# What is told.


class _Surfaces:
    """How the task writes its words; looked up only for what matched."""

    def __init__(self, task: str) -> None:
        self._task = task
        self._found: dict[str, str] | None = None

    def of(self, stem: str) -> str:
        """A word of the task with this stem."""
        if self._found is None:
            self._found = {}
            for word in _SURFACE.findall(self._task):
                for each in content_words(word):
                    self._found.setdefault(each, word)
        return self._found.get(stem, stem)


def _routed(
    index: RoutingIndex,
    number: int,
    tally: _Tally,
    without: frozenset[str],
    surfaces: _Surfaces,
) -> RoutedTopic:
    topic = index.topics[number]
    reasons = [
        *_phrase_reasons(topic, tally),
        *_word_reasons(index, number, tally, without, surfaces),
    ]
    reasons.sort(key=lambda reason: (-reason.weight, reason.cause, reason.text))
    # Summed in one order, so that equal evidence gives equal scores to the last bit.
    score = round(sum(reason.weight for reason in reasons), 4)
    return RoutedTopic(topic.name, topic.meta, score, tuple(reasons), topic.places)


def _phrase_reasons(topic: Routable, tally: _Tally) -> Iterator[Reason]:
    for cause, phrase, weight, shared in tally.phrases:
        text = topic.terms.get(phrase.key, phrase.key) if cause == "term" else topic.name
        told: Cause = cause if phrase.fit >= _INFLECTED else "words of a term"
        yield Reason(told, text, weight, shared)


def _word_reasons(
    index: RoutingIndex,
    number: int,
    tally: _Tally,
    without: Iterable[str],
    surfaces: _Surfaces,
) -> Iterator[Reason]:
    for stem, (weight, kind) in tally.words.items():
        posting = index.postings[kind][stem]
        sources = sorted(posting[number].difference(without) - {""})
        yield Reason(_WORDS[kind][0], surfaces.of(stem), weight, len(posting), tuple(sources))
