"""A column that routes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.column_names import Meaning, meant_role, settings_edits
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_columns import names_situations
from ctxlayer.layer.topic import Column
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip
from ctxlayer.text import Edit


@document_lint("warning", kinds={Kind.TRIGGER_TABLE}, reads={"documents"}, fixable=True)
def unknown_column(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A column of a routing table is none of the known ones.

    ## What it does
    Looks at the headers of routing tables in trigger tables: tables with a column of topics and one of
    what they route to. A header that means neither topic, files, live pointer nor vocabulary is flagged,
    once for the column; where it is a slip for one of them, or stands in the place of the only one that
    is missing, the finding says which. Headers without a letter (`#`, an empty cell) count rows, and are
    left alone, as is any table that does not route. Where the topics are situations (`when`, `task`, `if
    working on`) the table is another team's form, and only slips for a known column are flagged. Synonyms are added in `table.columns`.

    ## Why
    What stands in such a column leads nowhere: it is no pointer that is checked and no word that routes.
    In a hot table each of its cells is paid for with every message all the same.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary | pilot on duty |
                                                  ^^^^^^^^^^^^^ unknown-column
    | --- | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, flood | Marlow |
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
    | tides | overview.md | harbour heights, read-only | ebb, flood |
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
    for header in document.table(layer.settings).headers:
        for at, column in enumerate(header.columns):
            if column.role is None and any(char.isalpha() for char in column.text):
                meant = meant_role(header, at)
                if meant is not None or not names_situations(header.columns):
                    yield _report(meant, column, document, layer)


def _report(meant: Meaning | None, column: Column, document: Document, layer: Snapshot) -> Report:
    named = f"column `{clip(column.text)}` is none of topic, files, live pointer, vocabulary"
    if meant is None:
        return Report(
            column.span,
            f"{named}: what stands in it routes nothing; remove the column, or say in `table.columns` "
            "which of them it is",
        )
    name, certain = meant.header, meant.certain
    fixes = [Fix(f"Rename to {name}", {document.path: (Edit(column.span, name),)})]
    edits = settings_edits(layer, meant.role, column.text) if certain else {}
    if edits:
        title = f"Read {clip(column.text)} as {name} (in {next(iter(edits))})"
        fixes.append(Fix(title, edits))
    said = f"it is read as {name}" if certain else f"did you mean `{name}`?"
    return Report(
        column.span,
        f"{named}; {said}{'; write that' if certain else ' Write that'}, or add the name to "
        f"`table.columns.{meant.role}`",
        tuple(fixes),
    )
