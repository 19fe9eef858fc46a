"""A topic that leads to less than it should."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxlayer.analysis.completeness import Columnless, Lack, completeness
from ctxlayer.analysis.topics import TopicPlace
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Role
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.text import Edit, Span

_NAMES: dict[Role, str] = {
    "topic": "name",
    "files": "file pointer",
    "live": "live pointer",
    "vocabulary": "vocabulary",
}
_HINTS: dict[Role, str] = {
    "topic": "the name of its folder in knowledge/",
    "files": "the file to read first",
    "live": "a live pointer (`<adapter> <object>, read-only`)",
    "vocabulary": "vocabulary: the words that a task about it would use",
}
_COLUMNS: dict[Role, str] = {
    "files": "`files`, what to read",
    "live": "`live pointer`, where what the files say can be checked",
    "vocabulary": "`vocabulary`, the words that a task about each topic would use",
}


@layer_lint("warning", asks=(completeness,), fixable=True)
def missing_part(layer: Snapshot) -> Iterator[Report]:
    """A topic has no file pointer, no live pointer or no vocabulary.

    ## What it does
    Asks of each topic for at least one file pointer, one live pointer and one term. Meta topics need no
    live pointer; a cell with `-` or `none` counts as empty. The fix adds the files of the topic's folder,
    its name as a first term, and a live pointer to fill in (which stays flagged until somebody does).
    Where a table has no column for a part, there is one finding on its header and none on its rows. Of
    a table whose topics are situations (`when`, `task`, `if working on`) only files are asked: the
    situations are its vocabulary. Agents or skills that it leads to stand for files.

    ## Why
    Without words only its name leads to the topic, without files it leads nowhere, without a live pointer
    what the files say cannot be checked.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | |
      ^^^^^ missing-part: vocabulary
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
    found = layer.ask(completeness)
    for place, lack in found.topics:
        yield _of_topic(place, lack)
    for table in found.headers:
        yield _of_table(table)


def _of_topic(place: TopicPlace, lack: Lack) -> Report:
    topic = place.facts.topic
    span = topic.name_span if topic.name else Span(0, len(topic.text))
    named = f"topic `{topic.name}`" if topic.name else "this topic"
    names = [_NAMES[part] for part in lack.parts]
    fixes: tuple[Fix, ...] = ()
    if lack.edits:
        edits = tuple(Edit(place.span(edit.span), edit.new) for edit in lack.edits)
        fixes = (Fix(f"Add {' and '.join(names)}", {place.path: edits}),)
    return Report(
        place.span(span),
        f"{named} has no {' and no '.join(names)}; add {_joined(lack.parts, _HINTS)}",
        fixes,
        path=place.path,
    )


def _of_table(table: Columnless) -> Report:
    names = [f"{_NAMES[part]}s" if part != "vocabulary" else part for part in table.parts]
    return Report(
        table.header.span,
        f"this table has no column for {' and none for '.join(names)}; add "
        f"{_joined(table.parts, _COLUMNS)}, or name the column that is meant in `table.columns`",
        path=table.path,
    )


def _joined(parts: Sequence[Role], texts: dict[Role, str]) -> str:
    return " and ".join(texts[part] for part in parts)
