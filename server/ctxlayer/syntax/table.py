"""Pipe tables, row by row, as GitHub Flavored Markdown splits them.

A pipe separates two cells unless a backslash stands right before it; a code span protects no
pipe, and a backslash before the backslash changes nothing. Whatever the row, cells keep the exact
span of their trimmed text, so that an edit can be aimed at one cell.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, overload

from ctxlayer.text import Span

MAX_CELLS = 4096
"""Cells read of one row; the last one holds the rest. No table is that wide, only an attack is."""
MAX_DELIMITER = 65_536

BLANK = " \t\v\f\r\n"
_TICKS = re.compile(r"\\.|(`+)", re.DOTALL)
_MARKER = r"[ \t\v\f]*:?-+:?[ \t\v\f]*"
_DELIMITER_LIKE = re.compile(r"[|:-][|:\- \t\r]*")
_DELIMITER = re.compile(rf"\|?{_MARKER}(?:\|{_MARKER})*\|?")


class Cell(NamedTuple):
    """One cell: the span of its trimmed source, and its text with `\\|` read as `|`."""

    span: Span
    text: str


class Row(NamedTuple):
    """One row: the span of its line without outer blanks, and its cells, as many as written."""

    span: Span
    cells: tuple[Cell, ...]


class Rows(Sequence[Row]):
    """The rows of a table, split into cells when somebody looks at one.

    A table may have thousands, and after an edit only one of them is news.
    """

    __slots__ = ("_base", "_lines", "_starts")

    def __init__(self, lines: Iterable[tuple[int, str]] = (), base: int = 0) -> None:
        self._lines = lines if isinstance(lines, tuple) else tuple(lines)
        self._base = base
        self._starts: list[int] | None = None

    @property
    def starts(self) -> list[int]:
        """Where each row starts."""
        if self._starts is None:
            self._starts = [self._base + at for at, _ in self._lines]
        return self._starts

    def lines(self, start: int = 0, end: int | None = None) -> Iterator[tuple[int, str]]:
        """Where each of the rows `start` to `end` starts, and its source without outer blanks."""
        base = self._base
        return ((base + at, line) for at, line in self._lines[start:end])

    def shift(self, by: int) -> Rows:
        """The same rows `by` further on."""
        return Rows(self._lines, self._base + by)

    @property
    def end(self) -> int:
        """Where the last row ends; 0 without any."""
        at, line = self._lines[-1] if self._lines else (-self._base, "")
        return self._base + at + len(line)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, index: int | slice) -> Row | tuple[Row, ...]:
        if isinstance(index, slice):
            return tuple(split_row(line, self._base + at) for at, line in self._lines[index])
        at, line = self._lines[index]
        return split_row(line, self._base + at)

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Row]:
        return (split_row(line, at) for at, line in self.lines())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and tuple(self.lines()) == tuple(other.lines())

    def __hash__(self) -> int:
        return hash((len(self._lines), self.end))

    def __repr__(self) -> str:
        return f"Rows({tuple(self.lines())!r})"


def row_line(line: str, base: int) -> tuple[int, str]:
    """A line as `Rows` keeps it; `base` is where it starts in its text."""
    body = line.strip(BLANK)
    return (base + len(line) - len(line.lstrip(BLANK)) if body else base), body


class Table(NamedTuple):
    """A table. Rows are ragged: shorter or longer than the header where the author left them so."""

    span: Span
    header: Row
    delimiter: Span
    rows: Rows


class BrokenTable(NamedTuple):
    """A header line and a delimiter row of another width: GFM shows no table at all."""

    header_span: Span
    delimiter_span: Span
    header_cells: int
    delimiter_cells: int


def split_row(line: str, base: int = 0) -> Row:
    """The cells of one row; `base` is where `line` starts in its text. Outer pipes are optional."""
    start, body = row_line(line, base)
    span = Span(start, start + len(body))
    if body[:1] == "|":
        body, start = body[1:], start + 1
    if not body:
        return Row(span, ())
    if body[-1] == "|" and body[-2:-1] != "\\":
        body = body[:-1]
    pieces = body.split("|", MAX_CELLS - 1)
    if "\\|" in body:
        pieces = _rejoin(pieces)
    return Row(span, _cells(pieces, start))


def _rejoin(pieces: list[str]) -> list[str]:
    """Pieces that an escaped pipe had parted, whole again."""
    joined: list[str] = []
    parts: list[str] = []
    for piece in pieces:
        parts.append(piece)
        if piece[-1:] != "\\":
            joined.append("|".join(parts))
            parts = []
    if parts:
        joined.append("|".join(parts))
    return joined


def _cells(pieces: list[str], at: int) -> tuple[Cell, ...]:
    """A cell for each piece between two pipes; the first piece starts at `at`."""
    new, cells = tuple.__new__, []  # half the time of `Cell(...)`, and big tables have thousands
    for piece in pieces:
        text = piece.strip(BLANK)
        start = at + (piece.index(text) if text else min(len(piece), 1))
        span = new(Span, (start, start + len(text)))
        cells.append(new(Cell, (span, text.replace("\\|", "|"))))
        at += len(piece) + 1
    return tuple(cells)


def is_delimiter(line: str) -> bool:
    """Whether `line` can be the delimiter row of a table (`| --- | :-: |`)."""
    return len(line) <= MAX_DELIMITER and _DELIMITER.fullmatch(line.strip(BLANK)) is not None


def read_delimiter(
    header: str, header_at: int, marks: str, marks_at: int
) -> Table | BrokenTable | None:
    """What a line of text and the line below it make: a table without rows yet, or a broken one.

    None where nobody meant a table: `marks` has other signs than a delimiter row, or no pipe
    stands in either line. The two offsets say where the lines start.
    """
    if not _DELIMITER_LIKE.fullmatch(marks) or not ("|" in header or "|" in marks):
        return None
    head, row, valid = split_row(header, header_at), split_row(marks, marks_at), is_delimiter(marks)
    if valid and len(head.cells) == len(row.cells):
        return Table(Span(head.span.start, row.span.end), head, row.span, Rows())
    if "|" in marks and "-" in marks and (valid or "|" in header):
        return BrokenTable(head.span, row.span, len(head.cells), len(row.cells))
    return None


def lone_delimiter(marks: str, at: int, *below: str) -> BrokenTable | None:
    """A delimiter row with a row below and no header above, which makes no table either.

    `below` are the next two lines: where one of them is a delimiter row, this one is a border.
    """
    if not below[0].startswith("|") or not is_delimiter(marks) or any(map(is_delimiter, below)):
        return None
    row = split_row(marks, at)
    return BrokenTable(Span.at(row.span.start), row.span, 0, len(row.cells))


def code_pipes(line: str, base: int = 0) -> tuple[Span, ...]:
    """The pipes of one row that tear a code span: meant as code, read as the end of a cell.

    A row with more cells than its header is mended by a backslash before each of these. Backticks
    that pair up inside one cell are whole; only a lone one looks for its partner further on.
    """
    if "`" not in line or "|" not in line:
        return ()
    torn: list[Span] = []
    pending: list[int] = []
    opened = 0
    at = base
    for piece in _rejoin(line.split("|")):
        if opened:
            pending.append(at - 1)
        lone = _lone_runs(piece)
        if opened in lone:
            torn += [Span(pipe, pipe + 1) for pipe in pending]
            opened, pending = 0, []
        elif lone and not opened:
            opened = lone[-1]
        at += len(piece) + 1
    return tuple(torn)


def _lone_runs(piece: str) -> list[int]:
    """Lengths of the backtick runs in `piece` that neither open nor close a code span there."""
    if "`" not in piece:
        return []
    runs = [len(run) for run in _TICKS.findall(piece) if run]
    left = Counter(runs)
    lone: list[int] = []
    closer = 0
    for run in runs:
        left[run] -= 1
        if closer:
            closer = 0 if run == closer else closer
        elif left[run]:
            closer = run
        else:
            lone.append(run)
    return lone
