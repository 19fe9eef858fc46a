"""A pointer that leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.analysis.item_edits import Unit, pointer_units, removal_edits, units_around
from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.analysis.suggestions import line_count, nearest_anchor, nearest_targets
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.pointer import Pointer, sibling_parts
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.lints.wording import clip
from ctxlayer.text import Edit, Span

_NUMBERS = re.compile(r"[0-9]+")

_BLANK_IN_LINK = re.compile(r"\[[^\]]*\]\([^<>()]* [^<>()]*\)")


@topic_lint("error", fixable=True)
def dead_pointer(facts: TopicFacts) -> Iterator[Report]:
    """A file pointer resolves to nothing.

    ## What it does
    Looks up every file pointer of a topic: paths, links, globs, folders, anchors and line ranges,
    in the layer and in the sibling repositories that `.local/repo-paths.json` maps. A bare name is
    looked for in `knowledge/<topic>/`, a path from the root of the layer, a link from the folder of the
    table; last, paths are looked for beside the table, too. Words for people and names to be filled in
    (`<gauge>.md`) are not judged. A file that git ignores is no file of the layer: nobody else has it (`working/` and `.local/`
    are read all the same). It says nothing about URLs, and nothing about repositories that are not
    mapped on this machine. The fixes point at the nearest match or take the pointer out; in an editor
    there is also the file's new place, where git knows that it was moved.

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
    units: dict[int, Unit] = {}
    for number, (pointer, resolution) in enumerate(
        zip(facts.topic.pointers, facts.resolved, strict=True)
    ):
        if resolution.state is State.DEAD:
            if not _torn(pointer, facts):
                units = units or units_around(pointer_units(facts.topic))
                yield _dead(number, units[number], facts)
        elif resolution.state is State.DEAD_ANCHOR and pointer.anchor_span is not None:
            yield _dead_anchor(pointer.anchor_span, pointer, resolution, facts)
        elif resolution.state is State.DEAD_LINES and pointer.lines_span is not None:
            yield _dead_lines(pointer.lines_span, pointer, resolution, facts)


def _torn(pointer: Pointer, facts: TopicFacts) -> bool:
    """Whether a pipe tears the pointer's own text: that is malformed-row's to say."""
    return any(
        pointer.span.start <= problem.span.start < pointer.span.end
        for problem in facts.topic.problems
    )


def _dead(number: int, unit: Unit, facts: TopicFacts) -> Report:
    pointer, resolution = facts.topic.pointers[number], facts.resolved[number]
    removals = _removals(number, unit, facts)
    if not pointer.path:
        written = clip(pointer.span.of(facts.topic.text))
        message = f"`{written}` names no file; write its path or remove it"
        return Report(pointer.span, message, removals)
    fixes = tuple(
        Fix(
            f"Point at {suggestion.target}",
            {facts.path: (Edit(pointer.path_span, suggestion.written),)},
        )
        for suggestion in nearest_targets(pointer, resolution, facts)
    )
    message = _what(pointer, resolution)
    if _BLANK_IN_LINK.fullmatch(pointer.path):
        message = (
            f"`{pointer.path}` is no link: Markdown ends a target at a blank; write it as %20, or "
            "put the target between < and >"
        )
    elif fixes:
        message += f"; did you mean {fixes[0].title.removeprefix('Point at ')}?"
    else:
        message += "; correct the path or remove the pointer"
    return Report(pointer.path_span, message, (*fixes, *removals))


def _removals(number: int, unit: Unit, facts: TopicFacts) -> tuple[Fix, ...]:
    """The fix that takes the pointer out; none where a list hangs on it."""
    edits = removal_edits(facts.topic, (unit,), {number})
    return (Fix("Remove the pointer", {facts.path: edits}),) if edits else ()


def _what(pointer: Pointer, resolution: Resolution) -> str:
    sibling = sibling_parts(pointer.path) if pointer.form == "sibling" else None
    if sibling is not None:
        return f"`{sibling[1]}` does not exist in the clone of {sibling[0]} on this machine"
    what = "matches no file" if pointer.form == "glob" else "does not exist"
    return f"`{pointer.path}` {what} (looked for {resolution.tried})"


def _dead_anchor(span: Span, pointer: Pointer, resolution: Resolution, facts: TopicFacts) -> Report:
    message = f"{resolution.targets[0]} has no heading `#{pointer.anchor}`"
    close = nearest_anchor(pointer, resolution, facts)
    if close is not None:
        edit = Edit(span, close)
        fix = Fix(f"Change to #{close}", {facts.path: (edit,)})
        return Report(span, f"{message}; did you mean `#{close}`?", (fix,))
    fixes = (_without(span, "Leave out the anchor", facts),) if pointer.path else ()
    return Report(span, f"{message}; correct the anchor or leave it out", fixes)


def _dead_lines(span: Span, pointer: Pointer, resolution: Resolution, facts: TopicFacts) -> Report:
    written = span.of(facts.topic.text)
    first, last = pointer.lines or (0, 0)
    count = line_count(resolution, facts)
    path = resolution.targets[0]
    if 1 <= last < first <= count:
        message = f"the range {written} in {path} runs backwards; write the smaller line first"
        new = _NUMBERS.sub(lambda match: str(last if int(match[0]) == first else first), written)
    elif 1 <= first <= count < last:
        message = f"{path} has {count} lines, not {last}; correct the range or leave it out"
        new = _NUMBERS.sub(lambda match: str(min(int(match[0]), count)), written)
    else:
        message = f"{path} has no lines {written}; correct the range or leave it out"
        return Report(span, message, (_without(span, "Leave out the line range", facts),))
    fix = Fix(f"Change to {new}", {facts.path: (Edit(span, new),)})
    return Report(span, message, (fix,))


def _without(span: Span, title: str, facts: TopicFacts) -> Fix:
    """The fix that takes out an anchor or a line range with the sign before it."""
    return Fix(title, {facts.path: (Edit(Span(span.start - 1, span.end), ""),)})
