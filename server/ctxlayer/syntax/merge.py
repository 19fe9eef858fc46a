"""Two frontmatter blocks in a row, of which loaders read only the first: what merging them takes."""

from __future__ import annotations

from ctxlayer.syntax.nodes import Entry, Frontmatter, Scalar
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

_TRUST_KEYS = frozenset(
    "source created last-verified last_verified verified-by verified_by status".split()
)


def second_problem(text: str, first: Frontmatter, second: Frontmatter) -> Problem:
    """The problem on the second opening fence, with the edits that merge the two blocks."""
    mine = ", ".join(f"`{entry.key}`" for entry in first.entries) or "no keys"
    theirs = ", ".join(f"`{entry.key}`" for entry in second.entries)
    message = (
        f"a second frontmatter block ({theirs}) follows the first ({mine}); loaders read only the"
        " first, so merge them into it"
    )
    related = ((first.open_span, "the block that is read"),)
    fix = _merge(text, first, second)
    title = "Merge the two blocks" if fix else ""
    return Problem("second-frontmatter", second.open_span, message, fix, title, related=related)


def _merge(text: str, first: Frontmatter, second: Frontmatter) -> tuple[Edit, ...]:
    """One block of both: the first wins, but for keys that it leaves empty.

    Nothing where a block is broken, and where trust that no loader reads so far would begin to
    count: that is for a person to write.
    """
    if first.problems or second.problems or first.close_span is None:
        return ()
    if any(entry.key in _TRUST_KEYS and not first.get(entry.key) for entry in second.entries):
        return ()
    filled = {entry.key for entry in second.entries if not _is_empty(entry)}
    dropped = {entry.key for entry in first.entries if _is_empty(entry)} & (filled - _TRUST_KEYS)
    kept = {entry.key for entry in first.entries} - dropped
    return (
        *_deletions(text, first, dropped),
        Edit(Span(first.close_span.start, _next_line(text, second.open_span.end)), ""),
        *_deletions(text, second, kept),
    )


def _is_empty(entry: Entry) -> bool:
    return isinstance(entry.value, Scalar) and not entry.value.text


def _deletions(text: str, block: Frontmatter, keys: set[str]) -> list[Edit]:
    """Delete the lines of the entries of `keys`; comments above an entry stay."""
    return [
        Edit(Span(entry.span.start, _next_line(text, entry.span.end)), "")
        for entry in block.entries
        if entry.key in keys
    ]


def _next_line(text: str, at: int) -> int:
    while at < len(text) and text[at] not in "\r\n":
        at += 1
    return at + (2 if text.startswith("\r\n", at) else 1 if at < len(text) else 0)
