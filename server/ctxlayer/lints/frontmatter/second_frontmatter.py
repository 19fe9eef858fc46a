"""A second block right after the first."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.guide import is_plain
from ctxlayer.layer.kinds import FRONTMATTER_KINDS, TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import key_by_variant, read_trust, trust_key
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.syntax.nodes import Entry, Frontmatter
from ctxlayer.text import Edit, Span


@document_lint("warning", kinds=FRONTMATTER_KINDS, fixable=True)
def second_frontmatter(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A second frontmatter block follows the first one.

    ## What it does
    Finds a block right after the closing fence of the first. The fix makes one of both; where they
    differ, the first one's value stays. It is not offered where a claim such as `status: confirmed`
    would begin to count: only a person raises trust.

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
    if is_plain(document):
        return
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
    """The fix that takes out the fences between the blocks; the first one's values stay.

    A key that the first block leaves empty gets the second's value there; comments stay.
    """
    text = document.text
    if block.close_span is None or not _mergeable(document, block, second):
        return ()
    if document.kind in TRUST_KINDS and any(
        _would_count(document, each) for each in second.entries
    ):
        return ()
    edits = [Edit(Span(block.close_span.start, _next_line(document, second.open_span)), "")]
    held: set[str] = set()
    for entry in second.entries:
        own = block.get(entry.key)
        if own is None and entry.key not in held:
            held.add(entry.key)
            continue
        edits.append(Edit(Span(entry.span.start, _next_line(document, entry.span)), ""))
        if own is not None and _is_empty(own) and entry.key not in held:
            held.add(entry.key)
            gap = " " if text.startswith("#", own.span.end) else ""
            source = entry.span.of(text).rstrip()
            edits.append(Edit(Span(own.key_span.start, own.span.end), f"{source}{gap}"))
    return (Fix("Merge the two blocks", {document.path: tuple(sorted(edits))}),)


def _would_count(document: Document, entry: Entry) -> bool:
    """Whether merging makes a claim count that no loader reads today: that is for a person."""
    key = trust_key(entry.key) or key_by_variant(entry.key)
    if key is None or not key.required:
        return False
    own = read_trust(document).entries.get(key.name)
    return own is None or _is_empty(own)


def _is_empty(entry: Entry) -> bool:
    return entry.value.span.start == entry.value.span.end


def _next_line(document: Document, span: Span) -> int:
    """Where the line after the one that `span` ends on begins."""
    lines = document.lines
    line = lines.line_at(max(span.start, span.end - 1)) + 1
    return lines.starts[line] if line < len(lines) else len(document.text)


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
