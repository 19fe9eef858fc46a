"""A file that no topic leads to."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.indexing import pointer_insertion, unindexed
from ctxlayer.analysis.topics import TopicIndex, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import topic_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("warning", fixable=True)
def unindexed_file(layer: Snapshot) -> Iterator[Report]:
    """A knowledge file or an extraction is not in any trigger table.

    ## What it does
    Looks for files in `knowledge/` and `extractions/` that no pointer of any topic names; a glob or a
    folder names what it matches. Where the topic of the file has a row, the fix adds the pointer there.
    Without a trigger table there is nothing to say.

    ## Why
    The index is the only way to a file. What is not in it is never read, however good it is.

    ## Example
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
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
      ^^^^^^ unindexed-file: tides
    ```

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md · gauges.md | harbour heights, read-only | ebb, flood |
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
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```
    """
    index = layer.ask(topic_index)
    for path in layer.ask(unindexed):
        document = layer.documents[path]
        topic = topic_of(path, document.kind)
        yield Report(
            document.title_span,
            f"no topic points at {path}; {_remedy(topic, index)}",
            _fixes(document, topic, index),
            path=path,
        )


def _remedy(topic: str, index: TopicIndex) -> str:
    if topic and topic in index.names:
        return f"add it to the files of topic `{topic}`"
    return "add it to the files of the topic that it belongs to"


def _fixes(document: Document, topic: str, index: TopicIndex) -> tuple[Fix, ...]:
    places = index.names.get(topic, ())
    if len(places) != 1:
        return ()
    edit = pointer_insertion(places[0], document.path)
    if edit is None:
        return ()
    return (Fix(f"Add to topic `{topic}`", {places[0].path: (edit,)}, safe=True),)
