"""One term, two topics."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.terms import Term
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import one_of

_MOST_OTHERS = 20


@layer_lint("warning", asks=(topic_index,))
def shared_term(layer: Snapshot) -> Iterator[Report]:
    """A vocabulary term anchors two topics.

    ## What it does
    Compares the terms of all topics of all tables, whatever their case, hyphens and underscores. One
    finding an occurrence; the other ones are related information.

    ## Why
    A task with that word is sent to both topics, or to the wrong one.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, slack water |
                                                              ^^^^^^^^^^^ shared-term: pilots
    | pilots | boarding.md | harbour orders, read-only | ladder, slack-water |
                                                                 ^^^^^^^^^^^ shared-term: tides
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
    ```knowledge/pilots/boarding.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Boarding
    ```

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, slack water |
    | pilots | boarding.md | harbour orders, read-only | ladder, boarding ground |
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
    ```knowledge/pilots/boarding.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Boarding
    ```
    """
    for places in layer.ask(topic_index).shared_terms.values():
        for place, term in places:
            # A word in hundreds of topics: each is told, and some of the others are enough.
            others = list(islice((each for each in places if each[0] is not place), _MOST_OTHERS))
            names = dict.fromkeys(other.facts.topic.name for other, _ in others)
            yield Report(
                place.span(term.span),
                f"term `{term.text}` also leads to {one_of(list(names))}; keep it where a task with "
                "this word belongs",
                related=tuple(_related(other, each) for other, each in others),
                path=place.path,
            )


def _related(place: TopicPlace, term: Term) -> Related:
    return Related(place.path, place.span(term.span), f"in topic {place.facts.topic.name}")
