"""The blocks of a text that was edited: only what lies between two headings is read again.

A heading that begins its line (`# ...` with nothing before it) ends every list, quote, paragraph
and table, and inside a fence or a comment it would not be one. So the scanner stands the same way
at each of them, whatever came before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar, cast

from ctxlayer.syntax.blocks import scan_blocks
from ctxlayer.syntax.markdown_nodes import Blocks, Fence, Heading
from ctxlayer.syntax.table import BrokenTable, Cell, Row, Table
from ctxlayer.text import Span
from ctxlayer.text.common import common

_ENOUGH = 4_000
"""Code points from which on looking for what is the same costs less than reading it again."""
_LINE_END = 2
"""The longest line end: as much must be the same behind a heading, too."""

T = TypeVar("T")


class Scanned(NamedTuple):
    """A text with its body's start and the blocks that `scan_blocks` found from there on."""

    text: str
    start: int
    blocks: Blocks


class Patch(NamedTuple):
    """How blocks came of earlier ones, `of`: what lies before `begin` is theirs, and so is what
    lay from `stop` on, `by` further on. The texts begin with `same` and end with `tail` code
    points that are equal.
    """

    of: Blocks
    begin: int
    stop: int
    by: int
    same: int
    tail: int


class Rescan(NamedTuple):
    """The blocks of a text; `patch` is None where all of it was read."""

    blocks: Blocks
    patch: Patch | None


def rescan_blocks(text: str, start: int, last: Scanned | None) -> Rescan:
    """What `scan_blocks(text, start)` finds, read from the blocks of an earlier text if that pays."""
    if last is None or len(text) < _ENOUGH or start != last.start:
        return Rescan(scan_blocks(text, start), None)
    return _patched(text, start, last) or Rescan(scan_blocks(text, start), None)


def _patched(text: str, start: int, last: Scanned) -> Rescan | None:
    """The earlier blocks with those around the edit read again; None where that cannot be told."""
    old, headings = last.text, last.blocks.headings
    same, tail = common(old, text)
    if same < start:
        return None
    first = _before(headings, old, same)
    then = _after(headings, old, len(old) - tail)
    begin = headings[first].span.start if first is not None else start
    by = len(text) - len(old)
    if then is None:
        patch = Patch(last.blocks, begin, len(old), by, same, tail)
        return Rescan(_joined(patch, scan_blocks(text[begin:])), patch)
    stop = headings[then]
    piece = text[begin : stop.span.end + by]
    read = scan_blocks(piece)
    if not read.headings or read.headings[-1].span.start != stop.span.start + by - begin:
        return None  # the edit opened a fence or a comment that swallows the heading
    read = read._replace(headings=read.headings[:-1])
    patch = Patch(last.blocks, begin, stop.span.start, by, same, tail)
    return Rescan(_joined(patch, read), patch)


def _begins_line(heading: Heading, text: str) -> bool:
    at = heading.span.start
    return text[at] == "#" and (at == 0 or text[at - 1] in "\r\n")


def _before(headings: Sequence[Heading], old: str, same: int) -> int | None:
    """The last heading that begins its line and lies, line end and all, in the first `same`."""
    for index in range(bisect_left(headings, same, key=_start) - 1, -1, -1):
        heading = headings[index]
        if heading.span.end + _LINE_END <= same and _begins_line(heading, old):
            return index
    return None


def _after(headings: Sequence[Heading], old: str, changed: int) -> int | None:
    """The first heading that begins its line behind the last changed place."""
    for index in range(bisect_left(headings, changed + _LINE_END, key=_start), len(headings)):
        if _begins_line(headings[index], old):
            return index
    return None


def _start(heading: Heading) -> int:
    return heading.span.start


def _joined(patch: Patch, read: Blocks) -> Blocks:
    """The earlier blocks, with `read` in the place of those between `begin` and `stop`."""
    _, begin, stop, by, _, _ = patch
    return Blocks._make(
        tuple(chain(_until(kept, begin), _moved(new, begin), _moved(_from(kept, stop), by)))
        for kept, new in zip(patch.of, read, strict=True)
    )


def _until(items: Sequence[T], begin: int) -> Sequence[T]:
    return items[: bisect_left(items, begin, key=_place)]


def _from(items: Sequence[T], stop: int) -> Sequence[T]:
    return items[bisect_left(items, stop, key=_place) :]


def _place(item: object) -> int:
    """Where a block begins."""
    if isinstance(item, Span):
        return item.start
    if isinstance(item, BrokenTable):
        return min(item.header_span.start, item.delimiter_span.start)
    assert isinstance(item, (Heading, Fence, Table))
    return item.span.start


def _moved(items: Sequence[T], by: int) -> Iterator[object]:
    if not by:
        return iter(items)
    if items and isinstance(items[0], Heading):
        return _moved_headings(cast("Sequence[Heading]", items), by)
    return (_shift(item, by) for item in items)


def _moved_headings(headings: Sequence[Heading], by: int) -> Iterator[Heading]:
    new = tuple.__new__  # a fifth of the time of `Heading(...)`, and large files have thousands
    for (start, end), level, text, (first, last) in headings:
        span, text_span = new(Span, (start + by, end + by)), new(Span, (first + by, last + by))
        yield new(Heading, (span, level, text, text_span))


def _shift(item: object, by: int) -> object:
    if isinstance(item, Span):
        return item.shift(by)
    if isinstance(item, Fence):
        return item._replace(span=item.span.shift(by))
    if isinstance(item, BrokenTable):
        spans = item.header_span.shift(by), item.delimiter_span.shift(by)
        return BrokenTable(*spans, item.header_cells, item.delimiter_cells)
    assert isinstance(item, Table)
    return Table(
        item.span.shift(by),
        _row(item.header, by),
        item.delimiter.shift(by),
        item.rows.shift(by),
    )


def _row(row: Row, by: int) -> Row:
    cells = tuple(Cell(cell.span.shift(by), cell.text) for cell in row.cells)
    return Row(row.span.shift(by), cells)
