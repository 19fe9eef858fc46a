"""The trigger table: rows and sections of one document, in any mixture.

A parse is a fast scan for blocks, and then work on the topics whose text is new: all others are
taken over from the previous parse as the objects they were.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ctxlayer.layer.table_columns import (
    DEFAULT_CLUSTERS,
    DEFAULT_COLUMNS,
    Grammar,
    grammar,
    routes,
    row_roles,
)
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
    Header,
    Placed,
    Topic,
    TriggerTable,
)
from ctxlayer.layer.topic_text import blanked, without_comments
from ctxlayer.syntax.blocks import scan_blocks
from ctxlayer.syntax.line_rules import even_ends
from ctxlayer.syntax.markdown_nodes import Blocks, Heading
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.table import BrokenTable, Row, split_row
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
    hot: bool = False,
) -> TriggerTable:
    """Every topic of a trigger table; never raises.

    `columns` maps roles to synonyms and `clusters` headings to `platform` or `meta`, both beside
    the default names. Topics that `previous` holds with the same text, cluster and columns are the
    same objects. `blocks` are those of `text`, if the caller has them.
    """
    if blocks is None:
        blocks = scan_blocks(text, _body_start(text))
    names = grammar(columns, clusters)
    known = previous.memo if previous is not None and previous.grammar is names else {}
    return _Parse(text, blocks, names, known).table(hot)


def _body_start(text: str) -> int:
    start = 1 if text.startswith("\ufeff") else 0
    if not text.startswith("---", start):
        return start
    from ctxlayer.syntax.frontmatter import parse_frontmatter

    return parse_frontmatter(text).body_start


class _Cluster(NamedTuple):
    """A stretch of the document, up to the next one, and the cluster that holds in it."""

    start: int
    cluster: Cluster


class _Parse:
    """One parse of one document: what is known of the last, what is found in this."""

    def __init__(
        self,
        text: str,
        blocks: Blocks,
        names: Grammar,
        known: Mapping[tuple[object, ...], Topic | None],
    ) -> None:
        self.text = text
        self.blocks = blocks
        self.names = names
        self.known = known
        self.memo: dict[tuple[object, ...], Topic | None] = {}
        self.hidden = blocks.hidden()
        self.topics: list[Placed] = []
        self.drafts: list[Placed] = []
        self.problems: list[Problem] = []
        self.headers: list[Header] = []
        self.clusters: list[ClusterHeading] = []
        self.stretches: list[_Cluster] = [_Cluster(0, "platform")]

    def table(self, hot: bool) -> TriggerTable:
        """The whole parse."""
        self.sections()
        self.rows()
        self.topics.sort(key=lambda placed: placed[0])
        for offset, topic in self.topics:
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
            tuple(self.clusters),
            tuple(self.drafts),
            self.names,
            self.memo,
        )

    def sections(self) -> None:
        """Topics in section shape, and which cluster holds where."""
        headings = self.blocks.headings
        at = 0
        cluster: Cluster = "platform"
        above: list[tuple[int, Cluster]] = []  # open headings: level, cluster inside
        while at < len(headings):
            heading = headings[at]
            while above and above[-1][0] >= heading.level:
                above.pop()
            outer: Cluster = above[-1][1] if above else "platform"
            until = self.section_end(at)
            if until > at and self.section(at, until, outer):
                cluster = outer
                at = until
            else:
                named = self.names.cluster(heading.text)
                cluster = named or outer
                above.append((heading.level, cluster))
                if named is not None:
                    self.add_cluster(at, named)
                at += 1
            self.stretches.append(_Cluster(heading.span.start, cluster))

    def add_cluster(self, at: int, cluster: Cluster) -> None:
        heading = self.blocks.headings[at]
        extent = Span(heading.span.start, self.start_of(self.next_level(at)))
        name = " ".join(heading.text.split())
        self.clusters.append(ClusterHeading(name, cluster, heading.span, extent))

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

    def section_end(self, at: int) -> int:
        """Where the section of a heading ends if it may be a topic's, else `at`.

        A heading of the first two levels is a cluster or title, unless a part stands right below
        it; even then it ends where a heading below has files of its own.
        """
        headings = self.blocks.headings
        until = self.next_level(at)
        if headings[at].level > 2:
            return until
        if self.names.cluster(headings[at].text) or not self.parts_below(at, until):
            return at
        for below in range(at + 1, until):
            if "files" in self.labels_below(below):
                return below
        return until

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

    def section(self, at: int, until: int, cluster: Cluster) -> bool:
        """Add the topic of the headings `at` to `until`; False if they hold none."""
        start = self.blocks.headings[at].span.start
        source = self.text[start : self.start_of(until)].rstrip("\r\n")
        key = ("section", cluster, source)
        if key in self.known:
            topic = self.known[key]
        else:
            topic = self.read_section(start, source, self.blocks.headings[at:until], cluster)
        self.memo[key] = topic
        if topic is None or self.is_full(self.blocks.headings[at].span):
            return False
        self.topics.append((start, topic))
        return True

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
            if routes(columns):
                extent = Span(table.header.span.start, table.span.end)
                header = Header(table.header.span, table.delimiter, extent, columns)
                self.headers.append(header)
                self.add_rows(header, table.rows)
                self.add_parted_rows(header)
        for broken in self.blocks.broken_tables:
            self.broken(broken)
        self.headers.sort(key=lambda header: header.span)

    def add_parted_rows(self, header: Header) -> None:
        """Rows that a blank line or a comment cuts off: no rows for GFM, but meant as such."""
        at = header.extent.end
        while gap := _GAP.match(self.text, at):
            rows = list(self.rows_after(gap.end() - len(gap[1])))
            if rows[0].span.start in self.table_starts():
                return
            self.problems.append(parted_row_problem(self.text, rows[0], Span(*gap.span()), gap[1]))
            self.add_rows(header, rows)
            at = rows[-1].span.end

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
        if not routes(columns):
            return
        rows = list(self.rows_after(broken.delimiter_span.end))
        end = rows[-1].span.end if rows else broken.delimiter_span.end
        header = Header(row.span, broken.delimiter_span, Span(row.span.start, end), columns)
        self.headers.append(header)
        self.problems.append(delimiter_problem(self.text, row, broken))
        self.add_rows(header, rows)

    def above(self, span: Span) -> Row:
        """The last line with text above `span`, as a row."""
        above = self.text[: span.start].rstrip()
        start = max(above.rfind("\n"), above.rfind("\r")) + 1
        return split_row(above[start:], start)

    def rows_after(self, at: int) -> Iterator[Row]:
        """The lines behind a delimiter row that are rows by their looks, up to the first that is not."""
        for match in _LINE.finditer(self.text, at):
            if "|" not in match[1]:
                return
            yield split_row(match[1], match.start(1))

    def add_rows(self, header: Header, rows: Sequence[Row]) -> None:
        cluster = self.cluster_at(header.span.start)
        roles = row_roles(header.columns)
        for row in rows:
            if self.is_full(row.span):
                return
            # With the blanks at its end: a cursor behind them is still in the row.
            blanks = _BLANKS.match(self.text, row.span.end)
            line = self.text[row.span.start : blanks.end() if blanks else row.span.end]
            key = ("row", cluster, roles, line)
            topic = self.known.get(key) or read_row(line, roles, cluster)
            self.memo[key] = topic
            (self.drafts if is_blank(topic) else self.topics).append((row.span.start, topic))

    def is_full(self, span: Span) -> bool:
        """Whether no topic is read any more; says so once, at the first that is left out."""
        if len(self.topics) < MAX_TOPICS:
            return False
        if not any(problem.message == _TOO_MANY for problem in self.problems):
            self.problems.append(Problem("malformed-row", span, _TOO_MANY))
        return True

    def cluster_at(self, offset: int) -> Cluster:
        index = bisect_left(self.stretches, offset, key=lambda stretch: stretch.start)
        return self.stretches[index - 1].cluster if index else "platform"


def _shifted(problem: Problem, by: int) -> Problem:
    """`problem` with its spans `by` further on."""
    return replace(
        problem,
        span=problem.span.shift(by),
        fix=tuple(Edit(edit.span.shift(by), edit.new) for edit in problem.fix),
        related=tuple((span.shift(by), note) for span, note in problem.related),
    )
