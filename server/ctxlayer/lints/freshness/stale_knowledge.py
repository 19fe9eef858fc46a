"""A file whose word has expired."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.freshness import staleness
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import value_span
from ctxlayer.text import Span


@document_lint("warning", kinds={Kind.KNOWLEDGE, Kind.EXTRACTION}, reads={"today"})
def stale_knowledge(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A knowledge file or an extraction was not verified for too long.

    ## What it does
    Compares `last-verified` with today: 90 days for knowledge, 60 for extractions. A file that nobody
    verified may stay so for 14 days. A superseded file is left alone. Since no edit caused it, it fails
    a run of `ctxlayer check` only with `--fail-on-stale`.

    ## Why
    The running system moves on and the file does not. An old file is read with the same trust as a new
    one, unless something says that it is old.

    ## Example
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-07-01
    last-verified: 2026-08-01
                   ^^^^^^^^^^ stale-knowledge: 120 days ago
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Instead
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Settings
    `freshness.knowledge-days`, `freshness.extraction-days`, `freshness.unverified-days`, and
    `freshness.topics.<topic>` for one topic.
    """
    found = staleness(document, layer)
    if found:
        evidence = "; ".join(each.evidence for each in found)
        unverified = any(each.kind == "never-verified" for each in found)
        keys = "verified-by and last-verified" if unverified else "last-verified"
        yield Report(
            _place(document), f"{evidence}; check it against the running system and set {keys}"
        )


def _place(document: Document) -> Span:
    trust = read_trust(document)
    dated = trust.last_verified is not None
    return value_span(trust.entries["last-verified" if dated else "verified-by"])
