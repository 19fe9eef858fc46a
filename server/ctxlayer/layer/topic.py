"""What a trigger table is made of. Every span inside a `Topic` counts from the topic's own start.

So a topic that did not change is the same object after an edit elsewhere, and whatever was
computed from it (tokens, findings, terms) still holds: caches may be keyed by the object itself.
Add the offset that the table keeps beside it to place a span in the document.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from ctxlayer.layer.live_pointer import LivePointer
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.terms import Term
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Span

Cluster = Literal["platform", "meta"]
Shape = Literal["row", "section"]
Role = Literal["topic", "files", "live", "vocabulary", "agents"]
Part = Literal["name", "files", "live", "vocabulary", "agents"]


class Group(NamedTuple):
    """A sub-group of a topic's files. The unnamed one has name "" and spans the files part."""

    name: str
    span: Span


class Column(NamedTuple):
    """One header cell of a routing table. `role` is None for a column that nobody knows."""

    text: str
    span: Span
    role: Role | None


class Header(NamedTuple):
    """A routing table's head; absolute spans. `span` is the header row, `extent` the table."""

    span: Span
    delimiter: Span
    extent: Span
    columns: tuple[Column, ...]


class ClusterHeading(NamedTuple):
    """A heading that names a cluster; absolute spans. `extent` runs to the next such level."""

    name: str
    cluster: Cluster
    span: Span
    extent: Span


@dataclass(frozen=True, slots=True, eq=False)
class Topic:
    """One routing topic; spans count from its start. Compared and hashed by identity.

    `text` is the source of the topic, `span` is all of it. A part's span is where it is written
    (the cell's content; in a section, from the label to the last line), an empty span in an empty
    cell, and None where there is neither cell nor label. `cells` are all cells of a row in
    `columns` order. `strays` is text that belongs to no part: prose, cells of unknown columns.
    `name` is "" in a row whose first cells are still empty.
    """

    name: str
    name_span: Span
    span: Span
    text: str
    shape: Shape
    cluster: Cluster
    groups: tuple[Group, ...] = ()
    pointers: tuple[Pointer, ...] = ()
    live: tuple[LivePointer, ...] = ()
    vocabulary: tuple[Term, ...] = ()
    files_span: Span | None = None
    live_span: Span | None = None
    vocabulary_span: Span | None = None
    cells: tuple[Span, ...] = ()
    columns: tuple[Role | None, ...] = ()
    strays: tuple[Span, ...] = ()
    problems: tuple[Problem, ...] = ()


Placed = tuple[int, Topic]


@dataclass(frozen=True, eq=False)
class TriggerTable:
    """A parsed trigger table: (offset, topic) pairs in document order.

    `problems`, `title_span`, `headers` and `clusters` have absolute spans. `drafts` are rows with
    nothing in them yet: places to complete in, never topics to judge. `title_span` is the first
    heading's text, else the empty span at the start. `grammar` and `trace` serve the next parse.
    `end` is the length of the text.
    """

    topics: tuple[Placed, ...]
    problems: tuple[Problem, ...]
    title_span: Span
    hot: bool
    headers: tuple[Header, ...] = ()
    clusters: tuple[ClusterHeading, ...] = ()
    drafts: tuple[Placed, ...] = ()
    grammar: object = None
    trace: object = field(default=None, repr=False)
    end: int = 0

    @cached_property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """What lies before, between and behind the topics, as starts and ends.

        Single characters are left out: the line end between two rows is nothing to look into.
        """
        ends = [offset + len(topic.text) for offset, topic in self.topics]
        starts = [offset for offset, _ in self.topics]
        pairs = zip([0, *ends], [*starts, self.end], strict=True)
        return tuple([pair for pair in pairs if pair[1] - pair[0] > 1])


class Place(NamedTuple):
    """What lies under a cursor: the topic, its part, and the thing in that part, if any."""

    offset: int
    topic: Topic
    part: Part | None
    pointer: Pointer | None = None
    live: LivePointer | None = None
    term: Term | None = None
