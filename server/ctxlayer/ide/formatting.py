"""Trigger tables in their canonical layout: whole documents, parts of them, a table being typed in.

Only documents that are trigger tables are formatted, and in them only routing tables and topics.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from ctxlayer.analysis.section_format import format_sections
from ctxlayer.analysis.table_format import format_table
from ctxlayer.analysis.topic_content import contents
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import TriggerTable
from ctxlayer.syntax.table import Table
from ctxlayer.text import Edit, Span, apply_edits

MOST_ROWS = 500
"""Rows of a table that is aligned while somebody types in it."""


def formatted(snapshot: Snapshot) -> frozenset[str]:
    """The paths of the documents that are formatted at all."""
    return frozenset(document.path for document in snapshot.of_kind(Kind.TRIGGER_TABLE))


def format_document(snapshot: Snapshot, path: str, within: Span | None = None) -> tuple[Edit, ...]:
    """The edits that format a trigger table, in order; none for any other document.

    With `within` only the tables and sections that it touches are formatted, each of them wholly.
    """
    document = _trigger_table(snapshot, path)
    if document is None:
        return ()
    aligned: list[Edit] = []
    for table in _routing_tables(document, snapshot):
        if within is None or table.span.touches(within):
            aligned += format_table(document.text, table)
    topics = document.table(snapshot.settings).topics
    spaced = format_sections(document.text, document.blocks, topics, snapshot.settings, within)
    edits = tuple(sorted({*aligned, *spaced}))
    for some in (edits, tuple(sorted(aligned))):
        if not some or _reads_alike(document, some, snapshot):
            return some
    return ()


def _reads_alike(document: Document, edits: Sequence[Edit], snapshot: Snapshot) -> bool:
    """Whether a document has the same topics and blocks after `edits`."""
    placement = Placement(document.kind, document.runtime)
    after = Document(document.path, placement, apply_edits(document.text, edits), document)
    old, new = ([*contents(each.table(snapshot.settings).topics)] for each in (document, after))
    return old == new and _outline(document) == _outline(after)


def _outline(document: Document) -> tuple[object, ...]:
    blocks = document.blocks
    return (
        [(heading.level, heading.text) for heading in blocks.headings],
        [span.of(document.text) for span in blocks.hidden()],
        [(len(table.header.cells), len(table.rows)) for table in blocks.tables],
        len(blocks.broken_tables),
    )


def format_typed(snapshot: Snapshot, path: str, offset: int) -> tuple[Edit, ...]:
    """The edits that keep a table aligned, when a `|` was typed before `offset` in one of its rows.

    None where the table was not aligned before, so that nobody's own layout is taken away. What
    stands at the cursor and behind it in its line is left alone.
    """
    document = _trigger_table(snapshot, path)
    if document is None or document.text[max(offset - 1, 0) : offset] != "|":
        return ()
    text = document.text
    for table in _routing_tables(document, snapshot):
        if not table.span.holds(offset):
            continue
        number = bisect_right(table.rows.starts, offset) - 1
        if number < 0 or len(table.rows) > MOST_ROWS or format_table(text, table, without=offset):
            return ()
        row = table.rows[number]
        return tuple(
            edit
            for edit in format_table(text, table)
            if edit.span.end < offset or edit.span.start > row.span.end
        )
    return ()


def _trigger_table(snapshot: Snapshot, path: str) -> Document | None:
    document = snapshot.document(path)
    return document if document and document.kind is Kind.TRIGGER_TABLE else None


def _routing_tables(document: Document, snapshot: Snapshot) -> Sequence[Table]:
    """The tables that rows of topics are read from; broken ones are no tables."""
    parsed = document.table(snapshot.settings)
    starts = {header.span.start for header in parsed.headers}
    tables = [table for table in document.blocks.tables if table.header.span.start in starts]
    return [
        table
        for table in tables
        if _has_outer_pipes(document.text, table) or not _in_section(parsed, table)
    ]


def _has_outer_pipes(text: str, table: Table) -> bool:
    lines = (table.header.span, table.delimiter, *(row.span for row in table.rows))
    return all(text.startswith("|", line.start) for line in lines)


def _in_section(parsed: TriggerTable, table: Table) -> bool:
    """Whether a topic in section shape holds a table. It reads a line without a pipe in front as
    its own text, so that none can be given one."""
    return any(
        topic.shape == "section" and start <= table.span.start < start + len(topic.text)
        for start, topic in parsed.topics
    )
