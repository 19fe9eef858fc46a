"""Write a row as a section, or a section as a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ctxlayer.analysis.table_shapes import as_row, as_section
from ctxlayer.ide.fixing import edited
from ctxlayer.ide.formatting import format_document
from ctxlayer.ide.model import Action
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Place
from ctxlayer.lints.model import Deferred
from ctxlayer.text import Edit, apply_edits
from ctxlayer.text.differences import line_edits


def turn(snapshot: Snapshot, place: Place, path: str) -> Iterator[Action]:
    """The topic's other shape, where that has a place for all that it says."""
    document = snapshot.documents[path]
    topic = place.topic
    if topic.shape == "row":
        found = as_section(document, snapshot.settings, place.offset, topic)
        title = f"Write `{topic.name}` as a section"
    else:
        found = as_row(document, snapshot.settings, place.offset, topic)
        title = f"Write `{topic.name}` as a row"
    if found is not None:
        make = found
        yield Action(title, "refactor.rewrite", Deferred(lambda: _edits(snapshot, path, make)))


def _edits(
    snapshot: Snapshot, path: str, make: Callable[[], tuple[Edit, ...]]
) -> Mapping[str, tuple[Edit, ...]]:
    """The edits of the document, which stays formatted if it was; none where it would say
    something else afterwards."""
    edits = make()
    if not edits or format_document(snapshot, path):
        return {path: edits} if edits else {}
    text = snapshot.documents[path].text
    after = edited(snapshot, {path: edits})
    formatted = apply_edits(after.documents[path].text, format_document(after, path))
    return {path: line_edits(text, formatted)}
