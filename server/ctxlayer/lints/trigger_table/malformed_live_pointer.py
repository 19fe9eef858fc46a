"""A live pointer that no agent can follow."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.live_pointer import LivePointer, mended
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.lints.wording import clip
from ctxlayer.text.edits import smallest_edit


@topic_lint("warning", fixable=True)
def malformed_live_pointer(facts: TopicFacts) -> Iterator[Report]:
    """A live pointer is not written as `<adapter> <object>[, read-only]`.

    ## What it does
    Reads each live pointer of a topic: the name of an adapter, a blank, the object, and after a comma
    `read-only`. Several are separated by ` · `. An object with blanks in it stands in a code span. Where
    the meaning is clear (`readonly`, `(read-only)`, a missing comma, `adapter: object`), the fix writes
    it so.

    ## Why
    The agent takes the first word for the adapter and the rest for the object: anything else sends it to
    a system that does not exist.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | ask the harbour office (they know), read-only | ebb, flood |
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ malformed-live-pointer
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
    for live in facts.topic.live:
        if not live.well_formed:
            yield _report(live, facts)


def _report(live: LivePointer, facts: TopicFacts) -> Report:
    written = live.span.of(facts.topic.text)
    message = f"this live pointer is not `<adapter> <object>, read-only`: {live.reason}"
    adapters = facts.adapters.by_name if facts.adapters.configured else None
    meant = mended(written, adapters)
    if meant is None:
        return Report(live.span, f"{message}; name an adapter and one object of it")
    fix = Fix(f"Write `{clip(meant)}`", {facts.path: (smallest_edit(live.span, written, meant),)})
    return Report(live.span, f"{message}; write `{clip(meant)}`", (fix,))
