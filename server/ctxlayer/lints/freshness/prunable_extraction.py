"""An extraction that nobody would miss."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.pruning import Prunable, prunable
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.text import Span


@layer_lint("info", asks=(prunable,))
def prunable_extraction(layer: Snapshot) -> Iterator[Report]:
    """An extraction is old, superseded, copied elsewhere or never pointed at.

    ## What it does
    Looks for extractions that may go, and says why in one finding:

    - its status is `superseded`;
    - most of its lines stand in a newer extraction of its topic, or in a knowledge file of it (case and blanks
      do not count, nor do headings and other short lines);
    - nobody verified it for more than twice the days that an extraction holds for, 60 by default;
    - it no longer holds, and no trigger table, link or rule leads to it, nor does any text name it. What was
      not missed for so long need not be indexed.

    Of a file that may go [unindexed-file](unindexed-file.md) says nothing.

    [`ctxlayer prune`](../cli.md#prune) shows what would go, and takes it out with its pointers if told to.

    ## Why
    Extractions are notes of a day. Those that stay are found by searches, are read as if they still held, and
    contradict what took their place.

    ## Example
    ```extractions/2026-09-14-tides.md
    ---
    source: extraction
    created: 2026-09-14
    last-verified: 2026-10-14
    verified-by: developer
    status: superseded
    hot-memory: "reviewed, no change: nothing of it is needed on every message"
    ---

    # Tides of September
      ^^^^^^^^^^^^^^^^^^ prunable-extraction: superseded
    ```

    ## Instead
    Verify it, or let `ctxlayer prune --apply` take it out. Of what is in force, nothing is said.
    ```extractions/2026-10-14-tides.md
    ---
    source: extraction
    created: 2026-10-14
    last-verified: 2026-10-14
    verified-by: developer
    status: confirmed
    hot-memory: "reviewed, no change: nothing of it is needed on every message"
    ---

    # Tides of October
    ```

    ## Settings
    `freshness.extraction-days`, and `freshness.topics.<topic>` for one topic.
    """
    for path, found in layer.ask(prunable).items():
        yield Report(
            found.document.title_span,
            f"{found.words}; {_remedy(found)}",
            related=_related(found, layer),
            path=path,
            tag="unnecessary",
        )


def _remedy(found: Prunable) -> str:
    vouchable = all(reason.why in ("old", "never-pointed-at") for reason in found.reasons)
    verify = "verify it, or " if vouchable else ""
    return f"{verify}take it out with `ctxlayer prune`"


def _related(found: Prunable, layer: Snapshot) -> tuple[Related, ...]:
    targets = dict.fromkeys(reason.target for reason in found.reasons if reason.target)
    return tuple(
        Related(path, Span.at(0), "in its place") for path in targets if path in layer.documents
    )
