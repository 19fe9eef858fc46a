"""Lines of facts above a document and above each topic."""

from __future__ import annotations

from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.model import Lens
from ctxlayer.ide.text import DOT, counted, standing, temperature_line
from ctxlayer.ide.topic_health import topic_healths
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span

_TOP = Span.at(0)


def lenses(snapshot: Snapshot, path: str) -> tuple[Lens, ...]:
    """One lens for the document, and in a trigger table one for each topic."""
    document = snapshot.document(path)
    if document is None:
        return ()
    if document.kind in TRUST_KINDS:
        return (Lens(_TOP, standing(document, snapshot)),)
    if document.kind is Kind.RULE:
        return (Lens(_TOP, temperature_line(document, snapshot)),)
    if document.kind is Kind.TRIGGER_TABLE:
        return (Lens(_TOP, _table_line(document, snapshot)), *_topic_lenses(path, snapshot))
    return ()


def _table_line(document: Document, snapshot: Snapshot) -> str:
    hot = snapshot.settings.is_hot_table(document.path)
    topics = counted(len(document.table(snapshot.settings).topics), "topic")
    when = f"hot{DOT}loads on every message" if hot else f"cold{DOT}loads when something opens it"
    return f"{when}{DOT}{topics}"


def _topic_lenses(path: str, snapshot: Snapshot) -> list[Lens]:
    healths = snapshot.ask(topic_healths)
    return [
        Lens(place.span(place.facts.topic.name_span), healths[id(place.facts)].health.line)
        for place in snapshot.ask(topic_index).places_in(path)
    ]
