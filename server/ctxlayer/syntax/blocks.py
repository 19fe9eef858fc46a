"""The block structure of a Markdown text: headings, tables, fences, comments and what hides text.

The scanner reads CommonMark with GFM tables, line by line under a stack of containers (quotes and
list items). Stretches of plain lines at the margin are passed by one compiled pattern, so that a
keystroke in a big file costs little. It never raises and runs in linear time.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxlayer.syntax import line_rules as rules
from ctxlayer.syntax.hidden import comment_spans
from ctxlayer.syntax.markdown_nodes import Blocks, Fence, Heading
from ctxlayer.syntax.plain import plain_text
from ctxlayer.syntax.table import (
    BrokenTable,
    Rows,
    Table,
    lone_delimiter,
    read_delimiter,
    row_line,
)
from ctxlayer.text import Span

MAX_DEPTH = 32
"""Containers that may nest; deeper markers are text."""

_QUOTE = 0
_NOWHERE = -1


def scan_blocks(text: str, start: int = 0) -> Blocks:
    """The blocks of `text` from `start` on (the body, when there is frontmatter)."""
    scan = _Scanner(rules.even_ends(text))
    scan.run(start or int(text.startswith("\ufeff")))
    return Blocks(
        tuple(scan.headings),
        tuple(scan.fences),
        tuple(scan.comments),
        tuple(scan.tables),
        tuple(scan.broken),
        tuple(scan.code),
        tuple(scan.html),
    )


class _Leaf(NamedTuple):
    """An open block that later lines may belong to; which fields count depends on `kind`."""

    kind: str  # "fence" | "html" | "code" | "table"
    start: int
    fence: str = ""
    info: str = ""
    end: re.Pattern[str] = rules.BLANK_LINE
    table: Table | None = None


class _Scanner:
    """The state between two lines, and everything found so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.stack: list[int] = []  # `_QUOTE`, or the width of a list item (negative: still empty)
        self.leaf: _Leaf | None = None
        self.upto = 0  # where the last line that belongs to `leaf` ends
        self.rows: list[tuple[int, str]] = []
        self.para = _NOWHERE  # the open paragraph's start as far as known
        self.floor = _NOWHERE  # calm lines from here to `para` may belong to it as well
        self.before = _NOWHERE  # the paragraph that was open at `floor`
        self.last = Span(0, 0)  # the last line of the open paragraph
        self.headings: list[Heading] = []
        self.fences: list[Fence] = []
        self.comments: list[Span] = []
        self.tables: list[Table] = []
        self.broken: list[BrokenTable] = []
        self.code: list[Span] = []
        self.html: list[Span] = []

    # --- the walk from line to line

    def run(self, at: int) -> None:
        """Read every line from `at` on."""
        text, size = self.text, len(self.text)
        while at < size:
            if not self.stack:
                if self.leaf is None:
                    at = self._skip_calm(at)
                elif self.leaf.kind == "table":
                    at = self._read_rows(at)
                if text[at : at + 1] == "#" and self._heading(at, at, self._line_end(at), 0):
                    at = self._line_end(at) + 1
                    continue
            if at < size:
                at = self._read_line(at)
        self._close_leaf()

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _skip_calm(self, start: int) -> int:
        """Past the lines at the margin that open nothing; remember the paragraph they leave."""
        text, at = self.text, start
        while match := rules.CALM_RUN.match(text, at):
            at = match.end()
        if at == start:
            return at
        end = at - 1 if text[at - 1] == "\n" else at
        first = max(text.rfind("\n", start, end) + 1, start)
        if not text[first:end].strip(rules.BLANK) or rules.CALM_ITEM.match(text, first):
            self.para = _NOWHERE
        else:
            self.before, self.floor, self.para = self.para, start, first
            self.last = Span(first, end)
        return at

    def _read_rows(self, at: int) -> int:
        """Rows at the margin that start with a pipe: they can be nothing but rows."""
        text = self.text
        while text.startswith("|", at):
            end = self._line_end(at)
            self.rows.append(row_line(text[at:end], at))
            at = end + 1
        return at

    def _read_line(self, start: int) -> int:
        """Read the line at `start`, and return where to go on."""
        line = self._enter_containers(start)
        leaf = self.leaf
        if leaf and line.depth < len(self.stack):
            self._close_leaf()
        elif leaf and self._belongs(leaf, line):
            return line.end + 1
        line = self._open_containers(line)
        return self._open_leaf(line)

    # --- containers

    def _enter_containers(self, start: int) -> rules.Line:
        """Match the line against the open quotes and list items."""
        text, end = self.text, self._line_end(start)
        at, column = rules.blanks(text, start, 0)
        base = depth = 0
        for width in self.stack:
            blank = at >= end or text[at] == "\r"
            if width == _QUOTE:
                if blank or column - base >= 4 or text[at] != ">":
                    break
                at, column, base = rules.past_quote_mark(text, at, column)
            elif blank:
                if width < 0:
                    break
            elif column - base >= abs(width):
                base += abs(width)
                self.stack[depth] = abs(width)
            else:
                break
            depth += 1
        return rules.Line(at, column, base, end, depth)

    def _open_containers(self, line: rules.Line) -> rules.Line:
        """Open the quotes and list items whose marks come next in the line."""
        text = self.text
        while line.depth < MAX_DEPTH and line.column - line.base < 4 and line.at < line.end:
            at, column, base, end, depth, _ = line
            if text[at] == ">":
                at, column, base = rules.past_quote_mark(text, at, column)
                width = _QUOTE
            elif text[at] in "*+-0123456789" and (
                mark := rules.list_mark(text, at, line.end, self._goes_on(line))
            ):
                mark_end = column + mark
                at, column = rules.blanks(text, at + mark, mark_end)
                empty = at >= end or text[at] == "\r"
                content = mark_end + 1 if empty or column - mark_end > 4 else column
                width = (base - content) if empty else (content - base)
                base = content
            else:
                break
            self._begin(depth)
            self.stack.append(width)
            line = rules.Line(at, column, base, end, depth + 1, True)
        return line

    def _begin(self, depth: int) -> None:
        """Make room for a new block: close whatever is open deeper than `depth` containers."""
        self._close_leaf()
        self.para = _NOWHERE
        del self.stack[depth:]

    # --- leaves that run over several lines

    def _belongs(self, leaf: _Leaf, line: rules.Line) -> bool:
        """Whether the line is part of the open leaf, and needs no other reading."""
        text, at, end = self.text, line.at, line.end
        blank = at >= end or text[at] == "\r"
        indented = line.column - line.base >= 4
        if leaf.kind == "fence":
            self.upto = end
            if not indented and rules.closes_fence(text[at:end], leaf.fence):
                self._close_leaf(closed=True)
            return True
        if leaf.kind == "code":
            if indented and not blank:
                self.upto = end
            elif not blank:
                self._close_leaf()
            return blank or indented
        if leaf.kind == "table":
            if blank or indented:
                self._close_leaf()
            return False
        if blank and leaf.end is rules.BLANK_LINE:
            self._close_leaf()
            return False
        self.upto = end
        if leaf.end is not rules.BLANK_LINE and leaf.end.search(text, at, end):
            self._close_leaf()
        return True

    def _close_leaf(self, closed: bool = False) -> None:
        """Note down the open leaf, if there is one."""
        leaf = self.leaf
        if leaf is None:
            return
        self.leaf = None
        upto = self.upto - (self.text[self.upto - 1 : self.upto] == "\r")
        span = Span(leaf.start, max(upto, leaf.start))
        if leaf.kind == "fence":
            self.fences.append(Fence(span, leaf.info, closed))
        elif leaf.kind == "code":
            self.code.append(span)
        elif leaf.kind == "html":
            self.html.append(span)
            self.comments += comment_spans(self.text, span)
        elif leaf.table:
            rows = Rows(self.rows)
            end = rows.end if rows else leaf.table.span.end
            span = Span(leaf.start, end)
            self.tables.append(leaf.table._replace(span=span, rows=rows))
            self.rows = []

    # --- what a line begins

    def _open_leaf(self, line: rules.Line) -> int:
        """Begin, or go on with, what the rest of the line is; return where to go on."""
        text, at, end = self.text, line.at, line.end
        if at >= end or text[at] == "\r":
            self._begin(line.depth)
            # One blank line closes all that blank lines close, but for an item without text yet.
            return end + 1 if line.fresh else rules.past_blank_lines(text, end + 1)
        if line.column - line.base >= 4:
            if self.para == _NOWHERE or line.fresh:
                self._begin(line.depth)
                self.leaf, self.upto = _Leaf("code", at), end
            else:
                self._add_text(line)
        elif text[at] in "`~" and (match := rules.FENCE.match(text, at)):
            return self._open_fence(line, match.group(), match.end())
        elif text[at] == "<" and (close := rules.html_end(text, at, end, self._within(line))):
            return self._open_html(line, close)
        elif not self._open_line(line):
            self._add_text(line)
        return end + 1

    def _open_line(self, line: rules.Line) -> bool:
        """A heading, a rule or the delimiter row of a table, if the line is one."""
        text, at = self.text, line.at
        char = text[at]
        if char == "#":
            return self._heading(at, at, line.end, line.depth)
        if char in "=-" and self._setext(line):
            return True
        if char in "*-_" and rules.is_rule(text[at : line.end]):
            self._begin(line.depth)
            return True
        return char in "|:-" and self._delimiter(line)

    def _within(self, line: rules.Line) -> bool:
        """Whether the line would go on with an open paragraph or table."""
        return not line.fresh and (self.para != _NOWHERE or self.leaf is not None)

    def _goes_on(self, line: rules.Line) -> bool:
        """Whether an open paragraph's own containers hold the line."""
        return self.para != _NOWHERE and not line.fresh and line.depth == len(self.stack)

    def _add_text(self, line: rules.Line) -> None:
        """Plain text: a row of the open table, more of the open paragraph, or a new one."""
        if self.leaf is not None and not line.fresh:
            self.rows.append(row_line(self.text[line.at : line.end], line.at))
        elif self._goes_on(line):
            self.last = Span(line.at, line.end)
        elif self.para != _NOWHERE and not line.fresh:
            self.last = Span(line.end, line.end)  # a lazy line heads no table
        else:
            self._begin(line.depth)
            self.para = self.floor = line.at
            self.before = _NOWHERE
            self.last = Span(line.at, line.end)
            if self.text[line.at] in "|:":
                self._note_orphan(line)

    def _open_fence(self, line: rules.Line, fence: str, info_at: int) -> int:
        text, end = self.text, line.end
        self._begin(line.depth)
        info = text[info_at:end].strip(rules.BLANK)
        self.leaf, self.upto = _Leaf("fence", line.at, fence, info), end
        if self.stack:
            return end + 1
        for match in rules.CLOSING_FENCE.finditer(text, end):
            if match.group(1).startswith(fence):
                self.upto = self._line_end(match.start() + 1)
                self._close_leaf(closed=True)
                return self.upto + 1
        self.upto = len(text) - text.endswith("\n")
        return len(text)

    def _open_html(self, line: rules.Line, close: re.Pattern[str]) -> int:
        text, end = self.text, line.end
        self._begin(line.depth)
        self.leaf, self.upto = _Leaf("html", line.at, end=close), end
        by_line = close is rules.BLANK_LINE
        if not by_line and close.search(text, line.at, end):
            self._close_leaf()
        elif not self.stack:
            match = close.search(text, end)
            self.upto = len(text) - text.endswith("\n")
            if match:
                self.upto = match.start() if by_line else self._line_end(match.end())
            self._close_leaf()
            return self.upto + 1
        return end + 1

    def _heading(self, at: int, start: int, end: int, depth: int) -> bool:
        """An ATX heading at `at`, if there is one."""
        match = rules.ATX.match(self.text, at)
        if not match:
            return False
        self._begin(depth)
        body = self.text[match.end() : end].strip(rules.BLANK)
        open_end = body.rstrip("#")
        if not open_end or (open_end != body and open_end[-1] in " \t"):
            body = open_end.rstrip(rules.BLANK)
        first = self.text.find(body, match.end()) if body else match.end()
        self._add_heading(Span(start, end), match.end() - at, Span(first, first + len(body)))
        return True

    def _add_heading(self, span: Span, level: int, source: Span) -> None:
        end = span.end - (self.text[span.end - 1] == "\r")
        text = plain_text(source.of(self.text))
        self.headings.append(Heading(Span(span.start, end), level, text, source))

    def _setext(self, line: rules.Line) -> bool:
        """An underline below the open paragraph, which makes that a heading."""
        text = self.text
        if not self._goes_on(line) or not rules.UNDERLINE.match(text, line.at):
            return False
        start = self._paragraph_start()
        while match := rules.DEFINITION.match(text, start, self.last.end):
            start = rules.blanks(text, match.end() + 1, 0)[0]
        if start >= self.last.end:
            return False
        source = Span(start, start + len(text[start : self.last.end].rstrip(rules.BLANK)))
        self._begin(line.depth)
        self._add_heading(Span(start, line.end), 1 if text[line.at] == "=" else 2, source)
        return True

    def _paragraph_start(self) -> int:
        """Where the open paragraph starts, looking back over calm lines."""
        text, at = self.text, self.para
        while at > self.floor:
            first = max(text.rfind("\n", self.floor, at - 1) + 1, self.floor)
            if not text[first:at].strip(rules.BLANK) or rules.CALM_ITEM.match(text, first):
                return at
            at = first
        return at if self.before == _NOWHERE else self.before

    def _delimiter(self, line: rules.Line) -> bool:
        """A delimiter row below the open paragraph's last line, which makes that a header."""
        if not self._goes_on(line):
            return False
        marks = self.text[line.at : line.end]
        found = read_delimiter(self.last.of(self.text), self.last.start, marks, line.at)
        if isinstance(found, BrokenTable):
            self.broken.append(found)
        elif found:
            self._begin(line.depth)
            self.leaf = _Leaf("table", found.span.start, table=found)
        return isinstance(found, Table)

    def _note_orphan(self, line: rules.Line) -> None:
        """Note a delimiter row that no header stands above."""
        text, end = self.text, line.end
        below = self._line_end(end + 1)
        lines = text[end + 1 : below], text[below + 1 : self._line_end(below + 1)]
        broken = lone_delimiter(text[line.at : end], line.at, *lines)
        if broken:
            self.broken.append(broken)
