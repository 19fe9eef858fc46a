"""One topic, two places."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.merging import can_merge, merge_topics
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Late, Related, Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("error", asks=(topic_index,), fixable=True)
def duplicate_topic(layer: Snapshot) -> Iterator[Report]:
    """Two topics have the same name.

    ## What it does
    Compares the names of all topics of all tables, whatever their case. Every one after the first is
    reported. The fix moves its pointers, live pointers and words to the first one, as far as they are
    not there yet, with annotations and comments; of a hot and a cold table the hot one keeps the topic.
    Rows that lead to agents are left alone: a situation may have files in one table and agents in another.

    ## Why
    An agent reads the first one that it finds; what the second holds is never seen.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, flood |
    | tides | gauges.md | harbour gauges, read-only | gauge |
      ^^^^^ duplicate-topic
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

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md · gauges.md | harbour heights, read-only | ebb, flood, gauge |
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
    for places in layer.ask(topic_index).repeated_names.values():
        # A situation leads to files in one table, and to agents in another.
        named = [place for place in places if "agents" not in place.facts.topic.columns]
        if len(named) < 2:
            continue
        first, *others = named
        where = Related(first.path, first.span(first.facts.topic.name_span), "the first one")
        for place in others:
            topic = place.facts.topic
            yield Report(
                place.span(topic.name_span),
                f"topic `{topic.name}` is already in {first.path}; merge the two or rename one",
                _merging(layer, first, place),
                related=(where,),
                path=place.path,
            )


def _merging(layer: Snapshot, first: TopicPlace, place: TopicPlace) -> tuple[Fix, ...]:
    """The fix that makes one of two: the first, unless only the other is in a hot table."""
    kept, other, title = first, place, "Merge into the first one"
    hot = layer.settings.is_hot_table
    if hot(place.path) and not hot(first.path):
        kept, other, title = place, first, f"Merge the one in {first.path} into this one"
    if not can_merge(layer, kept, other):
        return ()
    return (Fix(title, Late(lambda layer: merge_topics(layer, kept, other))),)
