"""What tasks are routed by: the words of every topic, ready to be looked up.

The index names no winner; `routing` does. It is made of the table and of the titles of the files
that the table points at, and of nothing else: no other file is read for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from typing import Literal, NamedTuple

from ctxlayer.analysis.topics import TopicFacts, TopicPlace, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher, content_words
from ctxlayer.layer.terms import term_key
from ctxlayer.layer.topic import Topic

Kind = Literal["name", "term", "group", "annotation", "title"]
"""Where in a topic a word stands."""

TOPIC = ""
"""The source of words that belong to a topic as a whole, not to one of its files."""

_MOST_TARGETS = 50
"""Files of one pointer whose titles are read: a folder of thousands names no topic."""
_MOST_NAME_WORDS = 6
_MOST_PHRASE_WORDS = 4
"""Words of a phrase between commas that is a term; more are a sentence."""
_LONGEST_NAME = 400
_COMMA = re.compile(r"[,，、;；]")
_COMPOUND = 2
"""Words of a term that may be written as one: `time zone`, `timezone`."""
_HEAD = 4_000
"""Code points of a document in which its title is looked for."""
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+([^\r\n]+)", re.MULTILINE)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class Sourced(NamedTuple):
    """A word of a topic: where it stands, and the file that brings it (`TOPIC` for none)."""

    kind: Kind
    word: str
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class TopicWords:
    """The words of one place of a topic; they hold while `documents` are the same objects."""

    words: frozenset[Sourced]
    documents: tuple[tuple[str, Document | None], ...]


class Routable(NamedTuple):
    """One topic as tasks are led to it. Places with one name (in any case) are one topic."""

    name: str
    meta: bool
    places: tuple[TopicPlace, ...]

    @property
    def terms(self) -> dict[str, str]:
        """The vocabulary: how a term is written, by its key.

        A row without any is routed by its situation, of which phrases between commas are terms.
        """
        found: dict[str, str] = {}
        for place in self.places:
            for term in place.facts.topic.vocabulary:
                found.setdefault(term.key, term.text)
            for phrase in _phrases_of(place.facts.topic):
                found.setdefault(term_key(phrase), phrase)
        return found


def _phrases_of(topic: Topic) -> Iterator[str]:
    """The parts of a situation such as `berth planning, quay walls`; none of a plain name."""
    if topic.shape != "row" or topic.vocabulary or "vocabulary" in topic.columns:
        return
    pieces = _COMMA.split(topic.name[:_LONGEST_NAME])
    if len(pieces) > 1:
        for piece in pieces:
            phrase = piece.strip(" `*\"'“”.…")
            if 0 < len(phrase.split()) <= _MOST_PHRASE_WORDS:
                yield phrase


Posting = dict[int, set[str]]
"""The topics that hold a word in one kind of place, each with the sources of it."""


@dataclass(eq=False)
class RoutingIndex:
    """Topics by their terms and words. Topics are numbers into `topics`."""

    topics: tuple[Routable, ...]
    words_of: Mapping[TopicFacts, TopicWords] = field(repr=False)
    terms: dict[str, list[int]] = field(default_factory=dict)
    names: dict[str, list[int]] = field(default_factory=dict)
    phrases: dict[str, list[str]] = field(default_factory=dict)
    """Terms and names by their words' stems: `late arriv` leads to `late arriving`."""
    holders: dict[str, set[int]] = field(default_factory=dict)
    """The topics that hold a term or bear a name, by its stems: `tide` and `tides` are one."""
    loose: dict[str, list[str]] = field(default_factory=dict)
    """Terms of several words by each stem in them."""
    stems: dict[str, tuple[str, ...]] = field(default_factory=dict)
    postings: dict[Kind, dict[str, Posting]] = field(default_factory=dict)
    longest: int = 1
    """Words of the longest phrase."""

    @cached_property
    def matcher(self) -> TermMatcher:
        """Finds terms and topic names in a task."""
        return TermMatcher({*self.terms, *self.names})

    @cached_property
    def by_name(self) -> dict[str, Routable]:
        """The topics by their folded names; of a platform and a meta topic the platform one."""
        first = sorted(self.topics, key=lambda topic: topic.meta, reverse=True)
        return {topic.name.casefold(): topic for topic in first}

    def rarity(self, count: int) -> float:
        """What a word that `count` topics share is worth: 1 for one topic, near 0 for all."""
        total = len(self.topics) + 1
        return log(total / max(1, min(count, total))) / log(total) if total > 1 else 0.0


def routing_index(snapshot: Snapshot, last: RoutingIndex | None) -> RoutingIndex:
    """A query: the words of all topics; the same object while none of them changes."""
    places = snapshot.ask(topic_index).places
    known = last.words_of if last is not None else {}
    words_of: dict[TopicFacts, TopicWords] = {}
    for place in places:
        words = known.get(place.facts)
        if words is None or not _holds(words, snapshot):
            words = _words(place.facts, snapshot)
        words_of[place.facts] = words
    topics = _merged(places)
    if last is not None and last.topics == topics and _same(last.words_of, words_of):
        return last
    return _index(topics, words_of)


