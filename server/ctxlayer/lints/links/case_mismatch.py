"""A path that works on some machines only."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.link_states import Outcome
from ctxlayer.analysis.link_writing import rewritten
from ctxlayer.analysis.links import LINKING_KINDS, link_states
from ctxlayer.analysis.pointers import State
from ctxlayer.analysis.suggestions import written
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint, topic_lint
from ctxlayer.lints.wording import clip, replace_with
from ctxlayer.text import Edit


@document_lint("warning", kinds=LINKING_KINDS, reads={"links", "tree"}, fixable=True)
def _links_in_another_case(document: Document, snapshot: Snapshot) -> Iterator[Report]:
    """The same for links and imports."""
    for state in link_states(document, snapshot):
        if state.outcome is Outcome.CASE:
            spelt = rewritten(state, state.target, document)
            yield Report(
                state.span,
                f"`{clip(state.path, 80)}` is spelt {state.target} on disk; it leads nowhere where "
                f"case counts; write {spelt}",
                (
                    replace_with(
                        document, state.span, spelt, title=f"Change to {spelt}", safe=False
                    ),
                ),
            )


@topic_lint("warning", fixable=True, beside=_links_in_another_case)
def case_mismatch(facts: TopicFacts) -> Iterator[Report]:
    """A pointer, link or import differs from the file that it means in upper and lower case.

    ## What it does
    Finds pointers of the trigger table, and links and imports of the layer's documents, that lead to a
    file only where the disk does not tell upper from lower case.

    ## Why
    It works on the machine of its author and is dead in CI and on Linux.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | Overview.md | harbour heights, read-only | ebb, flood |
              ^^^^^^^^^^^ case-mismatch: knowledge/tides/overview.md
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
    for pointer, resolution in zip(facts.topic.pointers, facts.resolved, strict=True):
        if resolution.state is not State.MISSPELT_CASE:
            continue
        spelt = written(resolution.actual, pointer, facts)
        yield Report(
            pointer.path_span,
            f"`{pointer.path}` is spelt {resolution.actual} on disk; it leads nowhere where case "
            "counts",
            (Fix(f"Change to {spelt}", {facts.path: (Edit(pointer.path_span, spelt),)}),),
        )
