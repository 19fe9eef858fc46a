"""Splitting a topic in several: pointers, live pointers and vocabulary divided between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import cast

from ctxlayer.analysis.anchors import anchors
from ctxlayer.analysis.item_edits import comments_in
from ctxlayer.analysis.part_texts import Content, moving_edits, row_text, section_text
from ctxlayer.analysis.renamed_pointers import path_edits
from ctxlayer.analysis.shares import Share, shares_by_words, shares_of
from ctxlayer.analysis.split_cases import case_edits
from ctxlayer.analysis.term_division import Division, divide
from ctxlayer.analysis.topics import TopicFacts, TopicPlace, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_columns import Grammar
from ctxlayer.layer.topic import Topic, TriggerTable
from ctxlayer.layer.topic_names import kebab
from ctxlayer.text import Edit, Span, apply_edits
from ctxlayer.text.edits import OverlappingEdits

__all__ = ["Share", "names_of", "shares_of", "split_by_subgroups", "split_topic"]

_MOST_WORDS = 4
"""Words of a sub-group's name that go into the name of its topic."""

Edits = dict[str, tuple[Edit, ...]]


def split_by_subgroups(snapshot: Snapshot, place: TopicPlace) -> Edits:
    """Splits a topic along its sub-groups or folders; without any, by what its files say."""
    shares = shares_of(place.facts) or shares_by_words(place.facts, snapshot)
    return split_topic(snapshot, place, shares)


def split_topic(snapshot: Snapshot, place: TopicPlace, shares: Sequence[Share]) -> Edits:
    """The edits, by path, that make several topics of one; the first share keeps its name.

    Pointers that no share names stay with the first. Empty where it cannot be done without loss.
    Costs a look into the files that the topic points at: put it into `Deferred`.
    """
    facts, topic = place.facts, place.facts.topic
    document = snapshot.document(place.path)
    shares = _disjoint(shares, len(topic.pointers))
    placement = snapshot.placement(place.path)
    if document is None or placement is None or len(shares) < 2 or not topic.name:
        return {}
    if "agents" in topic.columns:
        return {}
    first = divide(facts, shares, names_of(snapshot, place, shares), snapshot)
    shares = _titled(shares, topic, first)
    names = names_of(snapshot, place, shares)
    division = divide(facts, shares, names, snapshot)
    table = document.table(snapshot.settings)
    edits = _edits(facts, shares, names, division, table, document.newline)
    if edits is None:
        return {}
    placed = tuple(Edit(edit.span.shift(place.offset), edit.new) for edit in edits)
    try:
        text = apply_edits(document.text, placed)
    except OverlappingEdits:
        return {}  # parts so entangled that none of them can be moved alone
    # Read with what is known of the table as it is: topics that stay are not read again.
    after = Document(place.path, placement, text, document).table(snapshot.settings)
    if not _keeps_all(table, after, place, names, division) or Counter(
        comments_in(document.text)
    ) != Counter(comments_in(text)):
        return {}
    edits_by_path: dict[str, list[Edit]] = {place.path: list(placed)}
    for path, edit in case_edits(snapshot, topic, names, division):
        edits_by_path.setdefault(path, []).append(edit)
    return {path: tuple(each) for path, each in edits_by_path.items()}


def _disjoint(shares: Sequence[Share], count: int) -> tuple[Share, ...]:
    """Shares that hold each pointer once, the first one what no other does; none without any."""
    taken: set[int] = set()
    found = []
    for share in shares:
        own = frozenset(n for n in share.pointers if 0 <= n < count) - taken
        taken |= own
        found.append(share._replace(pointers=own))
    left = frozenset(range(count)) - taken
    if found:
        found[0] = found[0]._replace(pointers=found[0].pointers | left)
    return tuple(share for share in found if share.pointers)


def _titled(shares: Sequence[Share], topic: Topic, division: Division) -> tuple[Share, ...]:
    """Shares without a title get the first of their terms for one, or a word of their file names."""
    found = []
    for share, terms in zip(shares, division.terms, strict=True):
        title = share.title
        if all(topic.pointers[n].path.find("extractions/") >= 0 for n in share.pointers):
            title = title if kebab(title) else "extractions"
        elif not kebab(title):
            words = (topic.vocabulary[n].text for n in sorted(terms))
            title = next(words, "") or _file_word(topic, share)
        found.append(share._replace(title=title))
    return tuple(found)


