"""A topic in its other shape: a row as a section, a section as a row. Nothing that it says is lost.

What the other shape has no place for is not moved there at all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ctxlayer.analysis.column_names import HEADERS
from ctxlayer.analysis.item_edits import line_start, past_line
from ctxlayer.analysis.shape_parts import JOINTS, PARTS, Parts, row_parts, section_parts
from ctxlayer.analysis.table_edits import LABELS
from ctxlayer.analysis.topic_content import Content, topic_content
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Placement
from ctxlayer.layer.table_columns import grammar, row_roles
from ctxlayer.layer.topic import Cluster, Header, Role, Topic, TriggerTable
from ctxlayer.layer.trigger_table import parse_trigger_table
from ctxlayer.settings import Settings
from ctxlayer.syntax.markdown_nodes import Heading
from ctxlayer.syntax.slugs import slug
from ctxlayer.syntax.table import Table
from ctxlayer.text import Edit, Span, apply_edits

_HASHES = re.compile(r" {0,3}(#{1,6})(?=[ \t\r\n]|\Z)")
_PIPE = re.compile(r"\|")
_DEEPEST = 6
_TOPIC_LEVEL = 3

Edits = tuple[Edit, ...]


def as_section(
    document: Document, settings: Settings, offset: int, topic: Topic
) -> Callable[[], Edits] | None:
    """What makes the edits that turn the row at `offset` into a section.

    None where that would lose something or has no place. The edits are () where the rest of the
    document would be read otherwise.
    """
    parts = row_parts(topic)
    table = _table_of(document, offset)
    if topic.shape != "row" or parts is None or table is None:
        return None
    level = _level(document, settings, table, topic.cluster)
    if level > _DEEPEST or _holder(document, settings, table.span) is not None:
        return None
    text = document.newline.join(_section_lines(parts, level))
    edits = _to_section(document, table, offset, text)
    if not edits or not _says(text, topic, settings):
        return None
    return lambda: _checked(document, settings, edits)


def as_row(
    document: Document, settings: Settings, offset: int, topic: Topic
) -> Callable[[], Edits] | None:
    """The same for the section at `offset` and its row."""
    if topic.shape != "section":
        return None
    names = grammar(settings.table.columns, settings.table.clusters)
    parts = section_parts(topic, names)
    if parts is None or f"#{slug(topic.name)}" in document.text or _is_commented(document, offset):
        return None
    header = _header_for(document, settings, offset, topic.cluster, parts)
    roles = ("topic", *parts.items) if header is None else row_roles(header.columns)
    row = _row(parts, roles)
    head = _head(roles)
    edits = _to_row(document, header, offset, topic, head, row)
    if not edits or not _says(document.newline.join((*head, row)), topic, settings):
        return None
    return lambda: _checked(document, settings, edits)


# The topic's own text.


def _section_lines(parts: Parts, level: int) -> Iterator[str]:
    yield f"{'#' * level} {parts.name}"
    for role in PARTS:
        if role not in parts.items:
            continue
        items = parts.items[role]
        yield ""
        if role == "files":
            yield LABELS[role]
            yield from (f"- {item}" for item in items)
        else:
            yield f"{LABELS[role]} {JOINTS[role].join(items)}".rstrip(" ")


def _row(parts: Parts, roles: Sequence[Role | None]) -> str:
    cells = {role: JOINTS[role].join(items) for role, items in parts.items.items()}
    cells["topic"] = parts.name
    texts = [cells.get(role or "topic", "") if role else "" for role in roles]
    texts = [_PIPE.sub(r"\\|", text) for text in texts]
    return "|" + "".join(f" {text} |" if text else " |" for text in texts)


def _head(roles: Sequence[Role | None]) -> tuple[str, str]:
    names = [HEADERS[role] if role else "note" for role in roles]
    return f"| {' | '.join(names)} |", f"|{' --- |' * len(names)}"


def _says(text: str, topic: Topic, settings: Settings) -> bool:
    """Whether `text` alone is read as this one topic and no more."""
    table = parse_trigger_table(text, settings.table.columns, settings.table.clusters)
    if len(table.topics) != 1 or table.problems:
        return False
    return _content(table.topics[0][1])._replace(cluster=topic.cluster) == _content(topic)


def _content(topic: Topic) -> Content:
    """What both shapes have to say alike: not whether a part without items has a label."""
    content = topic_content(topic)
    return content._replace(groups=tuple(filter(None, content.groups)))


# Its place in the document.


def _table_of(document: Document, offset: int) -> Table | None:
    """The table that has a row at `offset`."""
    for table in document.blocks.tables:
        if table.span.holds(offset):
            return table if offset in table.rows.starts else None
    return None


def _holder(document: Document, settings: Settings, span: Span) -> Topic | None:
    """The topic in section shape that `span` lies in."""
    for start, topic in document.table(settings).topics:
        if topic.shape == "section" and start <= span.start < start + len(topic.text):
            return topic
    return None


def _level(document: Document, settings: Settings, table: Table, cluster: Cluster) -> int:
    """The level of headings for topics below a table: as of those that are there already."""
    above = [each for each in document.blocks.headings if each.span.start < table.span.start]
    outer = above[-1].level if above else 0
    levels = {each.span.start: each.level for each in document.blocks.headings}
    end = next(
        (
            each.span.start
            for each in document.blocks.headings
            if each.span.start > table.span.start and each.level <= outer
        ),
        len(document.text),
    )
    for start, topic in document.table(settings).topics:
        if topic.shape == "section" and table.span.start < start < end and topic.cluster == cluster:
            return levels.get(start, _TOPIC_LEVEL)
    return max(outer + 1, _TOPIC_LEVEL)


def _to_section(document: Document, table: Table, offset: int, section: str) -> Edits:
    """The row goes away, its section comes before the next heading below the table."""
    text, end = document.text, document.newline
    gone = Span(line_start(text, offset), past_line(text, offset))
    if text[gone.start : offset].strip(" \t"):
        return ()
    headings = document.blocks.headings
    below = next((each for each in headings if each.span.start > table.span.end), None)
    if below is None:
        body = len(text.rstrip())
        if gone.end >= body:
            return (Edit(Span(gone.start, body), f"{end}{section}"),)
        return (Edit(gone, ""), Edit(Span.at(body), f"{end}{end}{section}"))
    at = _above_comments(document, below)
    return () if at is None else (Edit(gone, ""), _before(document, at, section))


def _to_row(
    document: Document,
    header: Header | None,
    offset: int,
    topic: Topic,
    head: Sequence[str],
    row: str,
) -> Edits:
    """The section goes away, its row comes below the others, or heads a new table."""
    text, end = document.text, document.newline
    if text[line_start(text, offset) : offset].strip("\ufeff"):
        return ()
    gone = _lines_of(text, offset, offset + len(topic.text))
    if header is not None:
        return _sorted(Edit(gone, ""), Edit(Span.at(_table_end(document, header)), f"{end}{row}"))
    table = end.join((*head, row))
    first = _first_below(document, offset)
    at = None if first is None else _above_comments(document, first)
    if at is None:
        return ()
    if at == offset:
        closing = end if gone.end == len(text) else end + end
        return (Edit(Span(offset, gone.end), f"{table}{closing}"),)
    return _sorted(Edit(gone, ""), _before(document, at, table))


def _lines_of(text: str, start: int, end: int) -> Span:
    """A section with the blank lines below it; at the end of a text, those above it."""
    while end < len(text) and text[end] in " \t\r\n":
        end += 1
    if end < len(text):
        return Span(start, line_start(text, end))
    body = len(text[:start].rstrip(" \t\r\n"))
    return Span(past_line(text, body) if body < start else start, end)


def _sorted(*edits: Edit) -> Edits:
    return tuple(sorted(edits))


def _table_end(document: Document, header: Header) -> int:
    """The end of a table's last row, the blanks behind it included."""
    at = next(
        table.span.end
        for table in document.blocks.tables
        if table.header.span.start == header.span.start
    )
    while document.text[at : at + 1] in (" ", "\t"):
        at += 1
    return at


