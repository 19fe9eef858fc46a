"""The trigger table: rows and sections of one document, in any mixture.

A parse is a fast scan for blocks, and then work on the topics whose text is new: all others are
taken over from the previous parse as the objects they were.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ctxlayer.layer.agent_names import hold_agents
from ctxlayer.layer.table_columns import (
    DEFAULT_CLUSTERS,
    DEFAULT_COLUMNS,
    Grammar,
    grammar,
    may_lead_to_agents,
    routes,
    row_roles,
)
from ctxlayer.layer.table_reuse import Above, KeptRows, Reuse, Step, Trace
from ctxlayer.layer.table_rows import (
    delimiter_problem,
    is_blank,
    parted_row_problem,
    read_row,
)
from ctxlayer.layer.table_sections import find_label, read_section
from ctxlayer.layer.topic import (
    Cluster,
    ClusterHeading,
    Column,
    Header,
    Placed,
    Role,
    Topic,
    TriggerTable,
)
from ctxlayer.layer.topic_text import blanked, without_comments
from ctxlayer.syntax.blocks import scan_blocks
from ctxlayer.syntax.line_rules import even_ends
from ctxlayer.syntax.markdown_nodes import Blocks, Heading
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.rescan import Patch
from ctxlayer.syntax.table import BrokenTable, Row, Rows, row_line, split_row
from ctxlayer.text import Edit, Span

__all__ = ["Topic", "TriggerTable", "parse_trigger_table"]

_GAP = re.compile(
    r"[ \t]*(?:\r\n|\n|\r(?!\n))"
    r"(?:[ \t]*(?:<!--(?:(?!-->)[^\r\n])*-->[ \t]*)?(\r\n|\n|\r(?!\n)))+(?= {0,3}\|)"
)
"""The rest of a row's line and what ends its table: lines that are blank or hold a comment."""
_BLANKS = re.compile(r"[ \t]*")
_LINE = re.compile(r"(?:\r\n|\n|\r)([^\r\n]*)")

MAX_TOPICS = 5_000
"""Topics that are read of one table: far more than anybody routes by, so that typing stays quick."""
_TOO_MANY = f"only the first {MAX_TOPICS:,} topics of a table are read, and this is the next; split the table"


def parse_trigger_table(
    text: str,
    columns: Mapping[str, Sequence[str]] = DEFAULT_COLUMNS,
    clusters: Mapping[str, str] = DEFAULT_CLUSTERS,
    previous: TriggerTable | None = None,
    *,
    blocks: Blocks | None = None,
    patch: Patch | None = None,
    hot: bool = False,
) -> TriggerTable:
    """Every topic of a trigger table; never raises.

    `columns` maps roles to synonyms and `clusters` headings to `platform` or `meta`, both beside
    the default names. Topics that `previous` holds with the same text, cluster and columns are the
    same objects where they can be told; with the `patch` that made `blocks` of those of the
    previous parse, only what it touched is looked at. `blocks` are those of `text`, if the caller
    has them.
    """
    if blocks is None:
        blocks = scan_blocks(text, _body_start(text))
    names = grammar(columns, clusters)
    if previous is not None and previous.grammar is not names:
        previous = None
    return _Parse(text, blocks, names, Reuse(previous, blocks, len(text), patch)).table(hot)


def _body_start(text: str) -> int:
    start = 1 if text.startswith("\ufeff") else 0
    if not text.startswith("---", start):
        return start
    from ctxlayer.syntax.frontmatter import parse_frontmatter

    return parse_frontmatter(text).body_start


