"""Which files the trigger tables lead to, and which not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from operator import is_
from typing import NamedTuple

from ctxlayer.analysis.tally import Tally
from ctxlayer.analysis.topics import TopicIndex, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import INDEXED_KINDS, Kind, topic_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust


class _Orphans(NamedTuple):
    """Orphans, and what they were worked out from."""

    pointed: Tally
    tables: bool
    paths: frozenset[str]


def orphans(snapshot: Snapshot, last: frozenset[str] | None) -> frozenset[str]:
    """A query: knowledge files and extractions in force that no topic points at."""
    return snapshot.ask(_orphans).paths


def _orphans(snapshot: Snapshot, last: _Orphans | None) -> _Orphans:
    index = snapshot.ask(topic_index)
    tables = bool(index.tables)
    touched = _touched(snapshot, index.pointed, last) if last and last.tables is tables else None
    if not tables:
        paths: frozenset[str] = frozenset()
    elif last is None or touched is None:
        files = (snapshot.by_kind.get(kind, {}).keys() for kind in INDEXED_KINDS)
        paths = frozenset(
            path for path in chain.from_iterable(files) if _is_orphan(path, snapshot, index)
        )
    elif any(_is_orphan(path, snapshot, index) is not (path in last.paths) for path in touched):
        found = {path for path in touched if _is_orphan(path, snapshot, index)}
        paths = last.paths - touched | found
    else:
        paths = last.paths
    return _Orphans(index.pointed, tables, paths)


def _touched(snapshot: Snapshot, pointed: Tally, last: _Orphans) -> frozenset[str] | None:
    """The files that may have become orphans or no longer are; None if that is not known."""
    changed = snapshot.changed_since_last(_orphans)
    turned = pointed.turned_since(last.pointed.serial)
    return None if changed is None or turned is None else changed | turned


def _is_orphan(path: str, snapshot: Snapshot, index: TopicIndex) -> bool:
    document = snapshot.document(path)
    if document is None or document.kind not in INDEXED_KINDS or path in index.pointed:
        return False
    # A pointer to a superseded file is a fault of its own, so none is asked for.
    return read_trust(document).status != "superseded"


class _Reached(NamedTuple):
    """Folders of `knowledge/` by how many files in them some topic points at."""

    pointed: Tally
    folders: Tally


def _reached(snapshot: Snapshot, last: _Reached | None) -> _Reached:
    pointed = snapshot.ask(topic_index).pointed
    turned = pointed.turned_since(last.pointed.serial) if last else None
    if last is None or turned is None:
        return _Reached(pointed, Tally({}).after((), _folders(pointed.counts)))
    come = [path for path in turned if path in pointed]
    gone = [path for path in turned if path not in pointed]
    return _Reached(pointed, last.folders.after(_folders(gone), _folders(come)))


def _folders(paths: Iterable[str]) -> Iterator[str]:
    return (topic_of(path, Kind.KNOWLEDGE) for path in paths if path.startswith("knowledge/"))


class _Rowless(NamedTuple):
    """Folders without a topic, and what they were worked out from."""

    orphans: frozenset[str]
    names: dict[str, str]
    reached: Tally
    topics: dict[str, tuple[str, ...]]


def rowless_topics(
    snapshot: Snapshot, last: dict[str, tuple[str, ...]] | None
) -> dict[str, tuple[str, ...]]:
    """A query: folders of `knowledge/` that no topic is named after, with their files.

    A folder with a file that some topic points at is known to the table under another name.
    """
    return snapshot.ask(_rowless).topics


def _rowless(snapshot: Snapshot, last: _Rowless | None) -> _Rowless:
    names = snapshot.ask(topic_index).folded_names
    alone, reached = snapshot.ask(orphans), snapshot.ask(_reached).folders
    if last and all(map(is_, last[:3], (alone, names, reached))):
        return last
    folders: dict[str, list[str]] = {}
    for path in alone:
        topic = topic_of(path, Kind.KNOWLEDGE) if path.startswith("knowledge/") else ""
        if topic and topic.casefold() not in names and topic not in reached:
            folders.setdefault(topic, []).append(path)
    found = {topic: tuple(sorted(files)) for topic, files in folders.items()}
    return _Rowless(alone, names, reached, found)


def unindexed(snapshot: Snapshot, last: tuple[Document, ...] | None) -> tuple[Document, ...]:
    """A query: orphans that are not explained by a folder without a topic, by path."""
    rowless = snapshot.ask(rowless_topics)
    explained = {path for files in rowless.values() for path in files}
    left = snapshot.ask(orphans) - explained
    if rowless:
        names = {name.casefold(): False for name in snapshot.ask(topic_index).folded_names}
        names |= {name.casefold(): True for name in rowless}
        left = frozenset(path for path in left if not _is_of_rowless(path, snapshot, names))
    return tuple(snapshot.documents[path] for path in sorted(left))


def _is_of_rowless(path: str, snapshot: Snapshot, names: Mapping[str, bool]) -> bool:
    """Whether an extraction is for a topic without a row, by the longest name that its own begins with."""
    if snapshot.documents[path].kind is not Kind.EXTRACTION:
        return False
    name = topic_of(path, Kind.EXTRACTION).casefold()
    while name and name not in names:
        name = name.rpartition("-")[0]
    return names.get(name, False)


def owning_topic(path: str, kind: Kind, index: TopicIndex) -> str:
    """The topic that a file is for by its place: an existing one as the index spells it.

    Of an extraction, the longest topic name that its own name begins with behind the date; where no
    topic fits, whatever the name says.
    """
    said = topic_of(path, kind)
    name = said.casefold()
    while name:
        if name in index.folded_names:
            return index.folded_names[name]
        name = name.rpartition("-")[0] if kind is Kind.EXTRACTION else ""
    return said