def _file_word(topic: Topic, share: Share) -> str:
    """The word that is in more of a share's file names than in others; "" for none."""
    counts: Counter[str] = Counter()
    for number, pointer in enumerate(topic.pointers):
        stem = pointer.path.rpartition("/")[2].rpartition(".")[0]
        words = {each for each in kebab(stem).split("-") if not each.isdigit()}
        for word in words - set(kebab(topic.name).split("-")):
            counts[word] += 1 if number in share.pointers else -1
    return max(sorted(counts), key=lambda word: counts[word], default="")


def names_of(snapshot: Snapshot, place: TopicPlace, shares: Sequence[Share]) -> list[str]:
    """The topics' names after a split: the old one, then the old one with each further title.

    A share that knows its name gets it, if it is free: a folder without a topic, say.
    """
    old = place.facts.topic.name
    taken = {name.casefold() for name in snapshot.ask(topic_index).names}
    document = snapshot.document(place.path)
    if document is not None:
        taken |= anchors(document)
    parts = (each.split("/", 2) for each in snapshot.tree.folders)
    folders = {each[1].casefold() for each in parts if each[0] == "knowledge" and len(each) > 1}
    names = [old]
    for share in shares[1:]:
        name = share.name
        if not name or name != kebab(name) or name in taken:
            name = _new_name(kebab(old), share.title, taken | folders)
        taken.add(name.casefold())
        names.append(name)
    return names


def _new_name(stem: str, title: str, taken: set[str]) -> str:
    words = kebab(title).removeprefix(f"{stem}-").split("-")[:_MOST_WORDS]
    base = "-".join(filter(None, (stem, *words)))
    name, number = base, 2
    while name.casefold() in taken:
        name, number = f"{base}-{number}", number + 1
    return name


def _edits(
    facts: TopicFacts,
    shares: Sequence[Share],
    names: Sequence[str],
    division: Division,
    table: TriggerTable,
    end: str,
) -> list[Edit] | None:
    """The edits of the topic's own text."""
    topic = facts.topic
    moved = [share.pointers for share in shares[1:]]
    terms: frozenset[int] = frozenset().union(*division.terms[1:])
    taken = moving_edits(topic, frozenset().union(*moved), terms)
    if taken is None:
        return None
    texts = []
    for number, share in enumerate(shares):
        content = Content(
            names[number],
            share.pointers,
            division.live[number],
            division.terms[number],
            division.added[number],
            tuple(path_edits(facts, share.pointers, names[number])),
        )
        if number:
            grammar = cast(Grammar, table.grammar)
            texts.append(
                row_text(topic, content)
                if topic.shape == "row"
                else section_text(topic, content, grammar)
            )
    gap = end if topic.shape == "row" else end * 2
    at = len(topic.text) if topic.shape == "row" else len(topic.text.rstrip())
    # A last line that goes takes the blanks behind it along.
    at = max([at, *(edit.span.end for edit in taken if edit.span.start <= at < edit.span.end)])
    return [*taken, Edit(Span.at(at), "".join(f"{gap}{text}" for text in texts))]


# Nothing lost.


def _keeps_all(
    before: TriggerTable,
    after: TriggerTable,
    place: TopicPlace,
    names: Sequence[str],
    division: Division,
) -> bool:
    """Whether the new table reads as meant: the same topics but one, and in its place all of it."""
    topic = place.facts.topic
    at = next(n for n, (offset, _) in enumerate(before.topics) if offset == place.offset)
    old = [each.name for _, each in before.topics]
    new = [each.name for _, each in after.topics]
    if new != [*old[:at], *names, *old[at + 1 :]]:
        return False
    made = [each for _, each in after.topics[at : at + len(names)]]
    others = [*after.topics[:at], *after.topics[at + len(names) :]]
    same = [*before.topics[:at], *before.topics[at + 1 :]]
    if [each.text for _, each in others] != [each.text for _, each in same]:
        return False
    added = Counter(word for words in division.added for word in words)
    terms = Counter(term.text for each in made for term in each.vocabulary)
    live = {each.object for part in made for each in part.live}
    return (
        _pointers([topic]) == _pointers(made)
        and Counter(term.text for term in topic.vocabulary) + added == terms
        and live == {each.object for each in topic.live}
        and {each.cluster for each in made} == {topic.cluster}
        and all(len(each.problems) <= len(topic.problems) for each in made)
    )


def _pointers(topics: Sequence[Topic]) -> Counter[tuple[object, ...]]:
    return Counter(_meaning(pointer) for topic in topics for pointer in topic.pointers)


def _meaning(pointer: Pointer) -> tuple[object, ...]:
    """What a pointer says, however its path is written."""
    note = " ".join((pointer.annotation or "").split())
    return (pointer.path.rpartition("/")[2], pointer.anchor, pointer.lines, note)