class _Parse:
    """One parse of one document: what still holds of the last, what is found in this."""

    def __init__(self, text: str, blocks: Blocks, names: Grammar, last: Reuse) -> None:
        self.text = text
        self.blocks = blocks
        self.names = names
        self.last = last
        # A table that stands in a section is none of its text.
        tables = (table.span for table in blocks.tables)
        self.hidden = tuple(sorted((*blocks.hidden(), *tables)))
        self.steps: list[Step] = []
        self.tables: dict[int, KeptRows] = {}
        self.topics: list[Placed] = []
        self.drafts: list[Placed] = []
        self.problems: list[Problem] = []
        self.headers: list[Header] = []
        self.full = False

    def table(self, hot: bool) -> TriggerTable:
        """The whole parse."""
        self.sections()
        self.rows()
        self.topics.sort(key=_offset)
        for offset, topic in self.topics:
            if topic.problems:
                self.problems += (_shifted(problem, offset) for problem in topic.problems)
        self.problems.sort(key=lambda problem: problem.span)
        headings = self.blocks.headings
        title = headings[0].text_span if headings else Span(0, 0)
        return TriggerTable(
            tuple(self.topics),
            tuple(self.problems),
            title,
            hot,
            tuple(self.headers),
            tuple(self.cluster_headings()),
            tuple(self.drafts),
            self.names,
            Trace(self.blocks, len(self.text), self.steps, self.tables, self.full),
            len(self.text),
        )

    def sections(self) -> None:
        """Topics in section shape, and which cluster holds where."""
        headings = self.blocks.headings
        self.steps += self.last.first_steps()
        at = 0
        above: Above = ()
        if self.steps:
            at, above = self.after(self.steps[-1])
        count = sum(step.topic is not None for step in self.steps)
        while at < len(headings):
            if (rest := self.last.last_steps(at, above)) is not None:
                self.steps += rest
                break
            step = self.step(at, above)
            if step.topic is not None:
                if count == MAX_TOPICS:
                    self.say_full(headings[at].span)
                    break
                count += 1
            self.steps.append(step)
            at, above = self.after(step)
        self.topics = [
            (headings[step[0]][0][0], step.topic) for step in self.steps if step.topic is not None
        ]

    def step(self, at: int, above: Above) -> Step:
        """What the heading at an index is: a topic's, a cluster's, or another."""
        heading = self.blocks.headings[at]
        inside = _enclosing(above, heading.level)
        outer: Cluster = inside[-1][1] if inside else "platform"
        until, reach = self.section_end(at)
        topic = self.section(at, until, outer) if until > at else None
        named = None if topic is not None else self.names.cluster(heading.text)
        return Step(at, reach, above, named or outer, topic)

    def after(self, step: Step) -> tuple[int, Above]:
        """Where the parse stands after a step: the next heading, and those that it lies below."""
        headings = self.blocks.headings
        level = headings[step.at].level
        above = _enclosing(step.above, level)
        if step.topic is None:
            return step.at + 1, (*above, (level, step.cluster))
        return self.section_end(step.at)[0], above

    def cluster_headings(self) -> Iterator[ClusterHeading]:
        """The headings that name a cluster."""
        for step in self.steps:
            if step.topic is None and (named := self.cluster_named(step.at)):
                heading = self.blocks.headings[step.at]
                extent = Span(heading.span.start, self.start_of(self.next_level(step.at)))
                yield ClusterHeading(" ".join(heading.text.split()), named, heading.span, extent)

    def cluster_named(self, at: int) -> Cluster | None:
        return self.names.cluster(self.blocks.headings[at].text)

    def next_level(self, at: int) -> int:
        """The first heading after `at` that is not below it; one past the last if there is none."""
        headings = self.blocks.headings
        level = headings[at].level
        at += 1
        while at < len(headings) and headings[at].level > level:
            at += 1
        return at

    def start_of(self, at: int) -> int:
        headings = self.blocks.headings
        return headings[at].span.start if at < len(headings) else len(self.text)

    def section_end(self, at: int) -> tuple[int, int]:
        """Where the section of a heading ends if it may be a topic's, else `at`.

        With it the furthest heading that had to be looked at. A heading of the first two levels is
        a cluster or title, unless a part stands right below it; even then it ends where a heading
        below has files of its own.
        """
        headings = self.blocks.headings
        if headings[at].level <= 2 and self.names.cluster(headings[at].text):
            return at, at + 1
        until = self.next_level(at)
        if headings[at].level > 2:
            return until, until
        if not self.parts_below(at, until):
            return at, at + 1
        for below in range(at + 1, until):
            if "files" in self.labels_below(below):
                return below, until
        return until, until

    def parts_below(self, at: int, until: int) -> bool:
        """Whether a part stands right below a heading, as a label or as the next heading."""
        if at + 1 < until and self.names.label(self.blocks.headings[at + 1].text):
            return True
        return bool(self.labels_below(at))

    def labels_below(self, at: int) -> set[str]:
        """The parts labelled between a heading and the next."""
        flat = self.flat(self.blocks.headings[at].span.end, self.start_of(at + 1))
        found = (find_label(line, self.names) for line in flat.split("\n"))
        return {label[0] for label in found if label is not None}

    def section(self, at: int, until: int, cluster: Cluster) -> Topic | None:
        """The topic of the headings `at` to `until`; None if they hold none."""
        start = self.blocks.headings[at].span.start
        source = self.text[start : self.start_of(until)].rstrip("\r\n")
        known = self.last.found(("section", cluster, source))
        if known is not None:
            return known
        return self.read_section(start, source, self.blocks.headings[at:until], cluster)

    def read_section(
        self, start: int, source: str, headings: Sequence[Heading], cluster: Cluster
    ) -> Topic | None:
        own = [
            each._replace(span=each.span.shift(-start), text_span=each.text_span.shift(-start))
            for each in headings
        ]
        flat = self.flat(start, start + len(source))
        return read_section(source, flat, own, cluster, self.names)

    def flat(self, start: int, end: int) -> str:
        """A part of the text with lone `\\r` as `\\n`, and what is hidden there blanked out."""
        part = self.text[start:end]
        if "\r" in part:
            part = even_ends(part)
        pieces: list[str] = []
        done = 0
        first = bisect_left(self.hidden, Span(start, start))
        for index in range(first, len(self.hidden)):
            hidden = self.hidden[index]
            if hidden.start >= end:
                break
            head, tail = max(hidden.start - start, done), min(hidden.end, end) - start
            pieces += (part[done:head], blanked(part[head:tail]))
            done = max(head, tail)
        return without_comments("".join(pieces) + part[done:])

    def rows(self) -> None:
        """Topics in row shape, also those of a routing table whose delimiter row breaks it."""
        for table in self.blocks.tables:
            columns = self.names.columns(table.header)
            if _routes(columns, table.rows):
                extent = Span(table.header.span.start, table.span.end)
                header = Header(table.header.span, table.delimiter, extent, columns)
                self.headers.append(header)
                self.add_table(header, table.rows)
                self.add_parted_rows(header)
        for broken in self.blocks.broken_tables:
            self.broken(broken)
        self.headers.sort(key=lambda header: header.span)

    def add_parted_rows(self, header: Header) -> None:
        """Rows that a blank line or a comment cuts off: no rows for GFM, but meant as such."""
        at = header.extent.end
        while gap := _GAP.match(self.text, at):
            rows = Rows(self.lines_after(gap.end() - len(gap[1])))
            if not rows:
                return
            self.problems.append(parted_row_problem(self.text, rows[0], Span(*gap.span()), gap[1]))
            self.add_rows(header, rows)
            at = rows.end

    def table_starts(self) -> set[int]:
        """Where the headers of all tables are, of broken ones too."""
        headers = [table.header.span for table in self.blocks.tables]
        headers += [broken.header_span for broken in self.blocks.broken_tables]
        return {span.start for span in headers}

    def broken(self, broken: BrokenTable) -> None:
        """A table that GFM does not show, since its delimiter row does not go with its header."""
        head = broken.header_span
        row = split_row(head.of(self.text), head.start) if broken.header_cells else self.above(head)
        columns = self.names.columns(row)
        rows = Rows(self.lines_after(broken.delimiter_span.end))
        if not _routes(columns, rows):
            return
        end = rows.end if rows else broken.delimiter_span.end
        header = Header(row.span, broken.delimiter_span, Span(row.span.start, end), columns)
        self.headers.append(header)
        self.problems.append(delimiter_problem(self.text, row, broken))
        self.add_rows(header, rows)

    def above(self, span: Span) -> Row:
        """The last line with text above `span`, as a row."""
        above = self.text[: span.start].rstrip()
        start = max(above.rfind("\n"), above.rfind("\r")) + 1
        return split_row(above[start:], start)

    def lines_after(self, at: int) -> Iterator[tuple[int, str]]:
        """The lines behind a delimiter row that are rows by their looks, up to the first that is not.

        The header of another table is none.
        """
        starts = self.table_starts()
        for match in _LINE.finditer(self.text, at):
            if "|" not in match[1]:
                return
            start, line = row_line(match[1], match.start(1))
            if start in starts:
                return
            yield start, line

    def add_table(self, header: Header, rows: Rows) -> None:
        """The rows of a table, those that the edit left alone as they were."""
        start, cluster, roles = (
            header.span.start,
            self.cluster_at(header),
            row_roles(header.columns),
        )
        head, tail = self.last.rows(start, rows, roles, cluster)
        room = MAX_TOPICS - len(self.topics)
        middle = [
            self.row(at, line, roles, cluster)
            for at, line in rows.lines(len(head), min(len(rows) - len(tail), room))
        ]
        self.place(rows, kept := [*head, *middle, *tail])
        if len(kept) == len(rows):
            self.tables[start] = KeptRows(roles, cluster, rows, kept)

    def add_rows(self, header: Header, rows: Rows) -> None:
        """Rows that are in no table for GFM."""
        cluster, roles = self.cluster_at(header), row_roles(header.columns)
        room = MAX_TOPICS - len(self.topics)
        self.place(rows, [self.row(*line, roles, cluster) for line in rows.lines(0, room)])

    def row(self, at: int, line: str, roles: tuple[Role | None, ...], cluster: Cluster) -> Topic:
        end = at + len(line)
        if self.text[end : end + 1] in (" ", "\t"):
            # With the blanks at its end: a cursor behind them is still in the row.
            blanks = _BLANKS.match(self.text, end)
            line = self.text[at : blanks.end() if blanks else end]
        return self.last.found(("row", cluster, roles, line)) or read_row(line, roles, cluster)

    def place(self, rows: Rows, topics: Sequence[Topic]) -> None:
        """Put topics where their rows are; rows that nobody filled in are drafts."""
        room = MAX_TOPICS - len(self.topics)
        placed = list(zip(rows.starts, topics, strict=False))
        full = [each for each in placed if each[1].name or not is_blank(each[1])]
        if len(full) < len(placed):
            self.drafts += (each for each in placed if not each[1].name and is_blank(each[1]))
        self.topics += full[:room]
        if len(full) > room or len(topics) < len(rows):
            left = full[room][0] if len(full) > room else rows.starts[len(topics)]
            self.say_full(next(row.span for row in rows if row.span.start >= left))

    def say_full(self, span: Span) -> None:
        """Say once, at the first topic that is left out, that no more are read."""
        self.full = True
        if not any(problem.message == _TOO_MANY for problem in self.problems):
            self.problems.append(Problem("malformed-row", span, _TOO_MANY))

    def cluster_at(self, header: Header) -> Cluster:
        headings = self.blocks.headings
        index = bisect_left(
            self.steps, header.span.start, key=lambda step: headings[step.at].span.start
        )
        return self.steps[index - 1].cluster if index else "platform"


def _routes(columns: Sequence[Column], rows: Rows) -> bool:
    """Whether a table is a routing table: by its header, or by its header and the agents in it."""
    return routes(columns) or (may_lead_to_agents(columns) and hold_agents(columns, rows))


def _offset(placed: Placed) -> int:
    return placed[0]


def _enclosing(above: Above, level: int) -> Above:
    """Those of the open headings that a heading of this level lies below."""
    count = len(above)
    while count and above[count - 1][0] >= level:
        count -= 1
    return above[:count]


def _shifted(problem: Problem, by: int) -> Problem:
    """`problem` with its spans `by` further on."""
    return replace(
        problem,
        span=problem.span.shift(by),
        fix=tuple(Edit(edit.span.shift(by), edit.new) for edit in problem.fix),
        related=tuple((span.shift(by), note) for span, note in problem.related),
    )
