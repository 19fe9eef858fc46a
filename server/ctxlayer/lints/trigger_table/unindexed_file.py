"""A file that no topic leads to."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.indexing import owning_topic, unindexed
from ctxlayer.analysis.pruning import prunable
from ctxlayer.analysis.suggestions import slips
from ctxlayer.analysis.table_edits import pointer_edits
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.text import Edit


@layer_lint("warning", asks=(topic_index, unindexed, prunable), fixable=True)
def unindexed_file(layer: Snapshot) -> Iterator[Report]:
    """A knowledge file or an extraction is not in any trigger table.

    ## What it does
    Looks for files in `knowledge/` and `extractions/` that no pointer of any topic names; a glob or a
    folder names what it matches. Where the topic of the file has a row or a section, the fix adds the
    pointer there, written like its neighbours; an extraction is for the longest topic that its name
    begins with, behind the date. Superseded files are left out, and extractions that may go
    ([prunable-extraction](prunable-extraction.md)); without a trigger table there is nothing to say.

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
    may_go = layer.ask(prunable)
    for document in layer.ask(unindexed):
        path = document.path
        if path in may_go:
            continue
        topic = owning_topic(path, document.kind, index)
        places = index.named(topic)
        belongs = f"topic `{topic}`" if places else "the topic that it belongs to"
        yield Report(
            document.title_span,
            f"no topic points at {path}; add it to the files of {belongs}",
            tuple(_fixes(path, topic, places, layer)),
            path=path,
        )


def _fixes(path: str, topic: str, places: tuple[TopicPlace, ...], layer: Snapshot) -> Iterator[Fix]:
    for place in places[:1]:
        facts = place.facts
        edits = pointer_edits(facts.topic, path, place.path)
        if edits:
            moved = tuple(Edit(place.span(edit.span), edit.new) for edit in edits)
            # Where a dead pointer is a slip for this file, that is the thing to mend.
            is_meant = path in layer.ask(slips).values.get(facts, ())
            safe = len(places) == 1 and not is_meant
            yield Fix(f"Add to topic `{topic}`", {place.path: moved}, safe)