def _before(document: Document, at: int, block: str) -> Edit:
    """`block` above the line at `at`, with a blank line on both sides."""
    text, end = document.text, document.newline
    gap = "" if not text[:at].strip("\ufeff") or _is_blank_above(text, at) else end
    return Edit(Span.at(at), f"{gap}{block}{end}{end}")


def _is_blank_above(text: str, at: int) -> bool:
    above = text[line_start(text, max(at - 1 - text.endswith("\r\n", 0, at), 0)) : at]
    return not above.strip()


def _above_comments(document: Document, heading: Heading) -> int | None:
    """The start of the line of a heading, or of the comments that stand right above it."""
    text = document.text
    at = line_start(text, heading.span.start)
    if text[at : heading.span.start].strip(" \t\ufeff"):
        return None  # in a quote or a list
    ends = {span.end: span.start for span in document.blocks.html}
    while at > 0:
        above = at - 1 - text.endswith("\r\n", 0, at)
        if above not in ends:
            break
        at = line_start(text, ends[above])
    return at


def _is_commented(document: Document, offset: int) -> bool:
    """Whether a comment stands right above the heading at `offset`: it belongs to it."""
    text = document.text
    at = line_start(text, offset)
    above = at - 1 - text.endswith("\r\n", 0, at)
    return at > 0 and text[line_start(text, max(above, 0)) : above].rstrip().endswith("-->")


