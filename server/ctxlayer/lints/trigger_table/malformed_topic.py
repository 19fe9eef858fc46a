"""A topic whose name is not written as one."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.topic_naming import Misnamed, misnamings
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import clip


@layer_lint("warning", asks=(misnamings,), fixable=True)
def malformed_topic(layer: Snapshot) -> Iterator[Report]:
    """A topic's name is not in kebab-case.

    ## What it does
    Asks of topic names that they are made of lower-case letters and digits of any script, joined by
    single `-`. In a row it looks at columns that hold names (`topic`, `area`, `subsystem` ...): what
    stands below `when` or `task` is a situation and no name. The fix renames the topic in its table;
    bare pointers that lead into the folder of the old name are written from the root, so that they go
    on leading there. Where most names of a table are written in another way, and five or more, that is
    a custom of the team, and one finding on the first of them says so.

    ## Why
    A topic is named in settings, in routing cases, in the names of extractions and of its folder, and
    bare pointers are looked for in that folder. A name that everybody spells alike is found by all of
    them, on any disk.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | Tide Gauges | knowledge/tides/overview.md | harbour heights, read-only | ebb, flood |
      ^^^^^^^^^^^ malformed-topic: tide-gauges
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
    | tide-gauges | knowledge/tides/overview.md | harbour heights, read-only | ebb, flood |
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
    found = layer.ask(misnamings)
    yield from map(_report, found.topics)
    for first, count, total in found.customs:
        name = first.facts.topic.name
        yield Report(
            first.span(first.facts.topic.name_span),
            f"{count} of the {total} topic names of this table, as `{clip(name)}`, are not kebab-case "
            "(lower-case letters and digits, joined by single `-`); rename them one by one with a "
            "rename in the editor, or switch `malformed-topic` off",
            path=first.path,
        )


def _report(found: Misnamed) -> Report:
    place, name = found.place, found.name
    topic = place.facts.topic
    remedy = f"write `{name}`" if name else "give it a name that no other topic or folder has"
    fixes = (Fix(f"Rename to {name}", {place.path: found.edits}),) if name else ()
    return Report(
        place.span(topic.name_span),
        f"topic name `{clip(topic.name)}` is not kebab-case (lower-case letters and digits, joined by "
        f"single `-`); {remedy}, here and wherever the topic is named",
        fixes,
        path=place.path,
    )
