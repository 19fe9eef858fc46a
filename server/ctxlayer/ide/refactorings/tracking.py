"""Write down what a file relies on: its `tracks`, from the paths that it cites."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.cited_sources import cited_sources
from ctxlayer.analysis.mentions import RELYING_KINDS
from ctxlayer.ide.frontmatter_edits import Unsettled, is_bare, setting_edits
from ctxlayer.ide.model import Action
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import entries_of, read_trust

_MOST = 12
"""Sources of one file; more of them map nothing in particular."""
_MOST_SHOWN = 2


def track_cited(snapshot: Snapshot, document: Document) -> Iterator[Action]:
    """Track the sources that the text names; for a file that tracks nothing yet.

    What it relies on stays the same, but for what the text may come to say.
    """
    if document.kind not in RELYING_KINDS or is_bare(document):
        return
    if entries_of(document.frontmatter, "tracks") or read_trust(document).status == "superseded":
        return
    sources = cited_sources(document, snapshot)[:_MOST]
    if not sources:
        return
    value = ", ".join(f'"{each}"' for each in sources)
    edits = setting_edits(document, {"tracks": f"[{value}]"}, snapshot)
    more = len(sources) - _MOST_SHOWN
    shown = ", ".join(sources[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
    title = f"Track what this file cites: {shown}"
    if isinstance(edits, Unsettled):
        yield Action(title, "refactor.rewrite", {}, disabled=edits.reason)
    elif edits:
        yield Action(title, "refactor.rewrite", {document.path: edits})
