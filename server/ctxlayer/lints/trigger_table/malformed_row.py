"""A table row that does not hold what its author sees in it."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import fixes_of


@document_lint("error", kinds={Kind.TRIGGER_TABLE}, fixable=True)
def malformed_row(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A row of the trigger table is out of shape.

    ## What it does
    Finds rows with more cells than the header, pipes inside inline code (they split the cell all
    the same), rows below a blank line or a comment (which end the table), and delimiter rows that
    do not fit the header.

    ## Why
    Surplus cells are dropped without a word. Where the delimiter row does not fit, there is no
    table at all: the whole index disappears.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour `heights|latest`, read-only | ebb, flood |
                                            ^ malformed-row: inline code
    ```
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

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour `heights\\|latest`, read-only | ebb, flood |
    ```
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
    """
    table = document.table(layer.settings)
    for problem in table.problems:
        if problem.kind == "malformed-row":
            yield Report(problem.span, problem.message, fixes_of(problem, document))
