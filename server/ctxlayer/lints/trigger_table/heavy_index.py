"""Hot tables that cost more than they may."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.table_weights import heaviest, table_weights
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import percent_words

_NAMED = 3
_RELATED = 5


@layer_lint("warning", asks=(topic_index, table_weights))
def heavy_index(layer: Snapshot) -> Iterator[Report]:
    """The hot trigger tables together have more tokens than the index may have.

    ## What it does
    Adds up the hot tables, everything in them included, and compares with `table.index-tokens`. One
    finding, on the title of the heaviest table; it names the topics that cost the most, and they are
    related information. Tokens are estimated for `budget.tokenizer`; the estimate itself decides, and
    the message says how sure it is.

    ## Why
    The index is in every message of every session. What it holds about other work is paid for each time,
    and takes room from the work at hand.

    ## Example
    ```ctxlayer.toml
    table.index-tokens = 40
    ```
    ```index/trigger-table.md
    # Trigger table
      ^^^^^^^^^^^^^ heavy-index: heaviest topics: `tides`

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md | harbour heights, read-only | ebb |
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

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md | harbour heights, read-only | ebb |
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
    weights = layer.ask(table_weights)
    limit = layer.settings.table.index_tokens
    if weights.hot is None or weights.hot.tokens <= limit:
        return
    hot = {path: each for path, each in weights.tables.items() if each.table.hot}
    path = max(hot, key=lambda each: hot[each].tokens.tokens)
    which = "the index has" if len(hot) == 1 else f"the {len(hot)} hot tables have together"
    topics = heaviest(layer, _RELATED)
    named = ", ".join(f"`{each.facts.topic.name}`{_share(each, layer)}" for each in topics[:_NAMED])
    yield Report(
        hot[path].table.title_span,
        f"{which} {weights.hot.line} on every message, the limit is {limit:,}; "
        f"{f'heaviest topics: {named}; ' if named else ''}"
        "split what is heavy, and move what few tasks need to a cold table",
        related=tuple(_related(each, layer) for each in topics),
        path=path,
    )


def _share(place: TopicPlace, layer: Snapshot) -> str:
    percent = layer.ask(table_weights).percent(place)
    return f" {percent_words(percent)}" if percent is not None else ""


def _related(place: TopicPlace, layer: Snapshot) -> Related:
    topic, tokens = place.facts.topic, place.facts.tokens
    words = f"{tokens.words} tokens," if tokens is not None else ""
    message = f"topic `{topic.name}`: {words}{_share(place, layer)} of the index"
    return Related(place.path, place.span(topic.name_span), message)
