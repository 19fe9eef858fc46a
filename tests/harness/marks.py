"""Caret marks and cursors: what a fixture writes into a file that is not part of the file."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxlayer.text import Span

_MARK = re.compile(
    r"""[ \t]*
    (?: \^"(?P<text>[^"]*)" (?:\#(?P<nth>[1-9]))? | (?P<carets>\^+)(?P<on>\.\.\.)? )
    [ \t]+ (?P<lint>[a-z][a-z0-9-]*)
    (?: [ \t]* \( (?P<severity>error|warning|info|hint) \) )?
    (?: [ \t]* : [ \t]* (?P<message>.*?) )?
    [ \t]*""",
    re.VERBOSE,
)
_LOOKS_LIKE_MARK = re.compile(r'[ \t]*\^+["^. \t]')
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|([trnf\\]))")
_NAMED = {"t": "\t", "r": "\r", "n": "\n", "f": "\f", "\\": "\\"}
CURSOR = "$0"


class FixtureError(ValueError):
    """A fixture that does not say what it means; the message names the place."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One finding that a fixture demands; an empty `severity` or `message` demands none."""

    span: Span
    lint: str
    severity: str = ""
    message: str = ""
    runs_on: bool = False


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A file of a fixture: its real text, the marks on it, and where the cursor is.

    `unreadable` is the reason why the layer cannot read it; "" where it can.
    """

    text: str
    marks: tuple[Mark, ...] = ()
    cursors: tuple[int, ...] = ()
    unreadable: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    """A real line: its text, where it starts, and the real column of each written column."""

    text: str
    start: int
    columns: list[int]


def read_marked(written: str, options: frozenset[str] = frozenset()) -> MarkedText:
    """Take marks, cursors and escapes out of `written`; `options` as in the package docstring.

    Raises `FixtureError` on a line that looks like a mark and is none, on carets that reach
    past their line, and on a text that its line does not hold.
    """
    end = "\r\n" if "crlf" in options else "\n"
    out = ["\ufeff"] if "bom" in options else []
    at = len(out)
    marks: list[Mark] = []
    cursors: list[int] = []
    above = _Line("", 0, [0])
    for line in written.split("\n")[:-1] if written.endswith("\n") else written.split("\n"):
        if _LOOKS_LIKE_MARK.match(line):
            marks.append(_read_mark(line, above, "escapes" in options))
            continue
        above, found = _read_line(line, at, "escapes" in options)
        cursors += found
        out += (above.text, end)
        at += len(above.text) + len(end)
    if "no-eol" in options and len(out) > 1:
        out.pop()
    return MarkedText("".join(out), tuple(sorted(marks, key=_order)), tuple(cursors))


def _order(mark: Mark) -> tuple[Span, str]:
    return mark.span, mark.lint


def _read_line(written: str, start: int, escapes: bool) -> tuple[_Line, list[int]]:
    out: list[str] = []
    columns: list[int] = []
    cursors: list[int] = []
    at = 0
    while at < len(written):
        if written.startswith(CURSOR, at):
            cursors.append(start + len(out))
            columns += [len(out)] * len(CURSOR)
            at += len(CURSOR)
            continue
        escape = _ESCAPE.match(written, at) if escapes else None
        width = escape.end() - at if escape else 1
        columns += [len(out)] * width
        out.append(_unescape(escape) if escape else written[at])
        at += width
    columns.append(len(out))
    return _Line("".join(out), start, columns), cursors


def _unescape(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    return chr(int(code, 16)) if code else _NAMED[match[4]]


def _read_mark(written: str, line: _Line, escapes: bool) -> Mark:
    match = _MARK.fullmatch(written)
    if not match:
        raise FixtureError(f"not a mark: {written.strip()!r} (see tests/harness/__init__.py)")
    if match["carets"]:
        first, last = match.span("carets")
        span = Span(_column(line, first, written), _column(line, last, written))
    elif match["text"]:
        text = _ESCAPE.sub(_unescape, match["text"]) if escapes else match["text"]
        span = _find(line, text, int(match["nth"] or 1))
    else:
        span = Span.at(_column(line, written.index("^"), written))
    return Mark(
        span.shift(line.start),
        match["lint"],
        match["severity"] or "",
        match["message"] or "",
        bool(match["on"]),
    )


def _column(line: _Line, written: int, mark: str) -> int:
    if written >= len(line.columns):
        raise FixtureError(f"{mark.strip()!r} reaches past the line above it, {line.text!r}")
    return line.columns[written]


def _find(line: _Line, text: str, nth: int) -> Span:
    at = -1
    for _ in range(nth):
        at = line.text.find(text, at + 1)
        if at < 0:
            raise FixtureError(f"{text!r} does not occur {nth} times in {line.text!r}")
    return Span(at, at + len(text))
