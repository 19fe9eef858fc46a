"""How a topic falls apart: which of its pointers would make a topic of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ctxlayer.analysis.likeness import Vector, likeness, unit, worth
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.content_words import content_words
from ctxlayer.layer.snapshot import Snapshot

_FEWEST = 2
"""Pointers that a folder or a group of like files needs to make a topic."""
MANY = 12
"""Pointers from which on a topic without sub-groups or folders can be told apart by its files."""
_LARGE = 20
"""Pointers from which on a part is parted again."""
_MOST_PARTS = 5


class Share(NamedTuple):
    """What one topic of a split gets.

    `pointers` count into `topic.pointers`, `terms` are keys of its vocabulary; those that no share
    names are divided by where they occur. A new topic is called `name`, if no other is; else it is
    named after `title`; "" finds some word.
    """

    pointers: frozenset[int]
    terms: frozenset[str] = frozenset()
    title: str = ""
    name: str = ""


def shares_of(facts: TopicFacts) -> tuple[Share, ...]:
    """How a topic falls into its sub-groups, or else into folders; empty where it does not. Cheap.

    A row has no sub-groups to write: the folders below that of the topic take their part.
    """
    if "shares" not in facts.memo:
        facts.memo["shares"] = _by_groups(facts) or _by_folders(facts)
    found: tuple[Share, ...] = facts.memo["shares"]
    return found


def _by_groups(facts: TopicFacts) -> tuple[Share, ...]:
    topic = facts.topic
    found: dict[int, set[int]] = {}
    for number, pointer in enumerate(topic.pointers):
        found.setdefault(pointer.group, set()).add(number)
    if len(found) < 2:
        return ()
    return tuple(
        Share(frozenset(numbers), title=topic.groups[group].name)
        for group, numbers in sorted(found.items())
    )


def _by_folders(facts: TopicFacts) -> tuple[Share, ...]:
    own = f"knowledge/{facts.topic.name}/"
    found: dict[str, set[int]] = {}
    for number, resolution in enumerate(facts.resolved):
        first = resolution.targets[0] if resolution.targets else resolution.tried
        folder, slash, _ = first[len(own) :].partition("/") if first.startswith(own) else ("",) * 3
        found.setdefault(folder if slash else "", set()).add(number)
    named = {name: numbers for name, numbers in found.items() if name and len(numbers) >= _FEWEST}
    rest = frozenset(range(len(facts.resolved))).difference(*named.values())
    shares = [Share(frozenset(numbers), title=name) for name, numbers in sorted(named.items())]
    if rest:
        shares.insert(0, Share(rest))
    return tuple(shares) if len(shares) > 1 else ()


def shares_by_words(facts: TopicFacts, snapshot: Snapshot) -> tuple[Share, ...]:
    """Parts of a topic, of files that say like things; empty where that cannot be told.

    Two parts, and more while one of them is still large. Costs a look into the files that the topic
    points at.
    """
    vectors = _vectors(_texts(facts, snapshot))
    parts = [frozenset(vectors)]
    for _ in range(_MOST_PARTS - 1):
        largest = max(parts, key=len)
        if len(parts) > 1 and len(largest) < _LARGE:
            break
        second = _like_the_last({number: vectors[number] for number in sorted(largest)})
        if min(len(second), len(largest) - len(second)) < _FEWEST:
            break
        at = parts.index(largest)
        parts[at : at + 1] = [largest - second, second]
    if len(parts) < 2:
        return ()
    parts[0] |= frozenset(range(len(facts.topic.pointers))).difference(*parts)
    return tuple(map(Share, parts))


def _texts(facts: TopicFacts, snapshot: Snapshot) -> dict[int, str]:
    """The text of each pointer that names one document."""
    found = {}
    for number, resolution in enumerate(facts.resolved):
        document = snapshot.document(resolution.targets[0]) if resolution.targets else None
        if document is not None and len(resolution.targets) == 1:
            found[number] = document.text
    return found


def _vectors(texts: dict[int, str]) -> dict[int, Vector]:
    """Words by weight: those that some of the texts hold and others do not."""
    words = {number: Counter(content_words(text)) for number, text in texts.items()}
    spread = Counter(word for counts in words.values() for word in counts)
    vectors: dict[int, Vector] = {}
    for number, counts in words.items():
        vectors[number] = unit(
            (word, worth(count, spread[word], len(texts)))
            for word, count in counts.items()
            if 1 < spread[word] < len(texts)
        )
    return vectors


def _like_the_last(vectors: dict[int, Vector]) -> frozenset[int]:
    """The pointers that go with the one that is least like the first, the most valuable.

    Of many pointers a quarter at least goes either way: a topic that stays as large is no help.
    """
    numbers = list(vectors)
    if len(numbers) < 2 * _FEWEST:
        return frozenset()
    fewest = len(numbers) // 4 if len(numbers) >= _LARGE else 0
    head = vectors[numbers[0]]
    tail = vectors[min(numbers[1:], key=lambda number: (likeness(head, vectors[number]), -number))]
    second: frozenset[int] = frozenset()
    for _ in range(_ROUNDS):
        pull = {each: _pull(vectors[each], head, tail) for each in numbers}
        found = {each for each in numbers if pull[each] > 0}
        ranked = sorted(numbers, key=lambda each: (-pull[each], -each))
        found |= set(ranked[:fewest])
        found -= set(ranked[len(numbers) - fewest :])
        if found == second or not found or len(found) == len(numbers):
            break
        second = frozenset(found)
        head = _middle([vectors[each] for each in numbers if each not in second])
        tail = _middle([vectors[each] for each in numbers if each in second])
    return second


_ROUNDS = 8
"""After which it does not matter any more which of two halves a file belongs to."""


def _pull(vector: Vector, head: Vector, tail: Vector) -> float:
    return likeness(tail, vector) - likeness(head, vector)


def _middle(vectors: Sequence[Vector]) -> Vector:
    total: dict[str, float] = {}
    for vector in vectors:
        for word, weight in vector.items():
            total[word] = total.get(word, 0.0) + weight / len(vectors)
    return total
