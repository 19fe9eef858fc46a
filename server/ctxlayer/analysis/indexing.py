"""Which files the trigger tables lead to, and which not."""

from __future__ import annotations

from ctxlayer.analysis.topics import TopicIndex, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import INDEXED_KINDS, Kind, topic_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust


def orphans(snapshot: Snapshot, last: frozenset[str] | None) -> frozenset[str]:
    """A query: knowledge files and extractions in force that no topic points at."""
    index = snapshot.ask(topic_index)
    if not index.tables:
        return frozenset()
    files = (snapshot.by_kind.get(kind, {}).keys() - index.pointed for kind in INDEXED_KINDS)
    return frozenset(
        path for path in set().union(*files) if not _superseded(snapshot.documents[path])
    )


def _superseded(document: Document) -> bool:
    """A pointer to a superseded file is a fault of its own, so none is asked for."""
    return read_trust(document).status == "superseded"


def rowless_topics(
    snapshot: Snapshot, last: dict[str, tuple[str, ...]] | None
) -> dict[str, tuple[str, ...]]:
    """A query: folders of `knowledge/` that no topic is named after, with their files.

    A folder with a file that some topic points at is known to the table under another name.
    """
    index = snapshot.ask(topic_index)
    folders: dict[str, list[str]] = {}
    for path in snapshot.ask(orphans):
        topic = topic_of(path, Kind.KNOWLEDGE) if path.startswith("knowledge/") else ""
        if topic and topic.casefold() not in index.folded_names:
            folders.setdefault(topic, []).append(path)
    return {
        topic: tuple(sorted(files))
        for topic, files in folders.items()
        if topic not in index.reached
    }


def unindexed(snapshot: Snapshot, last: tuple[Document, ...] | None) -> tuple[Document, ...]:
    """A query: orphans that are not explained by a folder without a topic, by path."""
    explained = {path for files in snapshot.ask(rowless_topics).values() for path in files}
    return tuple(snapshot.documents[path] for path in sorted(snapshot.ask(orphans) - explained))


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
