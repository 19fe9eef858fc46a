"""Routing tables with aligned columns. Every edit is of blanks between cells, or of the delimiter
row: what a cell holds is never touched, and neither is a row that is not sure to be one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ctxlayer.analysis.item_edits import line_start
from ctxlayer.layer.table_rows import MAX_ROW
from ctxlayer.layer.topic_text import without_comments
from ctxlayer.syntax.table import MAX_CELLS, Row, Table, code_pipes, split_row
from ctxlayer.text import Edit, Span
from ctxlayer.text.width import display_width

WIDEST = 120
"""Columns that a cell may ask the others of its column to be padded to. Beyond that nobody sees
that they are aligned, and an index is paid for with every message."""
NARROWEST = 3
"""The width of `---`."""

_PIPE = re.compile(r"(?<!\\)\|")


class _Line(NamedTuple):
    """A row that takes part: where its line starts and ends, and the widths of its cells.

    Cells behind the last column hold comments alone, and are kept as they are.
    """

    start: int
    row: Row
    end: int
    widths: tuple[int, ...]


def format_table(text: str, table: Table, *, without: int = -1) -> tuple[Edit, ...]:
    """The edits of `text` that align a table, in order; none where it is aligned.

    The row that holds the offset `without` is left out: neither formatted nor measured.
    """
    count = len(table.header.cells)
    header = _line(text, table.header, count)
    if header is None or not count or count >= MAX_CELLS or len(header.row.cells) > count:
        return ()
    rows = (row for row in table.rows if not row.span.start <= without <= row.span.end)
    lines = [header, *filter(None, (_line(text, row, count) for row in rows))]
    marks = [cell.text for cell in split_row(table.delimiter.of(text)).cells]
    widths = [
        _width(line.widths[at] for line in lines if at < len(line.widths)) for at in range(count)
    ]
    # Where the delimiter row stands any row may; a header further in would run on with text above.
    margin = text[line_start(text, table.delimiter.start) : table.delimiter.start]
    made = [_delimiter(text, table.delimiter, marks, widths)]
    for line in lines:
        made += _row(text, line, marks, widths, margin)
    return tuple(sorted(edit for edit in made if edit.span.of(text) != edit.new))


def _line(text: str, row: Row, count: int) -> _Line | None:
    """A row with its measures; None for one that may not be meant as it is split."""
    source = row.span.of(text)
    if len(source) > MAX_ROW or not _PIPE.search(source) or code_pipes(source):
        return None
    cells, surplus = row.cells[:count], row.cells[count:]
    if len(_PIPE.findall(without_comments(source))) < len(_PIPE.findall(source)):
        return None  # a pipe in a comment parts two cells all the same
    if any(without_comments(cell.span.of(text)).strip() for cell in surplus):
        return None
    if surplus and not all(cell.span.of(text).startswith("<!--") for cell in surplus):
        return None
    start = line_start(text, row.span.start)
    end = row.span.end
    while text[end : end + 1] in (" ", "\t"):
        end += 1
    return _Line(start, row, end, tuple(display_width(cell.span.of(text)) for cell in cells))


def _width(widths: Iterator[int]) -> int:
    return max((width for width in widths if width <= WIDEST), default=NARROWEST)


def _delimiter(text: str, span: Span, marks: Sequence[str], widths: Sequence[int]) -> Edit:
    """The delimiter row, anew: nothing in it is anybody's words."""
    cells = []
    for mark, width in zip(marks, widths, strict=True):
        left, right = mark.startswith(":"), mark.endswith(":")
        dashes = "-" * (max(width, NARROWEST) - left - right)
        cells.append(f"{':' * left}{dashes}{':' * right}")
    end = span.end
    while text[end : end + 1] in (" ", "\t"):
        end += 1
    return Edit(Span(span.start, end), f"| {' | '.join(cells)} |")


def _row(
    text: str, line: _Line, marks: Sequence[str], widths: Sequence[int], margin: str
) -> Iterator[Edit]:
    """The blanks around the pipes of one row, and the pipes and cells that it lacks."""
    row, count = line.row, len(widths)
    yield from _margin(text, Span(line.start, row.span.start), margin)
    pads = [
        _pads(own, max(width, NARROWEST), mark)
        for own, width, mark in zip(line.widths, widths, marks, strict=False)
    ]
    at, behind = row.span.start, None
    for cell, (before, after) in zip(row.cells[:count], pads, strict=False):
        yield from _gap(text, Span(at, cell.span.start), behind, f" {before}")
        at, behind = cell.span.end, f"{after} "
    yield from _tail(
        text, line, at, behind or "", [max(each, NARROWEST) for each in widths[len(pads) :]]
    )


def _pads(own: int, width: int, mark: str) -> tuple[str, str]:
    """The blanks before and behind a cell that make it as wide as its column."""
    left, right = mark.startswith(":"), mark.endswith(":")
    missing = max(width - own, 0)
    if not own:
        return "", " " * missing  # where the cell itself is, nobody sees
    before = (missing // 2 if left else missing) if right else 0
    return " " * before, " " * (missing - before)


def _gap(text: str, gap: Span, behind: str | None, before: str) -> Iterator[Edit]:
    """The blanks on both sides of the pipe in `gap`; a pipe too, where a row begins without one."""
    pipe = text.find("|", *gap)
    if pipe < 0:
        yield Edit(gap, f"|{before}")
        return
    yield Edit(Span(gap.start, pipe), behind or "")
    yield Edit(Span(pipe + 1, gap.end), before)


def _tail(text: str, line: _Line, at: int, behind: str, missing: Sequence[int]) -> Iterator[Edit]:
    """What follows the last cell that has a column: a pipe, cells that are missing, comments."""
    more = "".join(f" {' ' * width} |" for width in missing)
    pipe = text.find("|", at, line.row.span.end)
    rest = len(line.row.cells) > len(line.widths)
    if pipe < 0:
        yield Edit(Span(at, line.end), f"{behind}|{more}")
        return
    yield Edit(Span(at, pipe), behind)
    if rest:
        comment = line.row.cells[len(line.widths)].span.start
        yield Edit(Span(pipe + 1, comment), " ")
        yield Edit(Span(line.row.span.end, line.end), "")
    else:
        yield Edit(Span(pipe + 1, line.end), more)


def _margin(text: str, span: Span, margin: str) -> Iterator[Edit]:
    """Rows start where the delimiter row does, as far as only blanks stand before them."""
    if not margin.strip(" \t") and not span.of(text).strip(" \t"):
        yield Edit(span, margin)
