"""A file that does not say how far to believe it."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.templates import trust_block
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.text import Edit, Span
from ctxlayer.text.lines import body_length


@document_lint("warning", kinds=TRUST_KINDS, reads={"today", "history"}, fixable=True)
def frontmatter_missing(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A knowledge file, an extraction or an external document has no trust frontmatter.

    ## What it does
    Looks for the block with `source`, `created`, `verified-by` and `status` at the top of each file in
    `knowledge/`, `extractions/` and `external/`. The fix writes one that claims nothing:
    `status: hypothesis`, `verified-by: unverified`.

    ## Why
    Without it, nobody can tell a checked file from a guess, and an agent believes both.

    ## Example
    ```knowledge/tides/gauges.md
    # Gauges
    ^^^^^^^^ frontmatter-missing

    Where the gauges stand.
    ```

    ## Instead
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges

    Where the gauges stand.
    ```
    """
    block = document.frontmatter
    if block.exists or block.problems:
        return
    at = 1 if document.text.startswith("\ufeff") else 0
    first = document.lines.line(0)
    template = trust_block(document, layer)
    yield Report(
        Span(at, max(at, body_length(first))),
        "no trust frontmatter: this file does not say who wrote it, whether it was checked and how "
        "far to believe it; add source, created, verified-by and status between two `---` lines",
        (
            Fix(
                "Add trust frontmatter (hypothesis, unverified)",
                {document.path: (Edit(Span.at(at), template),)},
            ),
        ),
    )
