"""A second block right after the first."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import FRONTMATTER_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.syntax.nodes import Entry, Frontmatter
from ctxlayer.text import Edit, Span


@document_lint("warning", kinds=FRONTMATTER_KINDS, fixable=True)
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
    text = document.text
    if block.close_span is None or not (_mergeable(document, block, second)):
        return ()
    edits = []
    moved = []
    held: set[str] = set()
    for entry in second.entries:
        own = block.get(entry.key)
        if own is None and entry.key in held:
            continue
        held.add(entry.key)
        if own is None:
            moved.append(_source(entry, text))
        elif own.value.span.start == own.value.span.end:
            edits.append(Edit(Span(own.key_span.start, own.span.end), _source(entry, text)))
    lines = "".join(line + document.newline for line in moved)
    if lines:
        edits.append(Edit(Span.at(block.close_span.start), lines))
    edits.append(Edit(Span(block.body_start, second.body_start), ""))
    return (Fix("Merge the two blocks", {document.path: tuple(edits)}),)


def _mergeable(document: Document, block: Frontmatter, second: Frontmatter) -> bool:
    """Whether both blocks hold one entry a line, as far as anybody can tell."""
    for each in (block, second):
        if any(document.lines.position(entry.span.start).column for entry in each.entries):
            return False
        for problem in each.problems:
            if problem.kind == "frontmatter-syntax" and not problem.safe:
                return False
            if problem.kind == "frontmatter-unclosed":
                return False
    return True


def _source(entry: Entry, text: str) -> str:
    return entry.span.of(text).rstrip()
