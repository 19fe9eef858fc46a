"""Refactorings of what lies under the cursor: rewrites that nothing asks for but the person."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ctxlayer.ide.model import Action
from ctxlayer.ide.refactorings.meta_cluster import move_meta
from ctxlayer.ide.refactorings.shapes import turn
from ctxlayer.ide.refactorings.sorting import sort_pointers
from ctxlayer.ide.refactorings.splitting import split
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_places import locate
from ctxlayer.layer.topic import Place
from ctxlayer.text import Span

Refactoring = Callable[[Snapshot, Place, str], Iterator[Action]]
"""Actions for a place in the trigger table at a path. Whether there is one must be cheap to say;
what it edits is worked out when somebody looks (`Deferred`)."""

REFACTORINGS: tuple[Refactoring, ...] = (split, sort_pointers, move_meta, turn)


def refactorings(snapshot: Snapshot, path: str, span: Span) -> Iterator[Action]:
    """What can be done with the topic at the start of `span`."""
    document = snapshot.document(path)
    if document is None or document.kind is not Kind.TRIGGER_TABLE:
        return
    place = locate(document.table(snapshot.settings), span.start)
    if place is None:
        return
    for refactoring in REFACTORINGS:
        yield from refactoring(snapshot, place, path)
