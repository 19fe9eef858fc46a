"""Phrases and small decisions that lints share, so that all of them speak alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ctxlayer.layer.document import Document
from ctxlayer.lints.model import Fix
from ctxlayer.syntax.nodes import Entry
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.writing import quote
from ctxlayer.text import Edit, Span

_SHORTEST_SLIP = 4
_LONG_WORD = 10
_LONGEST_SLIP = 100


def one_of(values: Sequence[str]) -> str:
    """`a, b, c`: accepted values as a message lists them."""
    return ", ".join(values)


def among(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`: names in a sentence."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def percent_words(percent: int) -> str:
    """`9 %`, and `under 1 %` for what rounds to nothing."""
    return f"{percent} %" if percent else "under 1 %"


def clip(text: str, most: int = 40) -> str:
    """`text` on one line, cut where a message cannot hold all of it."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def near(word: str, words: Iterable[str]) -> str | None:
    """The one of `words` that `word` is a slip for, or None where none or several come close."""
    from difflib import get_close_matches

    plain = {each.casefold().replace("_", "-").replace(" ", "-"): each for each in words}
    wanted = word.casefold().strip().replace("_", "-").replace(" ", "-")
    if wanted in plain:
        return plain[wanted]
    found = get_close_matches(wanted, plain, n=2, cutoff=0.75)
    return plain[found[0]] if len(found) == 1 else None


def near_value(text: str, values: Iterable[str]) -> str | None:
    """The one of `values` that `text` is a slip of, or None.

    Case and separators do not count; of the letters one may be wrong, two in a long word that
    begins alike. `unconfirmed`, `not confirmed` and `confirmed?` are no slips of `confirmed`.
    """
    return _near_value(text, tuple(values)) if len(text) <= _LONGEST_SLIP else None


@lru_cache(maxsize=256)  # a slip that somebody copied into every file is weighed once
def _near_value(text: str, values: tuple[str, ...]) -> str | None:
    word = _plain(text)
    if not word.replace("-", "").isalnum():
        return None
    plain = {_plain(value): value for value in values}
    if word in plain:
        return plain[word]
    close = [value for each, value in plain.items() if _is_slip(word, each)]
    return close[0] if len(close) == 1 else None


def _plain(text: str) -> str:
    return "-".join(text.casefold().replace("_", " ").replace("-", " ").split())


def _is_slip(word: str, other: str) -> bool:
    if min(len(word), len(other)) < _SHORTEST_SLIP:
        return False
    long = len(other) >= _LONG_WORD and word[0] == other[0]
    return _slips(word, other, 2 if long else 1) <= (2 if long else 1)


def _slips(word: str, other: str, most: int) -> int:
    """Letters more, less, other, or swapped with a neighbour; `most + 1` for anything beyond."""
    if abs(len(word) - len(other)) > most:
        return most + 1
    before, row = [0] * (len(other) + 1), list(range(len(other) + 1))
    for n, char in enumerate(word, 1):
        after = [n]
        for m, letter in enumerate(other, 1):
            cost = min(row[m] + 1, after[m - 1] + 1, row[m - 1] + (char != letter))
            if n > 1 and m > 1 and char == other[m - 2] and word[n - 2] == letter:
                cost = min(cost, before[m - 2] + 1)
            after.append(cost)
        before, row = row, after
    return min(row[-1], most + 1)


def has_plain_lines(document: Document) -> bool:
    """Whether a key can be put on a line of its own: the block is no `{source: ...}`."""
    return not any(
        document.lines.position(entry.span.start).column for entry in document.frontmatter.entries
    )


def replace_with(document: Document, span: Span, new: str, *, title: str, safe: bool) -> Fix:
    """A fix that puts `new` in the place of `span`."""
    return Fix(title, {document.path: (Edit(span, new),)}, safe)


def value_span(entry: Entry) -> Span:
    """The place of an entry's value; of an empty one, its key."""
    return entry.value.span if entry.value.span.start < entry.value.span.end else entry.key_span


def entry_edit(document: Document, entry: Entry, text: str) -> Edit:
    """Writes `text` as the value of an entry, in quotes."""
    # A value may end right before a comment, which needs a blank.
    blank = " " if document.text.startswith("#", entry.span.end) else ""
    return Edit(entry.span, f"{entry.key}: {quote(text)}{blank}")


def fixes_of(problem: Problem, document: Document) -> tuple[Fix, ...]:
    """The fix that a parser worked out for a problem."""
    if not problem.fix:
        return ()
    return (Fix(problem.title, {document.path: problem.fix}, problem.safe),)


def without_entry(document: Document, entry: Entry, title: str) -> tuple[Fix, ...]:
    """The fix that removes an entry with its lines; none where another key stands on them."""
    lines = document.lines
    first, last = _lines_of(document, entry)
    shared = _entries_by_line(document)
    if shared[first] > 1 or shared[last] > 1:
        return ()
    start = lines.starts[first]
    if document.text[start : entry.span.start].strip():
        return ()
    end = lines.starts[last + 1] if last + 1 < len(lines) else len(document.text)
    return (Fix(title, {document.path: (Edit(Span(start, end), ""),)}),)


def _lines_of(document: Document, entry: Entry) -> tuple[int, int]:
    """The first and the last line of an entry."""
    first = document.lines.line_at(entry.span.start)
    return first, document.lines.line_at(max(entry.span.start, entry.span.end - 1))


def _entries_by_line(document: Document) -> dict[int, int]:
    """How many entries of the frontmatter begin or end on a line."""
    if "entries-by-line" not in document.memo:
        counts: dict[int, int] = {}
        for entry in document.frontmatter.entries:
            for line in set(_lines_of(document, entry)):
                counts[line] = counts.get(line, 0) + 1
        document.memo["entries-by-line"] = counts
    found: dict[int, int] = document.memo["entries-by-line"]
    return found
