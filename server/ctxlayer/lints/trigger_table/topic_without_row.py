"""A folder that the table does not know."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.indexing import rowless_topics
from ctxlayer.analysis.table_edits import topic_edit
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import TriggerTable
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("warning", asks=(topic_index, rowless_topics), fixable=True)
def topic_without_row(layer: Snapshot) -> Iterator[Report]:
    """A folder of `knowledge/` has no topic in any trigger table.

    ## What it does
    Compares the folders in `knowledge/` with the topics of all tables. A folder none of whose files is
    pointed at and whose name is no topic is reported once, instead of each of its files. The fix adds a
    topic with pointers to them, in the shape of the topics before it; what it may ask and which words
    lead to it is left to write.

    ## Why
    Nothing in such a folder can be found through the index.

    ## Example
    ```index/trigger-table.md
    # Trigger table
      ^^^^^^^^^^^^^ topic-without-row: pilots

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
    ```knowledge/pilots/boarding.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Boarding
    ```

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, flood |
    | pilots | boarding.md | harbour orders, read-only | ladder |
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
    ```knowledge/pilots/boarding.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Boarding
    ```
    """
    tables = layer.ask(topic_index).tables
    if not tables:
        return
    path, table = next(((path, table) for path, table in tables if table.hot), tables[0])
    document = layer.documents[path]
    for topic, files in sorted(layer.ask(rowless_topics).items()):
        count = "1 file" if len(files) == 1 else f"{len(files)} files"
        yield Report(
            table.title_span,
            f"knowledge/{topic}/ ({count}) has no topic in any trigger table; add a row or a "
            f"section called `{topic}`",
            tuple(_fixes(document, table, topic, files)),
            path=path,
        )


def _fixes(
    document: Document, table: TriggerTable, topic: str, files: tuple[str, ...]
) -> Iterator[Fix]:
    edit = topic_edit(document.text, table, document.path, topic, files)
    # Behind an unclosed fence or comment nothing is read: that has to be closed first.
    hidden = any(span.start < edit.span.start <= span.end for span in document.blocks.hidden())
    if not hidden:
        yield Fix(f"Add topic `{topic}`", {document.path: (edit,)})