def _same(one: Mapping[TopicFacts, TopicWords], other: Mapping[TopicFacts, TopicWords]) -> bool:
    return one.keys() == other.keys() and all(one[key] is other[key] for key in one)


def _holds(words: TopicWords, snapshot: Snapshot) -> bool:
    return all(snapshot.document(path) is document for path, document in words.documents)


def _merged(places: Iterable[TopicPlace]) -> tuple[Routable, ...]:
    """The topics in the order of tables, hot tables first; those without a name route nowhere."""
    found: dict[tuple[str, bool], list[TopicPlace]] = {}
    for place in places:
        topic = place.facts.topic
        if topic.name:
            found.setdefault((topic.name.casefold(), topic.cluster == "meta"), []).append(place)
    return tuple(
        Routable(same[0].facts.topic.name, meta, tuple(same)) for (_, meta), same in found.items()
    )


def _index(topics: tuple[Routable, ...], words_of: Mapping[TopicFacts, TopicWords]) -> RoutingIndex:
    index = RoutingIndex(topics, words_of)
    for number, topic in enumerate(topics):
        for key in topic.terms:
            index.terms.setdefault(key, []).append(number)
        if len(topic.name.split()) <= _MOST_NAME_WORDS:
            index.names.setdefault(term_key(topic.name), []).append(number)
        for place in topic.places:
            for kind, word, source in words_of[place.facts].words:
                posting = index.postings.setdefault(kind, {}).setdefault(word, {})
                posting.setdefault(number, set()).add(source)
    for key in (*index.terms, *index.names):
        _add_phrase(index, key)
    return index


def _add_phrase(index: RoutingIndex, key: str) -> None:
    """The stems of a key. Names like `C#`, `.env` or `gate 7` are found as they stand only."""
    words = key.split(" ")
    if not all(word.isalnum() and not word.isdigit() for word in words):
        return
    stems = tuple(content_words(key))
    if not _is_whole(words):
        return
    phrase = " ".join(stems)
    if key not in index.stems:
        index.stems[key] = stems
        index.phrases.setdefault(phrase, []).append(key)
        index.longest = max(index.longest, len(stems))
        if len(words) == _COMPOUND:
            for joined in content_words("".join(words)):
                index.phrases.setdefault(joined, []).append(key)
    topics = index.holders.setdefault(phrase, set())
    topics.update(index.terms.get(key, ()), index.names.get(key, ()))
    if len(stems) > 1 and key in index.terms:
        for stem in dict.fromkeys(stems):
            index.loose.setdefault(stem, []).append(key)


def _is_whole(words: list[str]) -> bool:
    """Whether a phrase begins and ends with words that mean something.

    Of others hardly anything is left as stems: `how it works` is not `work`.
    """
    return bool(words) and bool(content_words(words[0])) and bool(content_words(words[-1]))


def _words(facts: TopicFacts, snapshot: Snapshot) -> TopicWords:
    topic = facts.topic
    own = frozenset(content_words(topic.name))
    kind: Kind = "name" if _is_whole(term_key(topic.name).split(" ")) else "annotation"
    words = {Sourced(kind, word, TOPIC) for word in own}
    words |= {
        Sourced("term", word, TOPIC) for key in facts.term_keys for word in content_words(key)
    }
    for group in topic.groups:
        words |= {Sourced("group", word, TOPIC) for word in content_words(group.name)}
    documents: dict[str, Document | None] = {}
    for source, annotation, targets in _pointed(topic, facts):
        words |= {Sourced("annotation", word, source) for word in content_words(annotation)}
        for path in targets:
            documents[path] = snapshot.document(path)
            # The topic's name in a file's name says nothing about the file.
            title = f"{_stem(path)} {_title(documents[path])}"
            words |= {
                Sourced("title", word, path) for word in content_words(title) if word not in own
            }
    return TopicWords(frozenset(words), tuple(documents.items()))


def _pointed(topic: Topic, facts: TopicFacts) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(source, annotation, target files) of each pointer."""
    for pointer, resolution in zip(topic.pointers, facts.resolved, strict=True):
        targets = resolution.targets[:_MOST_TARGETS]
        if pointer.form in ("glob", "folder") or not targets:
            yield pointer.path, pointer.annotation or "", targets
        else:
            yield targets[0], pointer.annotation or "", targets


def _stem(path: str) -> str:
    """The name of a file without its ending and without a date."""
    name = path.rpartition("/")[2]
    return _DATE.sub(" ", name.rpartition(".")[0] or name)


def _title(document: Document | None) -> str:
    """The text of the first heading near the top; "" where there is none.

    `Document.title` would scan the blocks of every file of the layer, for words of little weight.
    """
    if document is None:
        return ""
    found: str | None = document.memo.get("routing-title")
    if found is None:
        text = document.text
        start = 1 if text.startswith("\ufeff") else 0
        if text.startswith("---", start):
            start = max(start, text.find("\n---", start + 3) + 1)
        heading = _HEADING.search(text, start, start + _HEAD)
        found = document.memo["routing-title"] = heading[1].rstrip("# \t") if heading else ""
    return found
