"""Sort the pointers of a topic by value."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.pointer_order import sorting_edits
from ctxlayer.ide.model import Action
from ctxlayer.ide.refactorings.splitting import place_in_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Place
from ctxlayer.lints.model import Deferred
from ctxlayer.text import Edit

TITLE = "Sort pointers by value (linked to, confirmed, verified last; extractions at the end)"


def sort_pointers(snapshot: Snapshot, place: Place, path: str) -> Iterator[Action]:
    """Offered where there is something to sort."""
    found = place_in_index(snapshot, place, path)
    if found is None or len(place.topic.pointers) < 2:
        return

    def edits() -> dict[str, tuple[Edit, ...]]:
        made = sorting_edits(snapshot, found)
        return {path: made} if made else {}

    yield Action(TITLE, "refactor.rewrite", Deferred(edits))
