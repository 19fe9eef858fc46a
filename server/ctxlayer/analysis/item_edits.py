"""Taking pointers and terms out of a topic, with what parts them from the others and nothing else.

In a row they stand in cells; in a section in list items or in a line behind a label. Such a place is
a `Unit` here. Comments stay where they are. All spans count from the topic's start.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ctxlayer.layer.topic import Topic
from ctxlayer.layer.topic_text import without_comments
from ctxlayer.text import Edit, Span

_MARKER = re.compile(r"[ \t]*(?:[-*+•]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_SEPARATOR = re.compile(r"[,，、;；·]|<[bB][rR][ \t]*/?>")
_LINE_END = re.compile(r"\r\n|\n|\r|\Z")
_WRAPPERS = (("`", "`"), ("**", "**"), ("*", "*"), ('"', '"'), ("'", "'"), ("“", "”"), ("«", "»"))


class Unit(NamedTuple):
    """Items that stand in one cell, list item or line.

    `items` are (number, span) in order. `marker` is the bullet of a list item as written, with its
    indentation; "" for every other place. `span` holds a list item's whole lines without the last
    line end; of other places what lies between their first and last item.
    """

    items: tuple[tuple[int, Span], ...]
    marker: str
    span: Span

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of its items."""
        return frozenset(number for number, _ in self.items)


def pointer_units(topic: Topic) -> list[Unit]:
    """Where the pointers of a topic stand, in order."""
    groups = [pointer.group for pointer in topic.pointers]
    return _units(topic, [pointer.span for pointer in topic.pointers], groups)


def term_units(topic: Topic) -> list[Unit]:
    """The same for its terms, each with the quotes or ticks around it."""
    spans = [wrapped(topic.text, term.span) for term in topic.vocabulary]
    return _units(topic, spans, [0] * len(spans))


def units_around(units: Iterable[Unit]) -> dict[int, Unit]:
    """By the number of each item its unit, with no more items than those right beside it.

    That is all that matters to who takes out one item, and as long as it is for many of them.
    """
    around = {}
    for unit in units:
        for place, (number, _) in enumerate(unit.items):
            around[number] = unit._replace(items=unit.items[max(0, place - 1) : place + 2])
    return around


def wrapped(text: str, span: Span) -> Span:
    """The span of a term with its wrapper."""
    for opening, closing in _WRAPPERS:
        start, end = span.start - len(opening), span.end + len(closing)
        if text.startswith(opening, start) and text.startswith(closing, span.end) and start >= 0:
            return Span(start, end)
    return span


def _units(topic: Topic, spans: Sequence[Span], group_of: Sequence[int]) -> list[Unit]:
    """Items that stand together; those of two sub-groups never do."""
    ordered = sorted(enumerate(spans), key=lambda item: item[1])
    groups: list[list[tuple[int, Span]]] = []
    for item in ordered:
        last = groups[-1][-1] if groups else item
        same_group = group_of[last[0]] == group_of[item[0]]
        if groups and same_group and _together(topic, last[1], item[1]):
            groups[-1].append(item)
        else:
            groups.append([item])
    return [_unit(topic, tuple(items)) for items in groups]


def _together(topic: Topic, last: Span, span: Span) -> bool:
    """Whether two items that follow each other stand in one place."""
    between = without_comments(topic.text[last.end : span.start])
    if topic.shape == "row":
        # A pipe inside a cell is escaped, and then part of an item.
        return "|" not in between
    lines = re.split(r"\r\n|\n|\r", between)
    if len(lines) == 1:
        return True
    if any(not line.strip() for line in lines[1:-1]):
        return False
    return not _MARKER.match(lines[-1] + topic.text[span.start : span.start + 1])


def _unit(topic: Topic, items: tuple[tuple[int, Span], ...]) -> Unit:
    text = topic.text
    span = Span(items[0][1].start, items[-1][1].end)
    if topic.shape == "row":
        return Unit(items, "", span)
    start = line_start(text, span.start)
    marker = _MARKER.fullmatch(text, start, span.start)
    if marker is None:
        return Unit(items, "", span)
    return Unit(items, marker[0], Span(start, line_end(text, span.end)))


