"""Refactorings of what lies under the cursor: rewrites that nothing asks for but the person."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ctxlayer.analysis.reliance import reliance
from ctxlayer.ide.model import Action
from ctxlayer.ide.refactorings.meta_cluster import move_meta
from ctxlayer.ide.refactorings.promoting import promote
from ctxlayer.ide.refactorings.shapes import turn
from ctxlayer.ide.refactorings.sorting import sort_pointers
from ctxlayer.ide.refactorings.splitting import split
from ctxlayer.ide.refactorings.tracking import track_cited
from ctxlayer.ide.refactorings.verifying import downgrade, verify
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_places import locate
from ctxlayer.layer.topic import Place
from ctxlayer.text import Span

Refactoring = Callable[[Snapshot, Place, str], Iterator[Action]]
"""Actions for a place in the trigger table at a path. Whether there is one must be cheap to say;
what it edits is worked out when somebody looks (`Deferred`)."""

REFACTORINGS: tuple[Refactoring, ...] = (split, sort_pointers, move_meta, turn)


TRUST_REFACTORINGS = (verify, downgrade, track_cited, promote)
"""Actions for a document that says how far it is believed. None of them is anything but a person's
choice in an editor."""


def refactorings(snapshot: Snapshot, path: str, span: Span) -> Iterator[Action]:
    """What can be done with the topic or the frontmatter at the start of `span`."""
    document = snapshot.document(path)
    if document is not None and document.kind in TRUST_KINDS:
        if is_head(document, span.start):
            for of_trust in TRUST_REFACTORINGS:
                yield from of_trust(snapshot, document)
        elif any(each.span.touches(span) for each in reliance(document, snapshot)):
            yield from track_cited(snapshot, document)
    if document is None or document.kind is not Kind.TRIGGER_TABLE:
        return
    place = locate(document.table(snapshot.settings), span.start)
    if place is None:
        return
    for refactoring in REFACTORINGS:
        yield from refactoring(snapshot, place, path)


def is_head(document: Document, offset: int) -> bool:
    """Whether a place is in the frontmatter, or on the line where it would begin."""
    block = document.frontmatter
    end = block.span.end if block.exists else 0
    return document.lines.line_at(offset) <= document.lines.line_at(end)
