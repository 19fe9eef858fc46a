"""What can be folded away: frontmatter, sections, tables, groups of files, fences, comments."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.ide.model import Fold
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Topic
from ctxlayer.text import Span

_MARKDOWN = (".md", ".mdc")


def folds(snapshot: Snapshot, path: str) -> tuple[Fold, ...]:
    """The folds of a document, outer ones first; each covers more than one line."""
    document = snapshot.document(path)
    if document is None or not path.endswith(_MARKDOWN):
        return ()
    found: dict[tuple[int, int], Fold] = {}
    for fold in _all(document, snapshot):
        span = Span(fold.span.start, fold.span.start + len(fold.span.of(document.text).rstrip()))
        lines = document.lines.line_at(span.start), document.lines.line_at(span.end)
        if lines[0] < lines[1]:
            found.setdefault(lines, Fold(span, fold.is_comment))
    return tuple(found[lines] for lines in sorted(found, key=lambda each: (each[0], -each[1])))


def _all(document: Document, snapshot: Snapshot) -> Iterator[Fold]:
    block = document.frontmatter
    if block.exists and block.closed:
        yield Fold(block.span)
    blocks = document.blocks
    parts = list(_table_parts(document, snapshot))
    grouped = {document.lines.line_at(span.start) for span in parts}
    for span in _sections(document):
        # The heading of a group reaches to the end of its files, not of the topic.
        if document.lines.line_at(span.start) not in grouped:
            yield Fold(span)
    yield from map(Fold, parts)
    yield from (Fold(fence.span) for fence in blocks.fences)
    yield from (Fold(comment, is_comment=True) for comment in blocks.comments)
    yield from (Fold(table.span) for table in blocks.tables)


def _table_parts(document: Document, snapshot: Snapshot) -> Iterator[Span]:
    """The parts and groups of the sections of a trigger table."""
    if document.kind is Kind.TRIGGER_TABLE:
        for offset, topic in document.table(snapshot.settings).topics:
            if topic.shape == "section":
                yield from (span.shift(offset) for span in _parts(topic))


def _sections(document: Document) -> Iterator[Span]:
    """From each heading to the next that is not below it."""
    open_: list[tuple[int, int]] = []  # level, start
    for heading in document.blocks.headings:
        while open_ and open_[-1][0] >= heading.level:
            yield Span(open_.pop()[1], heading.span.start)
        open_.append((heading.level, heading.span.start))
    for _, start in open_:
        yield Span(start, len(document.text))


def _parts(topic: Topic) -> Iterator[Span]:
    """The parts of a section that run over lines, and the groups of its files."""
    for part in (topic.files_span, topic.live_span, topic.vocabulary_span):
        if part is not None:
            yield part
    ends = {pointer.group: pointer.span.end for pointer in topic.pointers}
    for number, group in enumerate(topic.groups):
        if group.name and number in ends:
            yield Span(group.span.start, ends[number])
