"""A platform document that leads to meta documents."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.crossings import crossings
from ctxlayer.analysis.links import LINKING_KINDS
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint


@document_lint("info", kinds=LINKING_KINDS, reads={"crossings"})
def cluster_crossing(document: Document, snapshot: Snapshot) -> Iterator[Report]:
    """A platform document sends its reader to a meta document.

    ## What it does
    Takes the files that only platform topics point at, and reports their links to files that only meta
    topics point at. It says nothing about files that both clusters point at, or none.

    ## Why
    Work on the platform reads platform topics only; a meta topic is about the layer and how to work with
    it. A link from one to the other brings the reader, and its tokens, where no task has any business.

    ## Example
    ```index/trigger-table.md
    # Platform

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, flood |
    ```
    ```index/meta-table.md
    # Meta

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | upkeep | pruning.md | | prune, verdict |
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

    Old readings go as [pruning](../upkeep/pruning.md) says.
                                 ^^^^^^^^^^^^^^^^^^^^ cluster-crossing
    ```
    ```knowledge/upkeep/pruning.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Pruning
    ```

    ## Instead
    ```index/trigger-table.md
    # Platform

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

    Old readings go after a year.
    ```
    """
    for state in crossings(document, snapshot):
        yield Report(
            state.span,
            f"{state.target} belongs to meta topics only, and this file to platform topics; say here "
            "what the reader needs, or let a platform topic point at it",
        )