def _first_below(document: Document, offset: int) -> Heading | None:
    """The first heading below the one that holds the section at `offset`."""
    headings = document.blocks.headings
    at = next((i for i, each in enumerate(headings) if each.span.start == offset), None)
    if at is None:
        return None
    outer = at
    while outer > 0 and headings[outer - 1].level >= headings[at].level:
        outer -= 1
    return headings[outer]


def _header_for(
    document: Document, settings: Settings, offset: int, cluster: Cluster, parts: Parts
) -> Header | None:
    """The nearest routing table of the cluster with one column for each part; above before below."""
    table = document.table(settings)
    text = document.text
    whole = {each.header.span.start for each in document.blocks.tables}
    fitting = []
    for header in table.headers:
        roles = row_roles(header.columns)
        single = all(roles.count(role) == 1 for role in ("topic", *parts.items))
        start = header.span.start
        if (
            single
            and start in whole
            and text[line_start(text, start) : start] in ("", "\ufeff")
            and _cluster_of(table, header) == cluster
            and _holder(document, settings, header.extent) is None
        ):
            fitting.append(header)
    above = [header for header in fitting if header.span.start < offset]
    return above[-1] if above else next(iter(fitting), None)


def _cluster_of(table: TriggerTable, header: Header) -> Cluster:
    """The cluster of the rows that a table has or would have."""
    holding = [each for each in table.clusters if each.extent.holds(header.span.start)]
    return holding[-1].cluster if holding else "platform"


# Nothing is lost.


def _checked(document: Document, settings: Settings, edits: Edits) -> Edits:
    """`edits`, or none of them where the document would say something else afterwards."""
    text = apply_edits(document.text, edits)
    after = Document(document.path, Placement(document.kind, document.runtime), text, document)
    before, now = document.table(settings), after.table(settings)
    old, new = ({id(topic): topic for _, topic in each.topics} for each in (before, now))
    # A topic that is the same object says the same.
    gone = Counter(_content(topic) for key, topic in old.items() if key not in new)
    come = Counter(_content(topic) for key, topic in new.items() if key not in old)
    whole = len(before.topics) == len(now.topics) and len(now.problems) <= len(before.problems)
    return edits if whole and gone == come else ()
