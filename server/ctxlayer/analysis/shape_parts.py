"""The parts of a topic as source that either shape can hold, or None where one cannot."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ctxlayer.analysis.item_edits import wrapped
from ctxlayer.layer.live_pointer import is_absent
from ctxlayer.layer.pointer import trim
from ctxlayer.layer.table_columns import Grammar
from ctxlayer.layer.table_sections import find_label
from ctxlayer.layer.topic import Role, Topic
from ctxlayer.syntax.blocks import scan_blocks
from ctxlayer.syntax.markdown_nodes import Heading
from ctxlayer.syntax.table import split_row
from ctxlayer.text import Span

PARTS: tuple[Role, ...] = ("files", "live", "vocabulary")
JOINTS: Mapping[Role, str] = {"files": " · ", "live": " · ", "vocabulary": ", "}

_LEFT = re.compile(r"(?:[\s,，、;；·•]|<[bB][rR][ \t]*/?>|(?<!\S)(?:[-*+]|[0-9]{1,9}[.)])(?!\S))*")
"""What may stand between the items of a part without saying anything."""
_BREAK = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t]*")


class Parts(NamedTuple):
    """A topic's name and the items of the parts that it has a place for, as they are written.

    A part that says that there is nothing (`none`, `—`) has that as its one item.
    """

    name: str
    items: Mapping[Role, tuple[str, ...]]


def row_parts(topic: Topic) -> Parts | None:
    """The parts of a row, `\\|` read as the pipe that it is; None where a section would lose some."""
    if topic.problems or topic.strays or not topic.name or "<!--" in topic.text:
        return None
    if "agents" in topic.columns:
        return None
    texts: dict[Role, str] = {}
    cells = [cell.span.of(topic.text) for cell in split_row(topic.text).cells]
    for number, role in enumerate(topic.columns):
        cell = cells[number] if number < len(cells) else ""
        if role is None:
            continue
        if texts.get(role) and cell:
            return None  # what tells two columns of one role apart is in their headers
        texts[role] = texts.get(role) or cell
    found: dict[Role, tuple[str, ...]] = {}
    for role in PARTS:
        if role in texts:
            found[role] = (texts[role],) if texts[role] else ()
    if topic.pointers:
        spans = [pointer.span for pointer in topic.pointers]
        if not _says_nothing(topic, [*spans, *_cells_but(topic, "files")]):
            return None
        found["files"] = tuple(span.of(topic.text) for span in spans)
    plain = {role: tuple(map(_without_escapes, items)) for role, items in found.items()}
    return Parts(_without_escapes(texts.get("topic", "")), plain)


def _without_escapes(cell: str) -> str:
    return cell.replace("\\|", "|")


def _cells_but(topic: Topic, role: Role) -> list[Span]:
    """The cells of all other columns, and the pipes around them."""
    found = []
    at = 0
    for cell, own in zip(topic.cells, topic.columns, strict=False):
        if own == role:
            found.append(Span(at, cell.start))
            at = cell.end
    return [*found, Span(at, len(topic.text))]


def _says_nothing(topic: Topic, known: Sequence[Span]) -> bool:
    """Whether there is nothing but separators and bullets outside the `known` spans."""
    return _LEFT.fullmatch(_blanked(topic.text, known)) is not None


def _blanked(text: str, spans: Sequence[Span]) -> str:
    pieces: list[str] = []
    at = 0
    for span in sorted(spans):
        pieces += (text[at : span.start], " " * (span.end - max(span.start, at)))
        at = max(at, span.end)
    return "".join((*pieces, text[at:]))


def section_parts(topic: Topic, names: Grammar) -> Parts | None:
    """The parts of a section; None where a row cannot hold all that it says.

    A row has no place for sub-groups, prose, comments and blocks of their own.
    """
    if topic.problems or topic.strays or not topic.name or "<!--" in topic.text:
        return None
    blocks = scan_blocks(topic.text)
    if any(group.name for group in topic.groups) or blocks.hidden() or not blocks.headings:
        return None
    top = blocks.headings[0]
    labels = dict(_labels(topic, names))
    known = [top.span, *labels]
    known += (heading.span for heading in blocks.headings[1:] if _is_plain_label(heading, names))
    items: dict[Role, tuple[str, ...]] = {role: () for role in PARTS if _span(topic, role)}
    for role, spans in _items(topic).items():
        if spans:
            items[role] = tuple(_BREAK.sub(" ", span.of(topic.text)) for span in spans)
            known += spans
    for role in items:
        absent = None if items[role] else _absent(topic, role, known)
        if absent is not None:
            known.append(absent)
            items[role] = (absent.of(topic.text),)
    name = top.text_span.of(topic.text)
    if not _says_nothing(topic, known) or _BREAK.search(name):
        return None
    return Parts(name, items)


def _is_plain_label(heading: Heading, names: Grammar) -> bool:
    """Whether a heading says no more than the name of a part."""
    return names.label(heading.text) is not None and not set("`*(_") & set(heading.text)


def _items(topic: Topic) -> Mapping[Role, list[Span]]:
    return {
        "files": [pointer.span for pointer in topic.pointers],
        "live": [live.span for live in topic.live],
        "vocabulary": [wrapped(topic.text, term.span) for term in topic.vocabulary],
    }


def _span(topic: Topic, role: Role) -> Span | None:
    spans = {"files": topic.files_span, "live": topic.live_span}
    return spans.get(role, topic.vocabulary_span)


def _labels(topic: Topic, names: Grammar) -> list[tuple[Span, Role]]:
    """The labels at the start of lines, each with its marks."""
    found = []
    at = 0
    for line in re.split(r"(?<=\n)|(?<=\r)(?!\n)", topic.text):
        label = find_label(line, names)
        if label is not None and "(" not in line[: label[1]]:
            found.append((Span(at, at + label[1]), label[0]))
        at += len(line)
    return found


def _absent(topic: Topic, role: Role, known: Sequence[Span]) -> Span | None:
    """Where a part without items says so (`none`), if it says anything."""
    part = _span(topic, role)
    if part is None:
        return None
    rest = _blanked(topic.text, known)[part.start : part.end]
    mark = re.match(r"\s*[-*+][ \t]+(?=\S)", rest)
    start, end = trim(topic.text, part.start + (mark.end() if mark else 0), part.end)
    said = Span(*trim(_blanked(topic.text, known), start, end))
    return said if said.start < said.end and is_absent(said.of(topic.text)) else None
