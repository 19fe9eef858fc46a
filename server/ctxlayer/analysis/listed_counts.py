"""Counts in a trigger table beside the list that they count: `12 topics`, `Files (35)`.

Only counts that can mean one list are read: in a heading, a label or a group's name, or in the
text right before a table. `about 40 files`, `up to 12 topics` and `12 of 20 topics` count nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.topic import Topic, TriggerTable
from ctxlayer.layer.topic_text import blanked
from ctxlayer.layer.trigger_table import MAX_TOPICS
from ctxlayer.syntax.markdown_nodes import Heading
from ctxlayer.text import Span

_FILES = frozenset("file pointer document doc page entry link".split())
_TERMS = frozenset("term keyword".split())
_TOPICS = frozenset("topic row".split())
_GROUPS = frozenset("group sub-group subgroup".split())

_COUNT = re.compile(
    r"(?<![\w.,:/#§~≈<>≤≥±=-])(?P<number>[0-9]{1,4})[ \t]+(?:(?P<cluster>platform|meta)[ \t]+)?"
    r"(?P<noun>files?|pointers?|documents?|docs?|pages?|entry|entries|links?|terms?|keywords?|topics?|rows?"
    r"|(?:sub-?)?groups?)(?![\w/-])",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"[0-9]")
_BARE = re.compile(r"\([ \t]*(?P<number>[0-9]{1,4})[ \t]*\)")
_LOOSE_BEFORE = re.compile(
    r"(?:\b(?:about|around|over|under|up to|at most|at least|max(?:imum)?|more than|less than|fewer than|than"
    r"|first|top|last|next|other|some|roughly|nearly|almost|limit|budget|every|each|per|to|or|of the|below|above"
    r"|[0-9]+ of)|[~≈<>≤≥±–-])[ \t]*\Z",
    re.IGNORECASE,
)
_LOOSE_AFTER = re.compile(
    r"[ \t]*(?:or (?:more|fewer|less)|at (?:most|least)|max(?:imum)?|each|per|budget|limit|apiece|left|missing"
    r"|more|were|was|have|had|an?|every|in each|to)\b",
    re.IGNORECASE,
)
_SHORT = 48
"""Characters of a text that says nothing but the count."""
_NEAR = 2_000
"""Characters before a table in which its count is looked for."""


class Drift(NamedTuple):
    """A count that does not agree with the list beside it. `span` is the number and its noun."""

    span: Span
    said: int
    noun: str
    listed: int


class _Count(NamedTuple):
    number: int
    cluster: str
    noun: str
    span: Span


def counts_in(text: str) -> Iterator[_Count]:
    """The exact counts of listed things that `text` states."""
    for match in _COUNT.finditer(text):
        head = text[max(0, match.start() - 24) : match.start()]
        if not _LOOSE_BEFORE.search(head) and not _LOOSE_AFTER.match(text, match.end()):
            noun = match["noun"].lower()
            noun = "entry" if noun == "entries" else noun.removesuffix("s")
            cluster = (match["cluster"] or "").lower()
            yield _Count(int(match["number"]), cluster, noun, Span(*match.span()))


def only_counts(text: str) -> bool:
    """Whether a text is short and says how many things are listed: `35 files:`."""
    return len(text.strip()) <= _SHORT and next(counts_in(text), None) is not None


# One topic.


def topic_drifts(topic: Topic) -> tuple[Drift, ...]:
    """The counts in a section that do not agree; spans count from its start."""
    return tuple(_topic_drifts(topic))


def _topic_drifts(topic: Topic) -> Iterator[Drift]:
    first = min((pointer.span.start for pointer in topic.pointers), default=len(topic.text))
    for count in _at(topic, topic.name_span):
        yield from _differing(count, _sizes(topic, count.noun))
    if topic.files_span is not None:
        yield from _label_drift(topic, topic.files_span, first, "file")
    if topic.vocabulary_span is not None and topic.vocabulary:
        start = topic.vocabulary[0].span.start
        yield from _label_drift(topic, topic.vocabulary_span, start, "term")
    for number, group in enumerate(topic.groups):
        if group.name:
            for count in _at(topic, group.span):
                own = {_files(topic, count.noun, number)} if count.noun in _FILES else set()
                yield from _differing(count, own)
    for stray in topic.strays:
        if only_counts(stray.of(topic.text)):
            for count in _at(topic, stray):
                yield from _differing(count, _sizes(topic, count.noun))


def _label_drift(topic: Topic, part: Span, until: int, noun: str) -> Iterator[Drift]:
    """A count in the label of a part, with its noun or alone in parentheses."""
    end = topic.text.find("\n", part.start)
    label = Span(part.start, min(until, len(topic.text) if end < 0 else end))
    for count in _at(topic, label):
        yield from _differing(count, _sizes(topic, count.noun))
    bare = _BARE.search(topic.text, *label)
    if bare is not None:
        count = _Count(int(bare["number"]), "", noun, Span(*bare.span("number")))
        yield from _differing(count, _sizes(topic, noun))


def _at(topic: Topic, where: Span) -> Iterator[_Count]:
    for count in counts_in(where.of(topic.text)):
        yield count._replace(span=count.span.shift(where.start))


def _differing(count: _Count, sizes: set[int | None]) -> Iterator[Drift]:
    """A drift, if the number is none of the sizes that it can mean, and all of them are known."""
    known = [size for size in sizes if size]
    if known and len(known) == len(sizes) and count.number not in known:
        yield Drift(count.span, count.number, count.noun, max(known))


def _sizes(topic: Topic, noun: str) -> set[int | None]:
    """How many of `noun` a topic lists: all of them, or the files in front of its named groups."""
    if noun in _FILES:
        unnamed = {_files(topic, noun, 0)} if topic.groups and not topic.groups[0].name else set()
        return {_files(topic, noun, None), *unnamed}
    if noun in _TERMS:
        return {len(topic.vocabulary)}
    if noun in _GROUPS:
        return {sum(bool(group.name) for group in topic.groups)}
    return set()


def _files(topic: Topic, noun: str, group: int | None) -> int | None:
    """The pointers of a topic or a group; None where one of them may stand for many files."""
    pointers = [each for each in topic.pointers if group is None or each.group == group]
    if noun not in ("pointer", "entry", "link") and any(
        each.form in ("glob", "folder", "url") for each in pointers
    ):
        return None
    return len(pointers)


# One table.


def table_drifts(document: Document, table: TriggerTable) -> Iterator[Drift]:
    """Counts of topics in the headings and before the tables of a document; absolute spans."""
    if not table.topics or len(table.topics) >= MAX_TOPICS:
        return
    around = _Around(document, table)
    for heading in around.headings():
        if not _DIGIT.search(document.text, heading.span.start, around.near_end(heading)):
            continue
        counts = list(counts_in(heading.text_span.of(document.text)))
        extent = around.extent(heading)
        for count in _single(counts, heading.text_span.start):
            yield from _differing(count, around.sizes(count, extent))
        yield from around.prose(heading.span.end, extent)
    if not document.blocks.headings:
        whole = Span(0, len(document.text))
        yield from around.prose(document.frontmatter.body_start, whole)


def _single(counts: list[_Count], base: int) -> Iterator[_Count]:
    """The counts of topics and files, where a text does not give two different ones."""
    for kind in (_TOPICS, _FILES):
        yield from _single_of([count for count in counts if count.noun in kind], base)


def _single_of(counts: list[_Count], base: int) -> Iterator[_Count]:
    for count in counts:
        same = {each.number for each in counts if each.cluster == count.cluster}
        if len(same) == 1:
            yield count._replace(span=count.span.shift(base))


class _Around:
    """What stands around the topics of one document."""

    def __init__(self, document: Document, table: TriggerTable) -> None:
        self.document = document
        self.text = document.text
        self.table = table
        self.starts = [offset for offset, _ in table.topics]
        self.tables = [header.extent for header in table.headers]

    def headings(self) -> Iterator[Heading]:
        """The headings that no topic holds; looked for only where text stands between topics."""
        headings = self.document.blocks.headings
        for done, start in self.table.gaps:
            if self.text[done:start].isspace():
                continue
            at = bisect_left(headings, done, key=lambda each: each.span.start)
            while at < len(headings) and headings[at].span.start < start:
                yield headings[at]
                at += 1

    def near_end(self, heading: Heading) -> int:
        """How far a count that is about what stands below a heading may be from it."""
        at = bisect_left(self.starts, heading.span.end)
        following = self.starts[at] if at < len(self.starts) else len(self.text)
        return min(following, heading.span.end + _NEAR + 1)

    def extent(self, heading: Heading) -> Span:
        """From a heading to the next one of its level."""
        headings = self.document.blocks.headings
        at = bisect_left(headings, heading.span.start, key=lambda each: each.span.start) + 1
        while at < len(headings) and headings[at].level > heading.level:
            at += 1
        end = headings[at].span.start if at < len(headings) else len(self.text)
        return Span(heading.span.start, end)

    def topics(self, extent: Span, cluster: str) -> int:
        """How many topics, of one cluster if it is named, begin in a stretch of the text."""
        first = bisect_left(self.starts, extent.start)
        last = bisect_left(self.starts, extent.end)
        if not cluster:
            return last - first
        return sum(topic.cluster == cluster for _, topic in self.table.topics[first:last])

    def sizes(self, count: _Count, *extents: Span) -> set[int | None]:
        """How many of what it counts the stretches hold."""
        if count.noun in _TOPICS:
            return {self.topics(extent, count.cluster) for extent in extents}
        if count.noun not in _FILES or count.cluster:
            return set()
        found: set[int | None] = set()
        for extent in extents:
            first = bisect_left(self.starts, extent.start)
            last = bisect_left(self.starts, extent.end)
            topics = [topic for _, topic in self.table.topics[first:last]]
            each = [_files(topic, count.noun, None) for topic in topics]
            paths = {(topic.name, pointer.path) for topic in topics for pointer in topic.pointers}
            total = None if None in each else sum(size or 0 for size in each)
            found |= {total, len(paths), len(topics)}
        return found

    def prose(self, start: int, extent: Span) -> Iterator[Drift]:
        """Counts in the text between a heading and what follows it."""
        header = self.next_header(start)
        stops = [extent.end, *self.starts[bisect_left(self.starts, start) :][:1]]
        if header is not None:
            stops.append(header.start)
        following = bisect_left(
            self.document.blocks.headings, start, key=lambda each: each.span.start
        )
        stops += (each.span.start for each in self.document.blocks.headings[following:][:1])
        end = min(stops)
        if end - start > _NEAR or not self.text[start:end].strip():
            return
        sizes = [extent]
        if header is not None and header.start == end:
            sizes.append(header)
        text = self.visible(start, end)
        for count in _single(list(counts_in(text)), start):
            if count.noun == "topic" or len(text.strip()) <= _SHORT:
                yield from _differing(count, self.sizes(count, *sizes))

    def next_header(self, start: int) -> Span | None:
        """The next table after `start`, all of it."""
        at = bisect_left(self.tables, Span(start, start))
        return self.tables[at] if at < len(self.tables) else None

    def visible(self, start: int, end: int) -> str:
        """A part of the text with what is hidden in it, fences and comments, blanked out."""
        text = self.text[start:end]
        for hidden in self.document.blocks.hidden():
            if hidden.start < end and hidden.end > start:
                head, tail = max(hidden.start, start) - start, min(hidden.end, end) - start
                text = text[:head] + blanked(text[head:tail]) + text[tail:]
        return text
