"""A pointer to what was replaced."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.careful_pointers import Pointed, careful_pointers
from ctxlayer.analysis.graded import replacement, superseded_documents
from ctxlayer.analysis.item_edits import pointer_units, removal_edits
from ctxlayer.analysis.suggestions import written
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Fix, Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import clip, value_span
from ctxlayer.text import Edit, Span


@layer_lint("warning", asks=(careful_pointers, superseded_documents), fixable=True)
def superseded_still_indexed(layer: Snapshot) -> Iterator[Report]:
    """A trigger table points at a superseded file.

    ## What it does
    Finds pointers to files with `status: superseded`, in hot and cold tables. The fixes point at the file
    that `superseded-by` names, or take the pointer out. Folders and patterns that take such a file in
    are left alone.

    ## Why
    An agent that follows the table reads what is known to be no longer so, and pays for it.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md · old-gauges.md | harbour heights, read-only | ebb, flood |
                            ^^^^^^^^^^^^^ superseded-still-indexed
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
    ```knowledge/tides/old-gauges.md
    ---
    source: human-authored
    created: 2026-09-01
    last-verified: 2026-10-01
    verified-by: developer
    status: superseded
    superseded-by: overview.md
    ---

    # Gauges
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
    for each in layer.ask(careful_pointers).superseded:
        document = layer.document(each.target)
        if document is not None:
            yield _report(each, document, layer)


def _report(pointed: Pointed, document: Document, layer: Snapshot) -> Report:
    facts, path = pointed.place.facts, pointed.place.path
    pointer = facts.topic.pointers[pointed.number]
    target = replacement(document, layer)
    fixes: list[Fix] = []
    if target is not None and target not in facts.targets:
        new = written(target, pointer, facts)
        edit = Edit(pointed.place.span(_whole(pointed)), new)
        fixes.append(Fix(f"Point at {target}", {path: (edit,)}))
    removal = removal_edits(facts.topic, pointer_units(facts.topic), {pointed.number})
    if removal:
        edits = tuple(Edit(pointed.place.span(edit.span), edit.new) for edit in removal)
        fixes.append(Fix("Remove the pointer", {path: edits}))
    remedy = f"; point at {target} instead" if target else "; remove the pointer"
    if target is not None and target in facts.targets:
        remedy = f", and {target} is among the files of this topic; remove the pointer"
    return Report(
        pointed.span,
        f"`{clip(pointer.path)}` is superseded{remedy}",
        tuple(fixes),
        (Related(document.path, value_span(read_trust(document).entries["status"]), "here"),),
        path=path,
        tag="deprecated",
    )


def _whole(pointed: Pointed) -> Span:
    """The path of a pointer with the anchor or the lines behind it, which are of the old file."""
    pointer = pointed.place.facts.topic.pointers[pointed.number]
    ends = [each.end for each in (pointer.anchor_span, pointer.lines_span) if each is not None]
    return Span(pointer.path_span.start, max([pointer.path_span.end, *ends]))