def line_start(text: str, at: int) -> int:
    """Where the line that holds `at` begins."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def line_end(text: str, at: int) -> int:
    """Where the line that holds `at` ends, without its line end."""
    match = _LINE_END.search(text, at)
    return match.start() if match else len(text)


def line_above(text: str, start: int) -> Span:
    """The line that ends where the one at `start` begins, without its line end."""
    end = start - (2 if text.endswith("\r\n", 0, start) else 1)
    return Span(line_start(text, end), end) if start else Span.at(0)


def past_line(text: str, at: int) -> int:
    """Where the line after that of `at` begins."""
    match = _LINE_END.search(text, at)
    return match.end() if match else len(text)


# Removing.


def removal_edits(
    topic: Topic, units: Iterable[Unit], gone: Collection[int], *, moved: bool = False
) -> tuple[Edit, ...] | None:
    """The edits that take the items numbered in `gone` out of `units`.

    None where something hangs on one of them: a list nested in its item, words between it and its
    neighbour that are hidden. With `moved` the comments
    in a list item go with it.
    """
    cuts: list[Span] = []
    lines: list[Span] = []
    lines_only: list[Span] = []  # a comment keeps their line
    for unit in units:
        if unit.numbers.isdisjoint(gone):
            continue
        if not unit.marker or not unit.numbers <= set(gone):
            inside = list(_inside(topic, unit, gone))
            if any(_says_more(topic.text, cut, unit) for cut in inside):
                return None
            cuts += inside
        elif not moved and any(comment_spans(topic.text, unit.span)):
            cuts += around_comments(topic.text, unit.span)
            lines_only.append(unit.span)
        else:
            lines.append(unit.span)
    whole = [*lines, *lines_only]
    if any(_has_children(topic.text, span, whole) for span in whole):
        return None
    gaps = list(whole_lines(topic.text, lines))
    if any(_underlines(topic.text, gap) for gap in gaps):
        return None
    cuts += gaps
    return tuple(Edit(span, "") for span in sorted(cuts) if span.start < span.end)


def _inside(topic: Topic, unit: Unit, gone: Collection[int]) -> Iterator[Span]:
    """What goes of a unit that stays: each item with one separator."""
    text, items = topic.text, unit.items
    kept_before = False
    for place, (number, span) in enumerate(items):
        if number not in gone:
            kept_before = True
            continue
        region = span
        if kept_before:
            region = Span(items[place - 1][1].end, span.end)
        elif place + 1 < len(items):
            region = Span(span.start, items[place + 1][1].start)
        else:
            region = Span(_blanks_before(text, span.start), span.end)
        yield from around_comments(text, region)


def _says_more(text: str, cut: Span, unit: Unit) -> bool:
    """Whether a cut takes more words than those of the unit's items."""
    at = cut.start
    between = []
    for _, span in unit.items:
        if span.end > cut.start and span.start < cut.end:
            between.append(text[at : max(at, span.start)])
            at = max(at, span.end)
    between.append(text[at : max(at, cut.end)])
    return any(char.isalnum() for char in _SEPARATOR.sub("", "".join(between)))


def _blanks_before(text: str, at: int) -> int:
    start = at
    while start > 1 and text[start - 1] in " \t" and text[start - 2] in " \t|:*":
        start -= 1
    return start


def around_comments(text: str, region: Span) -> Iterator[Span]:
    """`region` without the comments in it, which stay."""
    at = region.start
    for comment in comment_spans(text, region):
        yield Span(at, comment.start)
        at = comment.end
    yield Span(at, region.end)


def _underlines(text: str, gap: Span) -> bool:
    """Whether the line above a gap becomes a heading once the line below it comes close."""
    below = text[gap.end : line_end(text, gap.end)].strip()
    above = line_above(text, gap.start).of(text).strip()
    return bool(above) and bool(below) and set(below) in ({"-"}, {"="})


def _has_children(text: str, span: Span, gone: Sequence[Span]) -> bool:
    """Whether a list item that stays is nested in the one at `span`."""
    indent = _indent(text, span.start)
    at = past_line(text, span.end)
    starts = {each.start: each.end for each in gone}
    while at < len(text):
        if at in starts:
            at = past_line(text, starts[at])
            continue
        line = text[at : line_end(text, at)]
        if line.strip():
            return _indent(text, at) > indent and _MARKER.match(line) is not None
        at = past_line(text, at)
    return False


def _indent(text: str, at: int) -> int:
    line = text[at : line_end(text, at)].expandtabs(4)
    return len(line) - len(line.lstrip())


def whole_lines(text: str, lines: Iterable[Span]) -> Iterator[Span]:
    """What goes where lines are taken out: those that follow each other as one, with line ends.

    Of blank lines above and below, one lot goes too.
    """
    runs: list[Span] = []
    for span in sorted(lines):
        end = past_line(text, span.end)
        if runs and runs[-1].end >= span.start:
            runs[-1] = Span(runs[-1].start, end)
        else:
            runs.append(Span(span.start, end))
    for run in runs:
        yield _with_gap(text, run)


def _with_gap(text: str, run: Span) -> Span:
    """`run` with a blank line below it where one is above too; at the end, with the end above."""
    start, end = run
    if start == 0:
        return run
    if not line_above(text, start).of(text).strip():
        while end < len(text) and not text[end : line_end(text, end)].strip():
            end = past_line(text, end)
    if end == len(text) and not text.endswith(("\n", "\r")):
        start = len(text[:start].rstrip("\r\n"))
    return Span(start, end)


# Writing.


def separator_of(topic: Topic, units: Iterable[Unit], default: str) -> str:
    """What parts the items of a topic's first unit that has two of them."""
    for unit in units:
        for (_, left), (_, right) in zip(unit.items, unit.items[1:], strict=False):
            between = topic.text[left.end : right.start]
            if _SEPARATOR.fullmatch(between.strip()) and "\n" not in between:
                return between
    return default


def comment_spans(text: str, region: Span) -> Iterator[Span]:
    """The comments that are closed inside `region`, in order."""
    at = text.find("<!--", *region)
    while at >= 0:
        close = text.find("-->", at + 4, region.end)
        if close < 0:
            return
        yield Span(at, close + 3)
        at = text.find("<!--", close + 3, region.end)


def comments_in(text: str) -> list[str]:
    """The comments of a text, in order."""
    return [span.of(text) for span in comment_spans(text, Span(0, len(text)))]
