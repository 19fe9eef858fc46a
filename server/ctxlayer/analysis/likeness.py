"""How alike two texts of a layer are, against how alike its texts are anyhow.

A text is the words that set it apart: those that it uses much and other files seldom. What files
of different folders have in common by chance, their common tongue, is the measure of everything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt
from random import Random
from statistics import fmean

from ctxlayer.layer.content_words import STOP_WORDS
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import topic_of
from ctxlayer.layer.word_base import WordBase, body

Vector = Mapping[str, float]
"""Words to weights; of length one."""

MOST_WORDS = 60
"""Words that a text is known by."""
COMMON = 0.25
"""A word in more files than that sets nothing apart."""
SMALL = 20
"""In a layer of fewer files any word that is not in all of them does."""
_SHORTEST = 3
_NAME_WEIGHT = 3
_SAMPLED = 80
_PAIRS = 400
_FEWEST_PAIRS = 30
_KEPT = 512

_WORDS = re.compile(r"[^\W\d_][^\W_]*")
_JOINTS = re.compile(r"[^\W_]+")


def vector(document: Document, base: WordBase) -> Vector:
    """The words that set a document apart, those of its name thrice.

    Those of the last few hundred documents are kept: whoever edits a topic asks for the same on
    each key.
    """
    kept: dict[int, tuple[Document, Vector]] = base.memo.setdefault("vectors", {})
    known = kept.get(id(document))
    if known is not None and known[0] is document:
        return known[1]
    if len(kept) >= _KEPT:
        kept.clear()
    found = _vector(document, base)
    kept[id(document)] = (document, found)
    return found


def _vector(document: Document, base: WordBase) -> Vector:
    counts = Counter(_WORDS.findall(body(document).casefold()))
    for word in name_words(document.path):
        counts[word] += _NAME_WEIGHT
    total = len(base.documents)
    most = COMMON * total if total >= SMALL else total - 1
    weights = {}
    for word, count in counts.items():
        files = len(base.postings.get(word, ()))
        if 1 < files <= most and len(word) >= _SHORTEST and word not in STOP_WORDS:
            weights[word] = worth(count, files, total)
    return unit(sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:MOST_WORDS])


def worth(count: int, files: int, total: int) -> float:
    """What a word tells of a text that holds it `count` times, if `files` of `total` texts hold it."""
    return (1 + log(count)) * log(total / files)


def unit(weights: Iterable[tuple[str, float]]) -> Vector:
    """Weights of words, made comparable between short and long texts."""
    found = dict(weights)
    length = sqrt(sum(weight * weight for weight in found.values())) or 1.0
    return {word: weight / length for word, weight in found.items()}


def name_words(path: str) -> list[str]:
    """The words of a file's own name, without numbers."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return [word for word in _JOINTS.findall(stem.casefold()) if not word.isdigit()]


def likeness(one: Vector, other: Vector) -> float:
    """From 0 (no word in common) to 1."""
    if len(one) > len(other):
        one, other = other, one
    return sum(weight * other[word] for word, weight in one.items() if word in other)


def common_likeness(base: WordBase) -> float:
    """How alike files of different topics are on the average; 0 where too few are known."""
    key = "common-likeness"
    if key not in base.memo:
        base.memo[key] = _common_likeness(base)
    found: float = base.memo[key]
    return found


def _common_likeness(base: WordBase) -> float:
    if len(base.documents) < SMALL:
        return 0.0
    chance = Random(len(base.documents))
    chosen = chance.sample(base.documents, min(_SAMPLED, len(base.documents)))
    vectors = [vector(document, base) for document in chosen]
    homes = [topic_of(document.path, document.kind) for document in chosen]
    found = []
    for _ in range(_PAIRS):
        one, other = chance.randrange(len(chosen)), chance.randrange(len(chosen))
        if homes[one] != homes[other]:
            found.append(likeness(vectors[one], vectors[other]))
    return fmean(found) if len(found) >= _FEWEST_PAIRS else 0.0
