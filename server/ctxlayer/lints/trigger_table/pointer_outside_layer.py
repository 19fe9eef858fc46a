"""A pointer that leads out of the layer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.analysis.pointers import State
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.pointer import Pointer
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import topic_lint

_UPWARDS = re.compile(r"\A(?:\.\./)+")


@topic_lint("error")
def pointer_outside_layer(facts: TopicFacts) -> Iterator[Report]:
    """A pointer leads outside the layer and every sibling repository.

    ## What it does
    Resolves each pointer from the layer root (links from the folder of the table) and reports those that
    leave the root: `../../etc/passwd`, `~/notes.md`, absolute paths of one machine. They are never read.

    ## Why
    Such a path works on one machine at best, and nothing outside the layer is reviewed with it. Sibling
    repositories are reached by name, as `repo:path`.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md · ../../notes/tides.md | harbour heights, read-only | ebb, flood |
                            ^^^^^^^^^^^^^^^^^^^^ pointer-outside-layer
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
    | tides | overview.md · almanac:tides/notes.md | harbour heights, read-only | ebb, flood |
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
    for pointer, resolution in zip(facts.topic.pointers, facts.resolved, strict=True):
        if resolution.state is State.OUTSIDE:
            yield Report(
                pointer.path_span,
                f"`{pointer.path}` leads outside the layer and is not read; "
                f"{_remedy(pointer, facts)}",
            )


def _remedy(pointer: Pointer, facts: TopicFacts) -> str:
    inside = _UPWARDS.sub("", pointer.path)
    if pointer.path.startswith("../") and inside in facts.tree.paths:
        return f"paths count from the layer's root, links from this file: write `{inside}`"
    return "point at a file of the layer, or at a sibling repository as `repo:path`"
