"""A file that does not say how far to believe it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ctxlayer.analysis.okf import needs_no_trust
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.okf import speaks_okf
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.templates import Days, trust_block, trust_lines
from ctxlayer.layer.trust import has_trust_keys
from ctxlayer.lints.model import Deferred, Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.suppression import suppressions
from ctxlayer.lints.wording import has_plain_lines
from ctxlayer.text import Edit, Span
from ctxlayer.text.lines import body_length

_MESSAGE = (
    "no trust frontmatter: this file does not say who wrote it, whether it was checked and how far "
    "to believe it; add source, created, verified-by and status between two `---` lines at the top"
)


@document_lint("warning", kinds=TRUST_KINDS, reads={"today", "history", "bundles"}, fixable=True)
def frontmatter_missing(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A knowledge file, an extraction or an external document has no trust frontmatter.

    ## What it does
    Looks for the block with `source`, `created`, `verified-by` and `status` at the top of each file in
    `knowledge/`, `extractions/` and `external/`. A block that holds none of them counts as none. The fix
    writes what claims nothing: `status: hypothesis`, `verified-by: unverified`.

    ## Why
    Without it, nobody can tell a checked file from a guess, and an agent believes both.

    ## Example
    ```knowledge/tides/gauges.md
    # Gauges
    ^^^^^^^^ frontmatter-missing

    Where the gauges stand.
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

    Where the gauges stand.
    ```
    """
    if needs_no_trust(document, layer) or speaks_okf(document.frontmatter):
        return
    block = document.frontmatter
    days = Days(layer.today, layer.history)
    if block.exists:
        if block.closed and not has_trust_keys(document):
            yield Report(block.open_span, _MESSAGE, _into_block(document, days))
    elif not block.problems:
        at = 1 if document.text.startswith("\ufeff") else 0
        fix = _fix(document, at, lambda: trust_block(document, days))
        yield Report(_first_line(document, at), _MESSAGE, (fix,))


def _fix(document: Document, at: int, text: Callable[[], str]) -> Fix:
    # The day of the first commit is looked up only for somebody who wants the fix.
    edits = Deferred(lambda: {document.path: (Edit(Span.at(at), text()),)})
    return Fix("Add trust frontmatter (hypothesis, unverified)", edits)


def _into_block(document: Document, days: Days) -> tuple[Fix, ...]:
    """The keys above the closing fence of a block that has none of them."""
    close = document.frontmatter.close_span
    if close is None or not has_plain_lines(document):
        return ()

    def lines() -> str:
        return "".join(line + document.newline for line in trust_lines(document, days))

    return (_fix(document, close.start, lines),)


def _first_line(document: Document, at: int) -> Span:
    """The first line, or the one that a comment on it speaks of."""
    first = document.lines.line(0)
    alone = any(each.line == 1 and each.alone for each in suppressions(document))
    if alone and len(document.lines) > 1:
        start = document.lines.starts[1]
        return Span(start, start + body_length(document.lines.line(1)))
    return Span(at, max(at, body_length(first)))
