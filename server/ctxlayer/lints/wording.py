"""Phrases and small decisions that lints share, so that all of them speak alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxlayer.layer.document import Document
from ctxlayer.lints.model import Fix
from ctxlayer.syntax.nodes import Entry
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span


def one_of(values: Sequence[str]) -> str:
    """`a, b, c`: accepted values as a message lists them."""
    return ", ".join(values)


def near(word: str, words: Iterable[str]) -> str | None:
    """The one of `words` that `word` is a slip for, or None where none or several come close."""
    from difflib import get_close_matches

    plain = {each.casefold().replace("_", "-").replace(" ", "-"): each for each in words}
    wanted = word.casefold().strip().replace("_", "-").replace(" ", "-")
    if wanted in plain:
        return plain[wanted]
    found = get_close_matches(wanted, plain, n=2, cutoff=0.75)
    return plain[found[0]] if len(found) == 1 else None


def replace_with(document: Document, span: Span, new: str, *, title: str, safe: bool) -> Fix:
    """A fix that puts `new` in the place of `span`."""
    return Fix(title, {document.path: (Edit(span, new),)}, safe)


def value_span(entry: Entry) -> Span:
    """The place of an entry's value; of an empty one, its key."""
    return entry.value.span if entry.value.span.start < entry.value.span.end else entry.key_span


def fixes_of(problem: Problem, document: Document) -> tuple[Fix, ...]:
    """The fix that a parser worked out for a problem."""
    if not problem.fix:
        return ()
    return (Fix(problem.title, {document.path: problem.fix}, problem.safe),)


def without_entry(document: Document, entry: Entry, title: str) -> Fix:
    """A fix that removes an entry with its lines."""
    lines = document.lines
    start = lines.starts[lines.line_at(entry.span.start)]
    last = lines.line_at(max(entry.span.start, entry.span.end - 1))
    end = lines.starts[last + 1] if last + 1 < len(lines) else len(document.text)
    return Fix(title, {document.path: (Edit(Span(start, end), ""),)})
