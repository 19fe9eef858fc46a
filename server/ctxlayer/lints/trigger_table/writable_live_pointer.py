"""A live pointer that may write."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.live_pointer import LivePointer
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.text import Edit, Span


@topic_lint("warning", fixable=True)
def writable_live_pointer(facts: TopicFacts) -> Iterator[Report]:
    """A live pointer is not marked read-only.

    ## What it does
    Looks for `, read-only` after the object of each live pointer. The fix adds it unasked only where the
    adapter is configured to read only; elsewhere it is offered.

    ## Why
    A live pointer is there to look things up. Without the mark, an agent that follows it has no reason
    not to write.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights | ebb, flood |
                            ^^^^^^^^^^^^^^^ writable-live-pointer: read-only
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

    ## Settings
    `adapters.<name>.read-only` says that an adapter only reads.
    """
    for live in facts.topic.live:
        if live.well_formed and not live.read_only:
            yield Report(
                live.span,
                f"`{live.adapter}` is not marked read-only here; add `, read-only` after the object",
                (_fix(live, facts),),
            )


def _fix(live: LivePointer, facts: TopicFacts) -> Fix:
    written = live.span.of(facts.topic.text)
    edit = Edit(Span(live.span.start + len(written.rstrip(" ,;")), live.span.end), ", read-only")
    safe = facts.adapters.read_only(live.adapter)
    return Fix("Mark as read-only", {facts.path: (edit,)}, safe)
