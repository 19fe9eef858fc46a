"""Topics that lack a part, and tables that lack the column for one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.few import Few, few
from ctxlayer.analysis.table_edits import bare_name, part_edits
from ctxlayer.analysis.topics import TopicFacts, TopicPlace, topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_columns import names_situations, row_roles
from ctxlayer.layer.terms import term_fault
from ctxlayer.layer.topic import Header, Role, Topic, TriggerTable
from ctxlayer.text import Edit

_TEMPLATE = "`<adapter> <object>`, read-only"
_PARTS: tuple[Role, ...] = ("files", "live", "vocabulary")
_FOREIGN_PARTS: tuple[Role, ...] = ("files",)
"""The columns asked of a table of situations: they are its vocabulary, and its form has no live pointers."""


class Lack(NamedTuple):
    """The parts that a topic has not, in order, and the edits that fill them all; spans count from
    the topic's start. No edits where there is nothing to offer."""

    parts: tuple[Role, ...]
    edits: tuple[Edit, ...]


class Columnless(NamedTuple):
    """A table without a column for some parts of its topics."""

    path: str
    header: Header
    parts: tuple[Role, ...]


class Completeness(NamedTuple):
    """What is missing in a layer. `topics` are those that could have it in their own table."""

    topics: tuple[tuple[TopicPlace, Lack], ...]
    headers: tuple[Columnless, ...]


def completeness(snapshot: Snapshot, last: Completeness | None) -> Completeness:
    """A query: topics without a part; the same object while nothing that it says changes."""
    index = snapshot.ask(topic_index)
    topics = tuple(snapshot.ask(_lacks).places(index))
    headers = tuple(
        Columnless(path, header, parts)
        for path, table in index.tables
        for header, parts in _columnless(table)
    )
    found = Completeness(topics, headers)
    return last if last is not None and last == found else found


def _lacks(snapshot: Snapshot, last: Few[Lack] | None) -> Few[Lack]:
    """A query: what each topic lacks."""
    return few(snapshot.ask(topic_index), last, _lack)


def _lack(facts: TopicFacts) -> Lack | None:
    topic = facts.topic
    parts = tuple(_missing(topic))
    if not parts:
        return None
    contents: dict[Role, list[str]] = {
        part: _content(part, facts) for part in parts if part != "topic"
    }
    if len(contents) < len(parts) or not all(contents.values()):
        return Lack(parts, ())
    return Lack(parts, part_edits(topic, contents) or ())


def _missing(topic: Topic) -> Iterator[Role]:
    if not topic.name:
        yield "topic"
    for part in _PARTS:
        # Where the whole table has no such column, its header is at fault.
        if _is_empty(topic, part) and (topic.shape == "section" or part in topic.columns):
            yield part


def _is_empty(topic: Topic, part: Role) -> bool:
    if part == "files":
        # What a cell of agents says in words leads somewhere as well.
        return not topic.pointers and not any(
            cell.start < cell.end
            for cell, role in zip(topic.cells, topic.columns, strict=False)
            if role == "agents"
        )
    if part == "live":
        return not topic.live and topic.cluster != "meta"
    return not topic.vocabulary


def _content(part: Role, facts: TopicFacts) -> list[str]:
    """What the fix writes; nothing where there is nothing to offer."""
    name = facts.topic.name
    if part == "vocabulary":
        return [] if term_fault(name) or "`" in name else [name]
    if part == "live":
        names = list(facts.adapters.by_name) if facts.adapters.configured else []
        return [f"{names[0]} `<object>`, read-only" if len(names) == 1 else _TEMPLATE]
    files = facts.tree.below(f"knowledge/{name}")
    return [bare_name(name, path) for path in files if path.endswith((".md", ".mdc"))]


def _columnless(table: TriggerTable) -> Iterator[tuple[Header, tuple[Role, ...]]]:
    """The headers without a column for a part that one of their rows should have."""
    lacking = []
    for header in table.headers:
        roles = row_roles(header.columns)
        wanting = _FOREIGN_PARTS if names_situations(header.columns) else _PARTS
        if "agents" in roles:
            wanting = tuple(part for part in wanting if part != "files")
        missing = tuple(part for part in wanting if part not in roles)
        # Columns that nobody knows are told of themselves; they may be those that are missing.
        lacking.append(missing if len(missing) > roles.count(None) else ())
    if not any(lacking):
        return
    starts = [header.span.start for header in table.headers]
    wanted: list[set[Role]] = [set() for _ in starts]
    for offset, topic in table.topics:
        at = bisect_right(starts, offset) - 1
        if at >= 0 and topic.shape == "row" and lacking[at]:
            wanted[at].update(part for part in lacking[at] if _is_empty(topic, part))
    for header, parts, missed in zip(table.headers, lacking, wanted, strict=True):
        found = tuple(part for part in parts if part in missed)
        if found:
            yield header, found
