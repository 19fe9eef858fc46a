"""A topic about the work itself, in every message."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from ctxlayer.analysis.clusters import cold_table, meta_extents, move_meta_cluster
from ctxlayer.analysis.table_weights import table_weights
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate
from ctxlayer.lints.keeping import kept_report
from ctxlayer.lints.model import Fix, Late, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import percent_words


@layer_lint("info", asks=(topic_index, table_weights), fixable=True)
def meta_topic_in_hot_table(layer: Snapshot) -> Iterator[Report]:
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
    index, weights = layer.ask(topic_index), layer.ask(table_weights)
    for path, table in index.tables:
        if not table.hot or not any(each.cluster == "meta" for each in table.clusters):
            continue
        meta = [each for each in index.places_in(path) if each.facts.topic.cluster == "meta"]
        fixes = _fixes(layer, path) if meta else ()
        title = fixes[0].title if fixes else ""
        for place in meta:
            percent = weights.percent(place)
            make = partial(_report, place, percent, fixes)
            yield kept_report(place, "meta-topic-in-hot-table", (percent, title), make)


def _report(place: TopicPlace, percent: int | None, fixes: tuple[Fix, ...]) -> Report:
    topic = place.facts.topic
    return Report(
        place.span(topic.name_span if topic.name else topic.span),
        _message(topic.name, place.facts.tokens, percent),
        fixes,
        path=place.path,
    )


@lru_cache(maxsize=4096)  # a message is asked for at each keystroke, and seldom another one
def _message(name: str, tokens: Estimate | None, percent: int | None) -> str:
    named = f"meta topic `{name}`" if name else "this meta topic"
    cost = "tokens"
    if tokens is not None and percent is not None:
        cost = f"{tokens.line}, {percent_words(percent)} of the index,"
    return (
        f"{named} costs {cost} on every message, and no task is routed to it; "
        "move the meta topics to a cold table"
    )


def _fixes(layer: Snapshot, path: str) -> tuple[Fix, ...]:
    """One move of all meta topics, which is the fix of each of them."""
    document, target = layer.documents[path], cold_table(layer, path)
    if target is None or not meta_extents(document, document.table(layer.settings)):
        return ()
    edits = Late(lambda layer: move_meta_cluster(layer, path))
    return (Fix(f"Move the meta topics to {target}", edits),)
