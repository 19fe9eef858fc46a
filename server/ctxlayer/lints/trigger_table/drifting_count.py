"""A count that its list has outgrown."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.listed_counts import Drift, table_drifts, topic_drifts
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint, topic_lint


@document_lint("info", kinds=(Kind.TRIGGER_TABLE,))
def _counts_of_topics(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The counts that stand between topics."""
    for drift in table_drifts(document, document.table(layer.settings)):
        yield Report(drift.span, _message(drift))


@topic_lint("info", beside=_counts_of_topics)
def drifting_count(topic: TopicFacts) -> Iterator[Report]:
    """A count beside a list that has another number of things in it by now.

    ## What it does
    Compares counts in a trigger table with what they count: topics in a heading or right before a table,
    files and terms in the label of a part (`Files (35)`), files in the name of a group. Only exact counts
    are read: `about 40 files`, `up to 12 topics` and `12 of 20 topics` are none. Where a glob or a folder
    stands for many files, or a count may mean several lists, nothing is said.

    ## Why
    A count has to be corrected with each new entry, and nobody does; whoever reads it trusts it, and
    looks no further than the number says.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    ### tides

    **Files (3 files)**
             ^^^^^^^ drifting-count

    - overview.md
    - gauges.md

    **Live pointer:** harbour heights, read-only

    **Vocabulary:** ebb, flood
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

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    ### tides

    **Files**

    - overview.md
    - gauges.md

    **Live pointer:** harbour heights, read-only

    **Vocabulary:** ebb, flood
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
    if topic.topic.shape == "section":
        for drift in topic_drifts(topic.topic):
            yield Report(drift.span, _message(drift))


def _message(drift: Drift) -> str:
    said = _counted(drift.said, drift.noun)
    verb = "is" if drift.listed == 1 else "are"
    return (
        f"this says {said}, and {drift.listed} {verb} listed: correct the count, or leave it out, so that "
        "it need not be kept in step"
    )


def _counted(number: int, noun: str) -> str:
    if number == 1:
        return f"1 {noun}"
    return f"{number} {'entries' if noun == 'entry' else noun + 's'}"
