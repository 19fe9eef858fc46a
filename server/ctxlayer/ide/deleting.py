"""Deleting files and folders of a layer, with the pointers that would then lead nowhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ctxlayer.analysis.item_edits import pointer_units, removal_edits
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.sound_fixes import keeps_items
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit


def delete_edits(snapshot: Snapshot, paths: Collection[str]) -> Mapping[str, tuple[Edit, ...]]:
    """The edits that take every pointer at nothing else than these files out of the tables.

    Links stay: what a sentence says without its link is for a person to decide. So does a list
    item with others nested in it, and a pointer without which something else would no longer be read.
    """
    tree = snapshot.tree
    gone = {
        file
        for path in map(_clean, paths)
        for file in ((path,) if path in tree.paths else tree.below(path) if path else ())
    }
    found: dict[str, list[tuple[Edit, ...]]] = {}
    for place in snapshot.ask(topic_index).places:
        if place.path in gone or gone.isdisjoint(place.facts.targets):
            continue
        numbers = {
            number
            for number, resolution in enumerate(place.facts.resolved)
            if resolution.targets and gone.issuperset(resolution.targets)
        }
        topic = place.facts.topic
        edits = removal_edits(topic, pointer_units(topic), numbers) or ()
        if edits:
            placed = tuple(Edit(place.span(edit.span), edit.new) for edit in edits)
            found.setdefault(place.path, []).append(placed)
    return {
        path: edits
        for path, topics in sorted(found.items())
        if (edits := _kept(snapshot, path, topics))
    }


def _kept(snapshot: Snapshot, path: str, topics: Sequence[tuple[Edit, ...]]) -> tuple[Edit, ...]:
    """The edits of those topics of a table after which all the rest is still read."""
    edits = tuple(sorted(edit for each in topics for edit in each))
    if keeps_items(snapshot, {path: edits}):
        return edits
    if len(topics) == 1:
        return ()
    half = len(topics) // 2
    halves = (topics[:half], topics[half:])
    return tuple(edit for each in halves for edit in _kept(snapshot, path, each))


def _clean(path: str) -> str:
    return path.strip("/")
