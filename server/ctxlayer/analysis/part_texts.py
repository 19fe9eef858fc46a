"""Parts of a topic as text for another topic: moved pieces of its source, in its own shape."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ctxlayer.analysis.item_edits import (
    Unit,
    comment_spans,
    line_end,
    line_start,
    past_line,
    pointer_units,
    removal_edits,
    separator_of,
    term_units,
    whole_lines,
    wrapped,
)
from ctxlayer.analysis.table_edits import LABELS, newline_of
from ctxlayer.layer.table_columns import Grammar
from ctxlayer.layer.table_sections import find_label
from ctxlayer.layer.topic import Role, Topic
from ctxlayer.text import Edit, Span, apply_edits

_HASHES = re.compile(r" {0,3}(#{1,6})[ \t]")


class Content(NamedTuple):
    """What a new topic is to hold, in numbers of the topic that it comes from.

    `extra` are further terms; `paths` are the edits of pointers that have to be written otherwise
    under the new name.
    """

    name: str
    pointers: frozenset[int]
    live: frozenset[int]
    terms: frozenset[int]
    extra: tuple[str, ...]
    paths: tuple[Edit, ...]


def piece(topic: Topic, span: Span, edits: Iterable[Edit] = ()) -> str:
    """The source of one item after those of `edits` that lie in it, without comments."""
    inside = [edit for edit in edits if span.start <= edit.span.start <= edit.span.end <= span.end]
    inside += [Edit(comment, "") for comment in comment_spans(topic.text, span)]
    return _edited(topic.text, span, inside).strip()


def _edited(text: str, span: Span, edits: Iterable[Edit]) -> str:
    shifted = (Edit(edit.span.shift(-span.start), edit.new) for edit in edits)
    return apply_edits(span.of(text), shifted)


def _terms(topic: Topic, content: Content) -> list[str]:
    found = [wrapped(topic.text, topic.vocabulary[number].span) for number in sorted(content.terms)]
    return [*(span.of(topic.text) for span in found), *content.extra]


def _live(topic: Topic, content: Content) -> str:
    return " · ".join(piece(topic, topic.live[number].span) for number in sorted(content.live))


# Rows.


def row_text(topic: Topic, content: Content) -> str:
    """A row like that of `topic` with other content; cells of unknown columns are empty."""
    cells = []
    seen: set[Role] = set()
    for place, role in enumerate(topic.columns):
        text = ""
        if role is not None and (role == "files" or role not in seen):
            text = _cell(topic, content, role, place)
            seen.add(role)
        cells.append(text)
    indent = topic.text[: len(topic.text) - len(topic.text.lstrip(" "))]
    return f"{indent}|" + "".join(f" {text} |" if text else " |" for text in cells)


def _cell(topic: Topic, content: Content, role: Role, place: int) -> str:
    if role == "topic":
        return _name_cell(topic, content.name)
    if role == "live":
        return _live(topic, content)
    if role == "vocabulary":
        return separator_of(topic, term_units(topic), ", ").join(_terms(topic, content))
    cell = topic.cells[place] if place < len(topic.cells) else Span(0, 0)
    written = [
        piece(topic, pointer.span, content.paths)
        for number, pointer in enumerate(topic.pointers)
        if number in content.pointers and cell.holds(pointer.span.start)
    ]
    return separator_of(topic, pointer_units(topic), " · ").join(written)


def _name_cell(topic: Topic, name: str) -> str:
    """`name` in the emphasis or code span that the topic's own stands in."""
    cell = next((cell for cell in topic.cells if cell.holds(topic.name_span.start)), None)
    if cell is None:
        return name
    before = topic.text[cell.start : topic.name_span.start]
    after = topic.text[topic.name_span.end : cell.end]
    return f"{before}{name}{after}" if before.strip("*_`") == after.strip("*_`") == "" else name


# Sections.


class _Block(NamedTuple):
    """A piece of the files part that moves: lines from `span`, or a group's with its heading."""

    text: str
    heading: bool


def section_text(topic: Topic, content: Content, names: Grammar) -> str:
    """A section like that of `topic` with other content."""
    end = newline_of(topic.text)
    hashes = _HASHES.match(topic.text)
    level = hashes[1] if hashes else "##"
    lines = [f"{level} {content.name}", "", _label(topic, "files", names)]
    for block in _blocks(topic, content):
        if block.heading:
            lines.append("")
        lines.append(block.text)
    if content.live:
        lines += ["", _joined(_label(topic, "live", names), _live(topic, content), end)]
    terms = _terms(topic, content)
    if terms:
        lines += ["", _joined(_label(topic, "vocabulary", names), ", ".join(terms), end)]
    return end.join(lines)


