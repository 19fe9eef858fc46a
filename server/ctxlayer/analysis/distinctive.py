"""Phrases that set the files of a topic apart from the other files of the layer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import log
from typing import NamedTuple
from zlib import crc32

from ctxlayer.layer.content_words import STOP_WORDS
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import INDEXED_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher
from ctxlayer.layer.terms import MAX_WORDS, term_fault, term_key
from ctxlayer.layer.word_base import body

MOST_FILES = 40
"""Files of the topic that are read; more of them tell nothing new."""
_OTHERS = 100
"""About so many other files are looked into, always the same ones."""
_LOOKED_UP = 400
_CLEARLY = 3.0
"""A phrase must stand in so much more of the topic's files than of the others."""
_MOST_ELSEWHERE = 0.1
_UNSEEN = 0.5
_SHORTEST = 3
_LONGER = 0.15
"""What each word more is worth: two words that go together lead better than either."""

_NOISE = re.compile(
    r"^```.*?(?:^```|\Z)|^~~~.*?(?:^~~~|\Z)|<[^<>\n]*>|\]\([^()\s]*\)|\{[{%][^{}\n]*[}%]\}|https?://\S+",
    re.DOTALL | re.MULTILINE,
)
"""Code, tags and targets of links: nobody speaks of a task in them."""
_INSIDE = frozenset(("of",))
"""The small words that a term may have inside: `definition of ready`."""
_PARTS = re.compile(r"[^\w\s'’-]|\n\s*\n|\n[ \t]*[-*+#|>]|```")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class Phrase(NamedTuple):
    """A phrase as the topic's files write it, its key as a term, and in how many files it stands."""

    text: str
    key: str
    files: int


def distinctive_phrases(
    own: Sequence[Document], snapshot: Snapshot, is_taken: Callable[[str], bool], most: int
) -> list[Phrase]:
    """Phrases of one to four words, the most telling first; `is_taken` tells keys to leave out.

    Of three files or more a phrase must stand in two, if it is no heading. No phrase begins or ends
    with a small word.
    """
    own = own[:MOST_FILES]
    fewest = 2 if len(own) > 2 else 1
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    headings = {term_key(each.text) for document in own for each in document.blocks.headings}
    for document in own:
        phrases = _phrases(document)
        counts.update(phrases.keys())
        for key, text in phrases.items():
            written.setdefault(key, text)
    likely = [
        key
        for key, count in counts.items()
        if (count >= fewest or key in headings) and not is_taken(key)
    ]
    likely.sort(key=lambda key: (-counts[key], -len(key.split()), key))
    likely = likely[:_LOOKED_UP]
    others = _others({document.path for document in own}, snapshot)
    elsewhere = Counter(_found(likely, others))
    scores = {}
    for key in likely:
        here = counts[key] / len(own)
        there = elsewhere[key] / max(1, len(others))
        if there <= min(_MOST_ELSEWHERE, here / _CLEARLY):
            odds = here / max(there, _UNSEEN / (len(own) + len(others)))
            scores[key] = here * log(odds) * (1 + _LONGER * key.count(" "))
    ranked = sorted(scores, key=lambda key: (-scores[key], key))
    return [Phrase(written[key], key, counts[key]) for key in _without_parts(ranked, counts, most)]


def _found(keys: Iterable[str], documents: Iterable[Document]) -> Iterator[str]:
    """The keys of the terms in each document, one after the other."""
    matcher = TermMatcher(keys)
    for document in documents:
        yield from matcher.keys_in(body(document))


def _others(own: set[str], snapshot: Snapshot) -> list[Document]:
    """Some of the other knowledge files and extractions."""
    total = sum(len(snapshot.by_kind.get(kind, ())) for kind in INDEXED_KINDS)
    every = max(1, total // _OTHERS)
    return [
        document
        for document in snapshot.of_kind(*INDEXED_KINDS)
        if document.path not in own
        and crc32(document.path.encode("utf-8", "surrogatepass")) % every == 0
    ]


def _without_parts(ranked: Sequence[str], counts: Counter[str], most: int) -> list[str]:
    """The first keys without those that only stand inside another one, or around it."""
    chosen: list[str] = []
    for key in ranked:
        padded = f" {key} "
        if not any(f" {other} " in padded or padded in f" {other} " for other in chosen):
            chosen.append(key)
        if len(chosen) == most:
            break
    return chosen


def _phrases(document: Document) -> dict[str, str]:
    """The phrases of a document that could be terms, by key, as they are first written."""
    found: dict[str, str] = {}
    for part in _PARTS.split(_NOISE.sub("\n\n", body(document))):
        words = [_lowered(word) for word in _WORD.findall(part)]
        small = [word.lower() in STOP_WORDS or word[0].isdigit() for word in words]
        for start in range(len(words)):
            for end in range(start + 1, min(start + MAX_WORDS, len(words)) + 1):
                if small[start] or (small[end - 1] and words[end - 1] not in _INSIDE):
                    break
                if not small[end - 1]:
                    text = " ".join(words[start:end])
                    found.setdefault(term_key(text), text)
    return {
        key: text for key, text in found.items() if len(key) >= _SHORTEST and not term_fault(text)
    }


def _lowered(word: str) -> str:
    """A word in small letters, unless it is a name of capitals."""
    return word if word[1:] != word[1:].lower() else word.lower()
