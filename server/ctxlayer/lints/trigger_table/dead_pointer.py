"""A pointer that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.analysis.suggestions import nearest_targets
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.pointer import Pointer
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.text import Edit


@topic_lint("error", fixable=True)
def dead_pointer(facts: TopicFacts) -> Iterator[Report]:
    """A file pointer resolves to nothing.

    ## What it does
    Looks up every file pointer of a topic: paths, links, globs, folders, anchors and line ranges,
    in the layer and in mapped sibling repositories.

    ## Why
    An agent that follows a dead pointer finds nothing and goes on from memory. Nobody notices: the
    row still looks right.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overveiw.md | harbour heights, read-only | ebb, flood |
              ^^^^^^^^^^^ dead-pointer: knowledge/tides/overview.md
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
      ^^^^^ unindexed-file
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
    for pointer, resolution in zip(facts.topic.pointers, facts.resolved, strict=True):
        if resolution.state is State.DEAD:
            yield _dead(pointer, resolution, facts)
        elif resolution.state is State.DEAD_ANCHOR and pointer.anchor_span is not None:
            yield Report(
                pointer.anchor_span,
                f"{resolution.targets[0]} has no heading `#{pointer.anchor}`; "
                "correct the anchor or leave it out",
            )
        elif resolution.state is State.DEAD_LINES and pointer.lines_span is not None:
            yield Report(
                pointer.lines_span,
                f"{resolution.targets[0]} has no lines {pointer.lines_span.of(facts.topic.text)}; "
                "correct the range or leave it out",
            )


def _dead(pointer: Pointer, resolution: Resolution, facts: TopicFacts) -> Report:
    fixes = tuple(
        Fix(
            f"Point at {suggestion.target}",
            {facts.path: (Edit(pointer.path_span, suggestion.written),)},
        )
        for suggestion in nearest_targets(pointer, resolution, facts)
    )
    what = "matches no file" if pointer.form == "glob" else "does not exist"
    message = f"`{pointer.path}` {what} (looked for {resolution.tried})"
    if fixes:
        message += f"; did you mean {fixes[0].title.removeprefix('Point at ')}?"
    else:
        message += "; correct the path or remove the pointer"
    return Report(pointer.path_span, message, fixes)
