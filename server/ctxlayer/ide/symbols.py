"""The outline of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxlayer.ide.model import Symbol
from ctxlayer.ide.text import counted
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import ClusterHeading, Placed, Topic
from ctxlayer.syntax.markdown_nodes import Heading
from ctxlayer.syntax.nodes import Scalar
from ctxlayer.text import Span

_MARKDOWN = (".md", ".mdc")


def document_symbols(snapshot: Snapshot, path: str) -> tuple[Symbol, ...]:
    """Clusters, topics and groups of a trigger table; keys and headings of other documents."""
    document = snapshot.document(path)
    if document is None or not path.endswith(_MARKDOWN):
        return ()
    if document.kind is Kind.TRIGGER_TABLE:
        return _table(document, snapshot)
    return (*_keys(document), *_headings(document))


def _table(document: Document, snapshot: Snapshot) -> tuple[Symbol, ...]:
    table = document.table(snapshot.settings)
    pending = list(table.topics)
    roots: list[Symbol] = []
    for cluster in table.clusters:
        inside = [placed for placed in pending if _within(placed, cluster)]
        pending = [placed for placed in pending if not _within(placed, cluster)]
        roots.append(_cluster(cluster, inside))
    roots += map(_topic, pending)
    return tuple(sorted(roots, key=lambda symbol: symbol.span))


def _within(placed: Placed, cluster: ClusterHeading) -> bool:
    return cluster.extent.start <= placed[0] < cluster.extent.end


def _cluster(cluster: ClusterHeading, inside: Sequence[Placed]) -> Symbol:
    return Symbol(
        cluster.name,
        "heading",
        cluster.extent,
        cluster.span,
        counted(len(inside), "topic"),
        tuple(map(_topic, inside)),
    )


def _topic(placed: Placed) -> Symbol:
    offset, topic = placed
    return Symbol(
        topic.name,
        "topic",
        topic.span.shift(offset),
        topic.name_span.shift(offset),
        counted(len(topic.pointers), "pointer"),
        tuple(_groups(topic, offset)),
    )


def _groups(topic: Topic, offset: int) -> Iterator[Symbol]:
    """The named groups, each from its name to its last pointer."""
    counts = [0] * len(topic.groups)
    ends = [group.span.end for group in topic.groups]
    for pointer in topic.pointers:
        if pointer.group < len(counts):
            counts[pointer.group] += 1
            ends[pointer.group] = max(ends[pointer.group], pointer.span.end)
    for group, count, end in zip(topic.groups, counts, ends, strict=True):
        if group.name:
            span = Span(group.span.start + offset, end + offset)
            detail = counted(count, "pointer")
            yield Symbol(group.name, "group", span, group.span.shift(offset), detail)


def _keys(document: Document) -> list[Symbol]:
    symbols = []
    for entry in document.frontmatter.entries:
        value = entry.value
        detail = " ".join(value.text.split())[:60] if isinstance(value, Scalar) else ""
        symbols.append(Symbol(entry.key, "key", entry.span, entry.key_span, detail))
    return symbols


class _Open:
    """A heading whose section has not ended yet."""

    __slots__ = ("children", "heading")

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.children: list[Symbol] = []

    def close(self, end: int) -> Symbol:
        heading = self.heading
        return Symbol(
            heading.text,
            "heading",
            Span(heading.span.start, max(end, heading.span.end)),
            heading.text_span,
            "",
            tuple(self.children),
        )


def _headings(document: Document) -> list[Symbol]:
    """Headings, each around those below it."""
    roots: list[Symbol] = []
    open_: list[_Open] = []

    def close_down_to(level: int, end: int) -> None:
        while open_ and open_[-1].heading.level >= level:
            done = open_.pop().close(end)
            (open_[-1].children if open_ else roots).append(done)

    for heading in document.blocks.headings:
        close_down_to(heading.level, heading.span.start)
        open_.append(_Open(heading))
    close_down_to(0, len(document.text))
    return roots
