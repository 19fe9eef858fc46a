"""A second block right after the first."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.syntax.nodes import Entry, Frontmatter
from ctxlayer.text import Edit, Span


@document_lint("warning", kinds={*TRUST_KINDS, Kind.RULE, Kind.WORKFLOW, Kind.SKILL}, fixable=True)
def second_frontmatter(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A second frontmatter block follows the first one.

    ## What it does
    Finds a block right after the closing fence of the first. The fix moves the keys that the first
    block does not hold into it and removes the second.

    ## Why
    Loaders read the first block and take the second for text, so whatever it says is ignored. This
    happens when a tool puts its own block on top of yours.

    ## Example
    ```.rules/berths.md
    ---
    description: Berth rules
    ---
    ---
    ^^^ second-frontmatter
    globs: "src/**"
    ---

    # Berths
    ```

    ## Instead
    ```.rules/berths.md
    ---
    description: Berth rules
    globs: "src/**"
    ---

    # Berths
    ```
    ```src/app.py
    VALUE = 1
    ```
    """
    block = document.frontmatter
    second = block.second
    if second is None:
        return
    names = ", ".join(entry.key for entry in second.entries) or "nothing"
    own = ", ".join(entry.key for entry in block.entries) or "nothing"
    yield Report(
        second.open_span,
        f"a second frontmatter block; loaders read only the first (with {own}) and take this one "
        f"(with {names}) for text; move its keys into the first",
        _merge(document, block, second),
    )


def _merge(document: Document, block: Frontmatter, second: Frontmatter) -> tuple[Fix, ...]:
    """The fix that keeps the first block's values and adds the second's where it has none."""
    # Only `second-frontmatter` itself may be among the problems of the first block.
    if any(each.kind != "second-frontmatter" for each in (*block.problems, *second.problems)):
        return ()
    if block.close_span is None:
        return ()
    text = document.text
    edits = []
    moved = []
    for entry in second.entries:
        own = block.get(entry.key)
        if own is None:
            moved.append(_source(entry, text))
        elif own.value.span.start == own.value.span.end:
            edits.append(Edit(Span(own.key_span.start, own.span.end), _source(entry, text)))
    newline = "\r\n" if text[block.close_span.end : block.close_span.end + 2] == "\r\n" else "\n"
    lines = "".join(line + newline for line in moved)
    if lines:
        edits.append(Edit(Span.at(block.close_span.start), lines))
    edits.append(Edit(Span(block.body_start, second.body_start), ""))
    return (Fix("Merge the two blocks", {document.path: tuple(edits)}),)


def _source(entry: Entry, text: str) -> str:
    return entry.span.of(text).rstrip()
