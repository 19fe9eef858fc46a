"""A topic about the work itself, in every message."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.clusters import move_meta_cluster
from ctxlayer.analysis.standing import Standing
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.tokens import Estimate
from ctxlayer.lints.model import Fix, Late, Report
from ctxlayer.lints.registry import placed_lint
from ctxlayer.lints.wording import percent_words


@placed_lint("info", fixable=True)
def meta_topic_in_hot_table(topic: TopicFacts, standing: Standing) -> Iterator[Report]:
    """A meta topic stands in a table that is in every message.

    ## What it does
    Flags each topic below a meta heading of a hot table, and says what it costs on every message. The fix
    moves the meta topics of the table together to a cold table, which is made where there is none.

    ## Why
    Meta topics are about how people work, not about what a task is about: no task is ever routed to one.
    In a hot table they are paid for on every message all the same.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md | harbour heights, read-only | ebb |

    ### Meta

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | handover | notes.md | | watch change |
      ^^^^^^^^ meta-topic-in-hot-table: on every message
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
    ```knowledge/handover/notes.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Notes
    ```

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md | harbour heights, read-only | ebb |
    ```
    ```index/meta-table.md
    # Meta table

    ### Meta

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | handover | notes.md | | watch change |
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
    ```knowledge/handover/notes.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Notes
    ```
    """
    found = topic.topic
    if not standing.hot or found.cluster != "meta":
        return
    yield Report(
        found.name_span if found.name else found.span,
        _message(found.name, topic.tokens, standing.percent),
        _fixes(topic.path, standing.meta_target),
    )


def _message(name: str, tokens: Estimate | None, percent: int | None) -> str:
    named = f"meta topic `{name}`" if name else "this meta topic"
    cost = "tokens"
    if tokens is not None and percent is not None:
        cost = f"{tokens.line}, {percent_words(percent)} of the index,"
    return (
        f"{named} costs {cost} on every message, and no task is routed to it; "
        "move the meta topics to a cold table"
    )


def _fixes(path: str, target: str) -> tuple[Fix, ...]:
    """One move of all meta topics, which is the fix of each of them."""
    if not target:
        return ()
    edits = Late(lambda layer: move_meta_cluster(layer, path))
    return (Fix(f"Move the meta topics to {target}", edits),)
