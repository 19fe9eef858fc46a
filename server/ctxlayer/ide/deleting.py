"""Deleting files and folders of a layer, with the pointers that would then lead nowhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ctxlayer.analysis.item_edits import pointer_units, removal_edits
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.sound_fixes import keeps_items
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit


def delete_edits(snapshot: Snapshot, paths: Collection[str]) -> Mapping[str, tuple[Edit, ...]]:
    """The edits that take every pointer at nothing else than these files out of the tables.

    Links stay: what a sentence says without its link is for a person to decide. So does a list
    item with others nested in it, and a table of which something else would no longer be read.
    """
    tree = snapshot.tree
    gone = {
        file
        for path in map(_clean, paths)
        for file in ((path,) if path in tree.paths else tree.below(path) if path else ())
    }
    found: dict[str, list[Edit]] = {}
    for place in snapshot.ask(topic_index).places:
        if place.path in gone or gone.isdisjoint(place.facts.targets):
            continue
        numbers = {
            number
            for number, resolution in enumerate(place.facts.resolved)
            if resolution.targets and gone.issuperset(resolution.targets)
        }
        topic = place.facts.topic
        for edit in removal_edits(topic, pointer_units(topic), numbers) or ():
            found.setdefault(place.path, []).append(Edit(place.span(edit.span), edit.new))
    found = {path: edits for path, edits in found.items() if keeps_items(snapshot, {path: edits})}
    return {path: tuple(sorted(edits)) for path, edits in sorted(found.items())}


def _clean(path: str) -> str:
    return path.strip("/")
