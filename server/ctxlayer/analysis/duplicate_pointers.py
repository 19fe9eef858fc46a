"""Files that the trigger tables point at more than once."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.analysis.few import Few, few
from ctxlayer.analysis.item_edits import Unit, pointer_units, removal_edits, units_around
from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.analysis.topics import TopicFacts, TopicIndex, TopicPlace, topic_index
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit

_Key = tuple[str, str, tuple[int, int] | None]
"""What a pointer leads to: the file, the heading in it, the lines in it."""


class Repeat(NamedTuple):
    """A pointer (by number in its topic) that leads where an earlier one leads."""

    place: TopicPlace
    number: int
    first: TopicPlace
    first_number: int

    @property
    def pointer(self) -> Pointer:
        """The later one."""
        return self.place.facts.topic.pointers[self.number]

    @property
    def first_pointer(self) -> Pointer:
        """The earlier one."""
        return self.first.facts.topic.pointers[self.first_number]

    @property
    def same_topic(self) -> bool:
        """Whether both stand in one topic."""
        return self.place is self.first


_Pairs = tuple[tuple[int, int], ...]


def repeats(snapshot: Snapshot, last: tuple[Repeat, ...] | None) -> tuple[Repeat, ...]:
    """A query: pointers that lead where an earlier one leads, in their topic or in another one."""
    index = snapshot.ask(topic_index)
    found = [
        Repeat(place, later, place, first)
        for place, pairs in snapshot.ask(_owns).places(index)
        for first, later in pairs
    ]
    found += _across(index)
    repeated = tuple(found)
    return last if last == repeated else repeated


def _owns(snapshot: Snapshot, last: Few[_Pairs] | None) -> Few[_Pairs]:
    """A query: the repeats within each topic, as places in its pointers."""
    return few(snapshot.ask(topic_index), last, _own)


def _own(facts: TopicFacts) -> _Pairs | None:
    if len(facts.topic.pointers) < 2:
        return None
    firsts: dict[_Key, int] = {}
    pairs = []
    for number, (pointer, resolution) in enumerate(
        zip(facts.topic.pointers, facts.resolved, strict=True)
    ):
        key = _key(pointer, resolution)
        if key is not None and firsts.setdefault(key, number) != number:
            pairs.append((firsts[key], number))
    return tuple(pairs) or None


def _key(pointer: Pointer, resolution: Resolution) -> _Key | None:
    """Where a pointer leads; None for one that leads nowhere, or to many files."""
    if pointer.form in ("url", "sibling"):
        path = pointer.path if resolution.state in (State.WEB, State.FOUND, State.UNKNOWN) else ""
    elif pointer.form in ("glob", "folder", "agent") or len(resolution.targets) != 1:
        return None
    else:
        path = resolution.targets[0] if resolution.state is State.FOUND else ""
    return (path, pointer.anchor or "", pointer.lines) if path else None


def _across(index: TopicIndex) -> list[Repeat]:
    """Files of the layer that topics of several names point at."""
    shared = index.tallies.targets.repeated
    firsts: dict[_Key, tuple[TopicPlace, int]] = {}
    found = []
    for place in index.places if shared else ():
        facts = place.facts
        # Many situations lead to one agent, with or without its file.
        if shared.isdisjoint(facts.targets) or "agents" in facts.topic.columns:
            continue
        for number, (pointer, resolution) in enumerate(
            zip(facts.topic.pointers, facts.resolved, strict=True)
        ):
            if shared.isdisjoint(resolution.targets):
                continue
            key = _key(pointer, resolution)
            if key is None:
                continue
            first, first_number = firsts.setdefault(key, (place, number))
            if first.facts.topic.name.casefold() != facts.topic.name.casefold():
                found.append(Repeat(place, number, first, first_number))
    return found


def mending_edits(repeat: Repeat) -> tuple[tuple[Edit, ...], bool]:
    """The edits that leave one of two pointers of a topic, and whether that loses no word.

    Of two, the one that is annotated stays; else the first. No edits where something hangs on the
    other.
    """
    first, later = repeat.first_pointer, repeat.pointer
    keep_later = first.annotation is None and later.annotation is not None
    gone = repeat.first_number if keep_later else repeat.number
    left, kept = (first, later) if keep_later else (later, first)
    label = (left.label or "").strip("`")
    named = label == kept.label or label in kept.path or label in left.path
    lossless = named and left.annotation in (None, kept.annotation)
    unit = _unit_of(gone, repeat.place.facts)
    # A ticked box says something, too.
    lossless &= "[" not in unit.marker
    edits = removal_edits(repeat.place.facts.topic, (unit,), {gone}) or ()
    placed = tuple(Edit(repeat.place.span(edit.span), edit.new) for edit in edits)
    return placed, lossless


def _unit_of(number: int, facts: TopicFacts) -> Unit:
    """Where one pointer of a topic stands; all are looked up at once, for there may be many."""
    if "units-around" not in facts.memo:
        facts.memo["units-around"] = units_around(pointer_units(facts.topic))
    found: dict[int, Unit] = facts.memo["units-around"]
    return found[number]
