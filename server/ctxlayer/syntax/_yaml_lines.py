"""A block that does not parse, cut into top-level entries and the lines that belong to none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ctxlayer.syntax.fences import GLUED_KEY
from ctxlayer.text import Span

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
MAX_LINES = 10_000
_INDENT = re.compile(r"[ \t]*")
KEY = re.compile(
    r"""(?:"([^"\\\r\n]{0,199})"|'([^'\r\n]{0,199})'"""
    r"""|(\w[\w./()-]{0,199}(?: [\w./()-]{1,99}){0,5}))[ \t]{0,9}:(?:[ \t]+|(?=[\r\n])|\Z)"""
)
_ITEM = re.compile(r"-(?=[ \t\r\n]|\Z)")
_NO_VALUE = re.compile(r"(?:[&!][^ \t\r\n]*[ \t]*)?(?:#[^\r\n]*)?\Z")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?=[ \r\n]|\Z)")
_WORD = re.compile(r"[A-Za-z_][\w-]*[ \t]*(?=[\r\n]|\Z)")
_PLACEHOLDER = re.compile(r"\{\{|<%|\{%")


class Line(NamedTuple):
    """One line: `[start, end)` without its line end; `body` is behind the indentation."""

    start: int
    body: int
    end: int


ChunkKind = Literal["entry", "glued", "items", "placeholder", "text"]


@dataclass(slots=True)
class Chunk:
    """A line at the top level with the lines below it that belong to it.

    `loose` are unindented lines that end up here because nothing else claims them.
    """

    kind: ChunkKind
    head: Line
    rest: list[Line] = field(default_factory=list)
    loose: list[Line] = field(default_factory=list)

    @property
    def end(self) -> int:
        """Behind the last line that is not loose."""
        return max(line.end for line in (self.head, *self.rest[-1:]))


class Cut(NamedTuple):
    """The chunks of a block, and the marker lines of each merge conflict in it.

    `whole` is False where the block has more than `MAX_LINES` lines and the rest is left out.
    """

    chunks: list[Chunk]
    conflicts: list[Span]
    whole: bool


def lines_of(text: str, start: int, end: int) -> list[Line]:
    """The first lines of `text[start:end]` that are not blank."""
    lines: list[Line] = []
    at = start
    while at < end and len(lines) < MAX_LINES:
        found = _LINE.match(text, at, end)
        if found is None or found.end() == at:
            break
        at = found.end()
        indent = _INDENT.match(text, found.start(), found.end(1))
        body = indent.end() if indent else found.start()
        if body < found.end(1):
            lines.append(Line(found.start(), body, found.end(1)))
    return lines


def cut(text: str, start: int, end: int) -> Cut:
    """Cut `text[start:end]` at its top-level lines."""
    chunks: list[Chunk] = []
    conflicts: list[Span] = []
    lines = _relative(text, lines_of(text, start, end))
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.start == line.body and _CONFLICT.match(text, line.start, line.end):
            conflicts.append(Span(line.start, line.end))
            number = _behind_conflict(text, lines, number - 1)
        elif text[line.body] != "#":
            _place(text, line, chunks)
    return Cut(chunks, conflicts, len(lines) < MAX_LINES)


def _relative(text: str, lines: list[Line]) -> list[Line]:
    """`lines` without the spaces that the whole block is indented by, which YAML allows."""
    solid = [line for line in lines if text[line.body] != "#"]
    if not solid or solid[0].body == solid[0].start:
        return lines
    indent = text[solid[0].start : solid[0].body]
    if "\t" in indent or not all(text.startswith(indent, line.start) for line in solid):
        return lines
    width = len(indent)
    return [Line(min(line.start + width, line.body), line.body, line.end) for line in lines]


def _behind_conflict(text: str, lines: list[Line], first: int) -> int:
    """The number of the line behind the conflict that line `first` opens."""
    if text[lines[first].start] != "<":
        return first + 1
    for number in range(first + 1, len(lines)):
        if text.startswith(">>>>>>>", lines[number].start):
            return number + 1
    return len(lines)


def _place(text: str, line: Line, chunks: list[Chunk]) -> None:
    last = chunks[-1] if chunks else None
    if line.body > line.start:
        if last is None:
            chunks.append(Chunk(_kind(text, line), line))
        else:
            (last.loose if last.loose else last.rest).append(line)
        return
    kind = _kind(text, line)
    if kind == "items" and last is not None and (last.kind == "items" or _wants_items(text, last)):
        last.rest.append(line)
    elif kind == "text" and last is not None and _continues(text, line, last):
        last.loose.append(line)
    else:
        chunks.append(Chunk(kind, line))


def _continues(text: str, line: Line, chunk: Chunk) -> bool:
    """Whether an unindented line is more of the value above; a lone word is a half-typed key."""
    if chunk.kind not in ("entry", "text", "glued"):
        return False
    return bool(chunk.loose) or _WORD.match(text, line.start, line.end) is None


def _wants_items(text: str, chunk: Chunk) -> bool:
    if chunk.kind != "entry" or chunk.loose:
        return False
    found = KEY.match(text, chunk.head.body, chunk.head.end)
    bare = found is not None and _NO_VALUE.match(text, found.end(), chunk.head.end) is not None
    return bare and (not chunk.rest or _ITEM.match(text, chunk.rest[0].body) is not None)


def _kind(text: str, line: Line) -> ChunkKind:
    at, end = line.body, line.end
    if _ITEM.match(text, at, end):
        return "items"
    if KEY.match(text, at, end):
        return "entry"
    if _PLACEHOLDER.match(text, at, end):
        return "placeholder"
    return "glued" if GLUED_KEY.match(text, at, end) else "text"


def trimmed(text: str, end: int) -> int:
    """Where the text before `end` ends without blanks and line ends."""
    while end > 0 and text[end - 1] in " \t\r\n":
        end -= 1
    return end
