"""A file in a folder that claims another origin."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint


@document_lint("warning", kinds={Kind.KNOWLEDGE, Kind.EXTRACTION})
def misplaced_source(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The `source` of a file does not go with the folder that it lies in.

    ## What it does
    Finds `source: extraction` and `source: external` in `knowledge/` where no developer verified the
    file, and `source: human-authored` in `extractions/`.

    ## Why
    The folder is the coarse grade: what lies in `knowledge/` is taken for reviewed. Unreviewed text
    there is believed more than it deserves.

    ## Example
    ```knowledge/tides/overview.md
    ---
    source: external
            ^^^^^^^^ misplaced-source
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: live-query
    status: confirmed
    ---

    # Tides
    ```

    ## Instead
    ```knowledge/tides/overview.md
    ---
    source: external
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```
    """
    trust = read_trust(document)
    entry = trust.entries.get("source")
    if entry is None:
        return
    span = entry.value.span
    if document.kind is Kind.EXTRACTION:
        if trust.source == "human-authored":
            yield Report(
                span,
                "extractions/ holds what agents wrote, and this says `human-authored`; say "
                "extraction, or move the file to knowledge/",
            )
    elif trust.source in ("extraction", "external") and trust.verified_by != "developer":
        home = "extractions/" if trust.source == "extraction" else "external/"
        yield Report(
            span,
            f"knowledge/ holds reviewed files, and no developer verified this `{trust.source}`; "
            f"have it verified, or move it to {home}",
        )
