"""Where the files went that dead pointers speak of, as git knows it."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.suggestions import written
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.model import Action
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Finding
from ctxlayer.text import Edit


def moved_targets(snapshot: Snapshot, finding: Finding) -> Iterator[Action]:
    """The action that points at the new place of a file that was moved; none where git knows none.

    It asks the history, which a lint may not do while somebody types.
    """
    if finding.lint != "dead-pointer":
        return
    for place in snapshot.ask(topic_index).places_in(finding.path):
        if not place.offset <= finding.span.start <= place.offset + len(place.facts.topic.text):
            continue
        for pointer, resolution in zip(
            place.facts.topic.pointers, place.facts.resolved, strict=True
        ):
            span = place.span(pointer.path_span)
            if span != finding.span or pointer.form in ("url", "sibling", "glob"):
                continue
            target = snapshot.history.moved_to(resolution.tried) if resolution.tried else None
            if target is None or not _exists(target, snapshot):
                continue
            edits = {finding.path: (Edit(span, written(target, pointer, place.facts)),)}
            if all(fix.edits != edits for fix in finding.fixes):
                title = f"Point at {target}, where git knows that it went"
                yield Action(title, "quickfix", edits, (finding,), preferred=True)


def _exists(path: str, snapshot: Snapshot) -> bool:
    return path in snapshot.tree.paths or path in snapshot.tree.folders
