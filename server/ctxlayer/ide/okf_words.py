"""What hovers say about the keys of Open Knowledge Format concepts."""

from __future__ import annotations

from ctxlayer.analysis.okf import okf_reasons
from ctxlayer.ide.text import DOT, age, code, listed, okf_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.okf import STATUSES, Event, read_concept
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.nodes import Entry

_KEYS = {
    "type": "What kind of thing this describes. The one key that the format requires; any words will do.",
    "verified": "Who confirmed the content against its sources, and when. A person is `human:<id>`.",
    "generated": "Who wrote the content, and when it last changed in meaning.",
    "sources": "What the content derives from. A footnote named as an `id` attributes one claim.",
    "stale_after": "The instant from which on this is no longer to be relied on.",
    "resource": "The thing that this describes, as an address.",
}


def okf_key_lines(entry: Entry, document: Document, snapshot: Snapshot) -> list[str]:
    """A key of the format, and what it makes of this concept; nothing for others."""
    concept = read_concept(document)
    doc = _KEYS.get(entry.key)
    if concept is None or doc is None:
        return []
    lines = [f"**{entry.key}**{DOT}Open Knowledge Format", "", doc]
    if entry.key == "verified":
        lines += ["", *listed(_event(event, snapshot) for event in concept.verified)]
    elif entry.key == "generated" and concept.generated is not None:
        lines += ["", f"Here: {_event(concept.generated, snapshot)}."]
    elif entry.key == "stale_after" and concept.stale_after is not None:
        lines += ["", f"Here: {age((snapshot.today - concept.stale_after.day).days)}."]
    if entry.key in ("verified", "generated", "stale_after"):
        reasons = (said for _, said in okf_reasons(document, snapshot))
        grade = okf_words(concept, snapshot.today)[0]
        lines += ["", f"This concept: {DOT.join((grade, *reasons))}."]
    return lines


def okf_status_lines(document: Document) -> list[str]:
    """The status of a concept, which is not that of the layer."""
    if read_concept(document) is None:
        return []
    values = ", ".join(code(value) for value in STATUSES)
    return [f"**status**{DOT}Open Knowledge Format", "", f"One of {values}; `stable` without it."]


def _event(event: Event, snapshot: Snapshot) -> str:
    when = f", {age((snapshot.today - event.at.day).days)}" if event.at is not None else ""
    return f"{code(event.by) if event.by else 'somebody'}{when}"
