"""Topics in section shape, evenly spaced. Blank lines are all that changes.

A part begins below one blank line, and so does what follows a topic's heading. In a part, its label,
its sub-groups and their items stand together. Around anything else a blank line stays where its author
has one, and nowhere are there two.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ctxlayer.analysis.topic_content import Content, topic_content
from ctxlayer.layer.table_columns import Grammar, grammar
from ctxlayer.layer.table_sections import find_label
from ctxlayer.layer.topic import Placed, Topic
from ctxlayer.layer.trigger_table import parse_trigger_table
from ctxlayer.settings import Settings
from ctxlayer.syntax.blocks import scan_blocks
from ctxlayer.syntax.markdown_nodes import Blocks
from ctxlayer.text import Edit, Span, apply_edits
from ctxlayer.text.lines import body_length, split_lines

_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|[0-9]{1,9}[.)])[ \t]+[^ \t\r\n]")
_OPENS = re.compile(r"[ \t]*(?:[-*+]|1[.)])[ \t]")
"""An item that begins a list also right below a line of text."""
_RULE = re.compile(r"[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}\Z")
_BOLD = re.compile(r"[ \t]{0,3}(?:\*\*|__)")


class _Line(NamedTuple):
    """A line with text: what it is, how far it is indented, where it starts, where its body ends.

    kind: "topic", "group" (a heading), "label" (of a part), "item", "more" (of an item) or "text".
    """

    kind: str
    indent: str
    start: int
    end: int
    line_end: str


def format_sections(
    text: str,
    blocks: Blocks,
    topics: Sequence[Placed],
    settings: Settings,
    within: Span | None = None,
) -> Iterator[Edit]:
    """The edits of `text` that space those of the `topics` of its table that are sections.

    With `within` only those that it touches.
    A section that would not be read as before is left alone.
    """
    starts = [heading.span.start for heading in blocks.headings]
    ends = {heading.span.start: heading.span.end for heading in blocks.headings}
    names = grammar(settings.table.columns, settings.table.clusters)
    hidden = blocks.hidden()
    spaced: set[int] = set()
    for start, topic in topics:
        section = Span(start, start + len(topic.text))
        if topic.shape != "section" or not (within is None or within.touches(section)):
            continue
        lines = _lines(text, section, ends, _within(hidden, section), names)
        edits = tuple(_spacing(text, lines))
        inside = _inside(topics, section)
        if edits and _is_same(text, section, edits, inside, settings):
            yield from edits
        after = bisect_left(starts, section.end)
        for heading in (start, *starts[after : after + 1]):
            if heading not in spaced:
                spaced.add(heading)
                yield from _above(text, heading)


def _inside(topics: Sequence[Placed], section: Span) -> list[Topic]:
    """The topic of a section, and those of a table in it."""
    first = bisect_left(topics, section.start, key=lambda placed: placed[0])
    after = bisect_left(topics, section.end, key=lambda placed: placed[0])
    return [topic for _, topic in topics[first:after]]


def _within(spans: Sequence[Span], section: Span) -> Sequence[Span]:
    """Those of the sorted `spans` that meet the section."""
    first = bisect_left(spans, section)
    while first > 0 and spans[first - 1].end > section.start:
        first -= 1
    return spans[first : bisect_left(spans, Span(section.end, section.end))]


def _lines(
    text: str,
    section: Span,
    headings: Mapping[int, int],
    covers: Sequence[Span],
    names: Grammar,
) -> list[_Line]:
    """The lines of a section that hold text, in order; a blank line in a fence is text too."""
    found: list[_Line] = []
    heading_end = section.start
    blank_above = False
    at = section.start
    for line in split_lines(section.of(text)):
        start, end = at, at + body_length(line)
        at += len(line)
        body = text[start:end]
        covered = any(span.start <= end and start < span.end for span in covers)
        if not covered and not body.strip(" \t"):
            blank_above = True
            continue
        if covered:
            kind, indent = "text", ""
        elif start in headings:
            kind, indent, heading_end = _heading_kind(body, names), "", headings[start]
            if start == section.start:
                kind = "topic"
        elif start < heading_end:
            kind, indent = found[-1].kind, ""
        else:
            kind, indent = _kind(body, names)
            if kind == "text" and found and found[-1].kind in ("item", "more") and not blank_above:
                kind = "more"
        found.append(_Line(kind, indent, start, end, line[body_length(line) :]))
        blank_above = False
    return found


def _heading_kind(body: str, names: Grammar) -> str:
    """An underlined heading would run on with a line above it, so it is kept as text is."""
    if not body.startswith("#"):
        return "text"
    return "label" if names.label(body.strip("# \t")) else "group"


def _kind(body: str, names: Grammar) -> tuple[str, str]:
    """What a line that is no heading is, and the indentation of an item."""
    item = _ITEM.match(body)
    if item is not None and not _RULE.match(body):
        return "item", item["indent"]
    if _BOLD.match(body) and find_label(body, names) is not None:
        return "label", ""
    return "text", ""


def _spacing(text: str, lines: Sequence[_Line]) -> Iterator[Edit]:
    """The edits between the lines of one section."""
    list_indent: str | None = None  # of the item that the line before belongs to
    for above, below in pairwise(lines):
        if above.kind == "item":
            list_indent = above.indent
        elif above.kind != "more":
            list_indent = None
        between = Span(above.end + len(above.line_end), below.start)
        count = _blank_lines(text, between)
        together = _is_together(text, above, below, list_indent)
        yield from _blanks(text, between, _wanted(above, below, count, together), above.line_end)


def _is_together(text: str, above: _Line, below: _Line, list_indent: str | None) -> bool:
    """Whether two lines of a part stand right below each other."""
    if below.kind == "group":
        return above.kind in ("label", "group", "item", "more")
    if below.kind != "item":
        return False
    if above.kind == "label":
        return _OPENS.match(text, below.start) is not None
    return above.kind == "group" or list_indent == below.indent


def _wanted(above: _Line, below: _Line, count: int, together: bool) -> int:
    """How many blank lines belong between two lines that have `count` now."""
    if together:
        return 0
    if above.kind == below.kind == "topic":
        return 0  # an underlined heading
    if above.kind == "topic" or (below.kind == "label" and above.kind != "text"):
        return 1
    return min(count, 1)


def _blank_lines(text: str, between: Span) -> int:
    return len(split_lines(between.of(text))) - 1


def _blanks(text: str, between: Span, wanted: int, line_end: str) -> Iterator[Edit]:
    """The edit that leaves `wanted` blank lines in `between`, each without blanks."""
    lines = split_lines(between.of(text))[:-1]
    ends = [line[body_length(line) :] for line in lines][:wanted]
    new = "".join(ends) + line_end * (wanted - len(ends))
    joined = line_end == "\r" and new.startswith("\n")  # would become one line end
    if new != between.of(text) and not joined:
        yield Edit(between, new)


def _above(text: str, heading: int) -> Iterator[Edit]:
    """One blank line above a heading, unless it is the first text or below a comment of its own."""
    at = heading
    while at > 0 and text[at - 1] in " \t\r\n":
        at -= 1
    lines = split_lines(text[at:heading])
    if at == int(text.startswith("\ufeff")) or len(lines) < 2 or lines[-1]:
        return
    line_end = lines[0][body_length(lines[0]) :]
    between = Span(at + len(lines[0]), heading)
    if not (text.endswith("-->", 0, at) and between.start == between.end):
        yield from _blanks(text, between, 1, line_end)


def _is_same(
    text: str, section: Span, edits: Sequence[Edit], topics: Sequence[Topic], settings: Settings
) -> bool:
    """Whether a section holds the same topics and blocks after its edits."""
    old = section.of(text)
    new = apply_edits(old, [Edit(edit.span.shift(-section.start), edit.new) for edit in edits])
    blocks = scan_blocks(new)
    if _blocks(new, blocks) != _blocks(old, scan_blocks(old)):
        return False
    names = settings.table
    table = parse_trigger_table(new, names.columns, names.clusters, blocks=blocks)
    return _contents(topics) == _contents(topic for _, topic in table.topics)


def _contents(topics: Iterable[Topic]) -> list[Content]:
    """What topics say, apart from the cluster, which is not the section's own."""
    return [topic_content(topic)._replace(cluster="platform") for topic in topics]


def _blocks(source: str, blocks: Blocks) -> tuple[object, ...]:
    """The blocks of a text, apart from blank lines."""
    return (
        [(heading.level, heading.text) for heading in blocks.headings],
        [span.of(source) for span in blocks.hidden()],
        [row.span.of(source) for each in blocks.tables for row in (each.header, *each.rows)],
        len(blocks.broken_tables),
    )
