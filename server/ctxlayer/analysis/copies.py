"""Extractions whose text stands in a newer one of their topic, or in a knowledge file of it.

Line by line: a text is copied where most of it, by its letters, stands in the other as whole lines. Case,
blanks and list marks do not count. What was only said again in other words is no copy. Thousands of texts are
compared, and few have a line in common: only where a good part of the lines is the same, blanks and all, are
the two looked at more closely.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from ctxlayer.analysis.graded import is_superseded
from ctxlayer.analysis.indexing import owning_topic
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import INDEXED_KINDS, Kind
from ctxlayer.layer.shelf import Shelf
from ctxlayer.layer.snapshot import Snapshot

_MOST_OF_IT = 0.8
_PART_OF_IT = 0.4
"""Of its lines, blanks and all, so much is common at least to a text and a copy worth a closer look."""
_LEAST = 200
"""Letters of a text that is worth comparing."""
_SHORTEST_LINE = 12
"""Shorter lines are headings and labels, which all texts of a topic have alike."""

_LEAD = " \t>|#*+-0123456789.)"
_DATED = re.compile(r"\d{4}-\d\d-\d\d")


class Groups(NamedTuple):
    """The knowledge files and extractions of each topic, by path; topics without an extraction left out.

    `names` are the topic names that they were told by.
    """

    names: Mapping[str, str]
    topic_of: Mapping[str, str]
    by_topic: Mapping[str, tuple[str, ...]]


def _groups(snapshot: Snapshot, last: Groups | None) -> Groups:
    index = snapshot.ask(topic_index)
    changed = snapshot.changed_since_last(_groups)
    if last is not None and changed is not None and last.names is index.folded_names:
        kept = all((path in last.topic_of) is _is_indexed(path, snapshot) for path in changed)
        if kept:
            return last
    topic_of = {
        path: owning_topic(path, kind, index).casefold()
        for kind in INDEXED_KINDS
        for path in snapshot.by_kind.get(kind, {})
    }
    by_topic: dict[str, list[str]] = {}
    for path, topic in topic_of.items():
        if topic:
            by_topic.setdefault(topic, []).append(path)
    extracted = snapshot.by_kind.get(Kind.EXTRACTION, Shelf())
    found = {
        topic: tuple(sorted(paths))
        for topic, paths in by_topic.items()
        if len(paths) > 1 and any(path in extracted for path in paths)
    }
    return Groups(index.folded_names, topic_of, found)


def _is_indexed(path: str, snapshot: Snapshot) -> bool:
    document = snapshot.document(path)
    return document is not None and document.kind in INDEXED_KINDS


class _Copies(NamedTuple):
    groups: Groups
    by_path: Mapping[str, str]


def copies(snapshot: Snapshot, last: Mapping[str, str] | None) -> Mapping[str, str]:
    """A query: extractions that are copied, each with the file that has their text."""
    return snapshot.ask(_copies).by_path


def _copies(snapshot: Snapshot, last: _Copies | None) -> _Copies:
    groups = snapshot.ask(_groups)
    changed = snapshot.changed_since_last(_copies)
    if last is None or changed is None or last.groups is not groups:
        return _Copies(groups, _found(groups.by_topic, groups, snapshot))
    topics = {groups.topic_of[path] for path in changed if path in groups.topic_of}
    if not topics:
        return last
    touched = set(chain.from_iterable(groups.by_topic.get(topic, ()) for topic in topics))
    kept = {path: of for path, of in last.by_path.items() if path not in touched}
    found = {**kept, **_found(topics, groups, snapshot)}
    return last if found == last.by_path else _Copies(groups, found)


def _found(topics: Iterable[str], groups: Groups, snapshot: Snapshot) -> dict[str, str]:
    found: dict[str, str] = {}
    for topic in topics:
        documents = [snapshot.documents[path] for path in groups.by_topic.get(topic, ())]
        for document in documents:
            of = _copy_of(document, documents) if document.kind is Kind.EXTRACTION else None
            if of is not None:
                found[document.path] = of
    return found


def _copy_of(document: Document, others: Iterable[Document]) -> str | None:
    """The file that says what an extraction says: a knowledge file before a newer extraction."""
    own = _raw_lines(document)
    alike = [
        other
        for other in others
        if other is not document and len(own & _raw_lines(other)) >= _PART_OF_IT * len(own)
    ]
    if not alike:
        return None
    lines = _lines(document)
    whole = sum(lines.values())
    if whole < _LEAST:
        return None
    for other in sorted(alike, key=lambda each: (each.kind is Kind.EXTRACTION, each.path)):
        theirs = _lines(other) if _replaces(other, document) else {}
        if sum(lines[line] for line in lines.keys() & theirs.keys()) >= _MOST_OF_IT * whole:
            return other.path
    return None


def _replaces(other: Document, document: Document) -> bool:
    """Whether a file can stand for an extraction: it is knowledge, or an extraction of a later day."""
    if is_superseded(other):
        return False
    return other.kind is not Kind.EXTRACTION or _rank(document) < _rank(other)


def _rank(document: Document) -> tuple[str, str]:
    name = document.path.rpartition("/")[2]
    day = _DATED.match(name)
    return (day[0] if day else "", name)


def _raw_lines(document: Document) -> frozenset[str]:
    """The lines of a body without marks at their beginning, in lower case."""
    if "raw-lines" not in document.reading:
        body = document.text[document.frontmatter.body_start :].casefold()
        lines = (line.lstrip(_LEAD) for line in body.splitlines())
        document.reading["raw-lines"] = frozenset(filter(None, lines))
    found: frozenset[str] = document.reading["raw-lines"]
    return found


def _lines(document: Document) -> Mapping[str, int]:
    """The lines of a body that say something, without what does not count, and their letters."""
    found = {}
    for line in _raw_lines(document):
        words = "".join(line.split())
        if len(words) >= _SHORTEST_LINE:
            found[words] = len(words)
    return found
