"""One file, two pointers."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.duplicate_pointers import Repeat, mending_edits, repeats
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import clip


@layer_lint("info", asks=(repeats,), fixable=True)
def duplicate_pointer(layer: Snapshot) -> Iterator[Report]:
    """A file is pointed at twice.

    ## What it does
    Compares where pointers lead, however they are written: a bare name, a path from the root and a link
    to one file are one. Another heading or other lines of that file are another place. Twice in a topic
    is an info, in two topics a hint. Globs and folders are not compared; they take in what else they
    may, and topics of one name are told by duplicate-topic. The fix takes out the pointer without an
    annotation, else the second.

    ## Why
    An agent reads a file twice, or wonders what the second pointer is for; who moves the file mends one
    of them.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md · knowledge/tides/overview.md | harbour heights, read-only | ebb, flood |
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^ duplicate-pointer
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
    for repeat in layer.ask(repeats):
        yield _within(repeat) if repeat.same_topic else _across(repeat)


def _within(repeat: Repeat) -> Report:
    edits, lossless = mending_edits(repeat)
    path = repeat.place.path
    fixes = (Fix("Remove one of the two pointers", {path: edits}, safe=lossless),) if edits else ()
    return Report(
        repeat.place.span(repeat.pointer.path_span),
        f"`{clip(repeat.pointer.path)}` is already among the files of this topic; remove one of the two",
        fixes,
        (_related(repeat, "the first one"),),
        path=path,
    )


def _across(repeat: Repeat) -> Report:
    name = repeat.first.facts.topic.name
    return Report(
        repeat.place.span(repeat.pointer.path_span),
        f"`{clip(repeat.pointer.path)}` is also among the files of topic `{clip(name)}`; keep it where a "
        "task would look for it",
        related=(_related(repeat, f"in topic {name}"),),
        severity="hint",
        path=repeat.place.path,
    )


def _related(repeat: Repeat, message: str) -> Related:
    return Related(repeat.first.path, repeat.first.span(repeat.first_pointer.path_span), message)
