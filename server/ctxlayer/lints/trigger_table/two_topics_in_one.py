"""A topic whose files fall into two lots that have nothing to do with each other."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.grouping import Groups, topic_groups
from ctxlayer.analysis.shares import Share
from ctxlayer.analysis.splitting import split_topic
from ctxlayer.analysis.topics import TopicFacts, TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Late, Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import clip

_SHOWN = 2


@layer_lint("info", asks=(topic_index, topic_groups), fixable=True)
def two_topics_in_one(layer: Snapshot) -> Iterator[Report]:
    """The pointers and terms of a topic fall into groups that share nothing.

    ## What it does
    Reads the files that a topic points at, and looks for two lots of them that are much more alike
    inside than files of this layer are, and no more alike to each other than strangers; or that lie in
    the folders of two topics. It says nothing where anything ties the lots together: a link, a term that
    both use, the words of the topic's name; where another topic has one of the lots too; and where less
    than two thirds of the pointers lead to files of the layer. The fix splits the topic along the lots,
    with its vocabulary.

    ## Why
    A task about the one half is given the other half to read. Nobody notices when a row becomes two:
    it grows by a pointer at a time, and each of them looks right.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md · surge.md · cranes.md · hoists.md | harbour heights, read-only | surge, hoist |
      ^^^^^ two-topics-in-one: cranes.md
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

    Each gauge measures the water level, and the surge above the predicted ebb and flood.
    ```
    ```knowledge/tides/surge.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Surge

    A surge lifts the water level over the predicted one. Every gauge reports it at ebb.
    ```
    ```knowledge/tides/cranes.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Cranes

    Cranes carry a hoist with its own brake, rated by load and inspected in spring.
    ```
    ```knowledge/tides/hoists.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Hoists

    The brake of a hoist holds the rated load when cranes lose power.
    ```

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md · surge.md | harbour heights, read-only | surge |
    | cranes | cranes.md · hoists.md | harbour cranes, read-only | hoist |
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

    Each gauge measures the water level, and the surge above the predicted ebb and flood.
    ```
    ```knowledge/tides/surge.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Surge

    A surge lifts the water level over the predicted one. Every gauge reports it at ebb.
    ```
    ```knowledge/cranes/cranes.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Cranes

    Cranes carry a hoist with its own brake, rated by load and inspected in spring.
    ```
    ```knowledge/cranes/hoists.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Hoists

    The brake of a hoist holds the rated load when cranes lose power.
    ```
    """
    found = layer.ask(topic_groups)
    if not found:
        return
    for place in layer.ask(topic_index).places:
        each = found.get(id(place.facts))
        if each is not None and each.groups is not None and place.facts.topic.name:
            yield _report(place, each.groups)


def _report(place: TopicPlace, groups: Groups) -> Report:
    facts = place.facts
    first, second = groups.shares
    number = min(second.pointers)
    fix = Fix(
        f"Split `{clip(facts.topic.name)}` in two",
        Late(lambda layer: split_topic(layer, place, groups.shares)),
    )
    return Report(
        place.span(facts.topic.name_span),
        f"topic `{clip(facts.topic.name)}` looks like two: nothing ties {_files(second, facts)} to "
        f"{_files(first, facts)}, no link, no term that both use alike, and no more words in common than "
        "strangers have; split it",
        (fix,),
        (
            Related(
                place.path,
                place.span(facts.topic.pointers[number].span),
                "the first file of the second topic",
            ),
        ),
        path=place.path,
    )


def _files(share: Share, facts: TopicFacts) -> str:
    """Some files of a share by their names, and how many more there are."""
    paths = [facts.resolved[number].targets for number in sorted(share.pointers)]
    names = [found[0].rpartition("/")[2] for found in paths if len(found) == 1]
    more = len(share.pointers) - min(len(names), _SHOWN)
    shown = ", ".join(names[:_SHOWN])
    return f"{shown} and {more} more" if more else " and ".join(names[:_SHOWN])
