"""A block that no loader finds the end, or the beginning, of."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.guide import is_plain
from ctxlayer.layer.kinds import FRONTMATTER_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import fixes_of


@document_lint("error", kinds=FRONTMATTER_KINDS, fixable=True)
def frontmatter_unclosed(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The frontmatter has no closing fence, text on a fence, or does not start on line 1.

    ## What it does
    Finds an opening `---` that nothing closes, text glued to a fence (`---text`), and, as a hint, a
    block that starts below the first line. A thematic break is none of these.

    ## Why
    No loader sees a block that is not closed, so a rule loads as if it had no frontmatter: always, or
    never.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    ^^^ frontmatter-unclosed
    status: hypothesis

    # Gauges
    ```

    ## Instead
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```
    """
    if is_plain(document):
        return
    for problem in document.frontmatter.problems:
        if problem.kind == "frontmatter-unclosed":
            yield Report(problem.span, problem.message, fixes_of(problem, document))
        elif problem.kind == "frontmatter-late":
            fixes = fixes_of(problem, document)
            yield Report(problem.span, problem.message, fixes, severity="hint")
