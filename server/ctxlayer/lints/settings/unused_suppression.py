"""A comment that silences nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import known_names, suppression_lint
from ctxlayer.lints.suppression import Suppression, suppressions
from ctxlayer.lints.wording import near_value
from ctxlayer.text import Edit, Span


@suppression_lint("info", fixable=True)
def unused_suppression(document: Document, used: frozenset[Suppression]) -> Iterator[Report]:
    """An ignore comment silences no finding.

    ## What it does
    Finds `ctxlayer: ignore[...]` comments whose lint does not report anything on their line, and ids that
    no lint has.

    ## Why
    A comment left behind hides the next real finding on that line.

    ## Example
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    # ctxlayer: ignore[invalid-value] the team says "done"
                       ^^^^^^^^^^^^^ unused-suppression
    status: confirmed
    ---

    # Tides
    ```

    ## Instead
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    # ctxlayer: ignore[invalid-value] the team says "done"
    status: done
    ---

    # Tides
    ```
    """
    ids = Counter(each.comment for each in suppressions(document))
    for suppression in suppressions(document):
        if suppression in used:
            continue
        if suppression.lint not in known_names():
            named = f"`{suppression.lint}`" if suppression.lint else "an empty id"
            message = f"no lint or family is called {named}; correct it or remove it"
            meant = near_value(suppression.lint, known_names())
            if meant is not None:
                message = f"no lint or family is called {named}; did you mean `{meant}`?"
        else:
            message = f"`{suppression.lint}` reports nothing on this line; remove the comment"
        span = suppression.span if suppression.lint else suppression.comment
        yield Report(
            span,
            message,
            (_removal(document, suppression, ids[suppression.comment]),),
            tag="unnecessary",
        )


def _removal(document: Document, suppression: Suppression, ids: int) -> Fix:
    """Taking out the id, or the whole comment where it is the only one of `ids`."""
    if ids > 1:
        span = _with_comma(document.text, suppression.span)
        return Fix(f"Remove `{suppression.lint}`", {document.path: (Edit(span, ""),)})
    return Fix("Remove the comment", {document.path: (Edit(_whole(document, suppression), ""),)})


def _with_comma(text: str, span: Span) -> Span:
    """The id with the comma after it, or else the one before it."""
    end = span.end
    while text[end].isspace():
        end += 1
    if text[end] == ",":
        end += 1
        while text[end].isspace():
            end += 1
        return Span(span.start, end)
    start = text.rindex(",", 0, span.start)
    return Span(start, span.end)


def _whole(document: Document, suppression: Suppression) -> Span:
    lines = document.lines
    comment = suppression.comment
    line = lines.line_at(comment.start)
    if suppression.alone:
        end = lines.starts[line + 1] if line + 1 < len(lines) else len(document.text)
        return Span(lines.starts[line], end)
    start = comment.start
    while document.text[start - 1] in " \t" and start > lines.starts[line]:
        start -= 1
    return Span(start, comment.end)