def _joined(label: str, text: str, end: str) -> str:
    return f"{label}{end}{end}{text}" if label.startswith("#") else f"{label} {text}"


def _label(topic: Topic, role: Role, names: Grammar) -> str:
    """The label of a part as the topic writes it."""
    spans: Mapping[str, Span | None] = {
        "files": topic.files_span,
        "live": topic.live_span,
        "vocabulary": topic.vocabulary_span,
    }
    span = spans[role]
    if span is None:
        return LABELS[role]
    line = topic.text[span.start : line_end(topic.text, span.start)]
    if _HASHES.match(line):
        return line.strip()
    found = find_label(line, names)
    return line[: found[1]].strip() if found and found[0] == role else LABELS[role]


def _blocks(topic: Topic, content: Content) -> Iterator[_Block]:
    whole = whole_groups(topic, content.pointers)
    units = pointer_units(topic)
    last = None
    for unit in units:
        wanted = unit.numbers & content.pointers
        if not wanted:
            continue
        group = topic.pointers[min(unit.numbers)].group
        if group in whole:
            if group != last:
                yield _Block(_source(topic, whole[group], content.paths), heading=True)
        else:
            if group != last and topic.groups[group].name:
                yield _Block(_heading(topic, group), heading=True)
            yield _Block(_unit_text(topic, unit, wanted, content.paths), heading=False)
        last = group


def _source(topic: Topic, span: Span, paths: Sequence[Edit]) -> str:
    inside = (edit for edit in paths if span.start <= edit.span.start and edit.span.end <= span.end)
    return _edited(topic.text, span, inside).rstrip()


def _heading(topic: Topic, group: int) -> str:
    at = topic.groups[group].span.start
    return topic.text[line_start(topic.text, at) : line_end(topic.text, at)]


def _unit_text(topic: Topic, unit: Unit, wanted: Collection[int], paths: Sequence[Edit]) -> str:
    if unit.marker and unit.numbers <= set(wanted):
        return _source(topic, unit.span, paths)
    written = [piece(topic, span, paths) for number, span in unit.items if number in wanted]
    end = newline_of(topic.text)
    return end.join(f"{unit.marker or '- '}{text}" for text in written)


def whole_groups(topic: Topic, pointers: Collection[int]) -> dict[int, Span]:
    """The named groups all of whose pointers are among `pointers`, with their lines.

    A group in whose lines another part of the topic stands is none of them.
    """
    numbers: dict[int, set[int]] = {}
    for number, pointer in enumerate(topic.pointers):
        numbers.setdefault(pointer.group, set()).add(number)
    found = {}
    for group, of_group in numbers.items():
        if topic.shape == "section" and topic.groups[group].name and of_group <= set(pointers):
            span = _group_lines(topic, group, max(of_group))
            if not _holds_another(topic, span, of_group):
                found[group] = span
    return found


def _group_lines(topic: Topic, group: int, last: int) -> Span:
    text = topic.text
    start = line_start(text, topic.groups[group].span.start)
    end = past_line(text, topic.pointers[last].span.end)
    after = [line_start(text, each.span.start) for each in topic.groups if each.name]
    following = min((at for at in after if at >= end), default=end)
    between = text[end:following]
    parts = [span.start for span in (topic.live_span, topic.vocabulary_span) if span]
    if any(end <= at < following for at in parts) or "|" in between:
        following = end
    return Span(start, len(text[:following].rstrip("\r\n")))


def _holds_another(topic: Topic, span: Span, of_group: Collection[int]) -> bool:
    others = [
        *(each.span for number, each in enumerate(topic.pointers) if number not in of_group),
        *(each.span for each in topic.live),
        *(each.span for each in topic.vocabulary),
        *(each for each in (topic.live_span, topic.vocabulary_span) if each is not None),
    ]
    return any(span.start <= other.start < span.end for other in others)


def moving_edits(
    topic: Topic, pointers: Collection[int], terms: Collection[int]
) -> tuple[Edit, ...] | None:
    """The edits that take moved pointers and terms out of their topic; None where that cannot be."""
    whole = whole_groups(topic, pointers)
    groups = whole_lines(topic.text, whole.values())
    single = [number for number in pointers if topic.pointers[number].group not in whole]
    taken = removal_edits(topic, pointer_units(topic), single, moved=True)
    words = removal_edits(topic, term_units(topic), terms)
    if taken is None or words is None:
        return None
    return tuple(sorted((*(Edit(span, "") for span in groups), *taken, *words)))
