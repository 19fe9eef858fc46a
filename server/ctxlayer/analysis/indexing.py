"""Which files the trigger tables lead to, which not, and how a missing pointer is added."""

from __future__ import annotations

from ctxlayer.analysis.suggestions import relative_link
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.layer.kinds import INDEXED_KINDS, Kind, topic_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Topic
from ctxlayer.text import Edit, Span


def orphans(snapshot: Snapshot, last: frozenset[str] | None) -> frozenset[str]:
    """A query: knowledge files and extractions that no topic points at."""
    index = snapshot.ask(topic_index)
    if not index.tables:
        return frozenset()
    files = {path for kind in INDEXED_KINDS for path in snapshot.by_kind.get(kind, ())}
    return frozenset(files - index.pointed)


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
        if topic and topic not in index.names:
            folders.setdefault(topic, []).append(path)
    reached = {path.split("/", 2)[1] for path in index.pointed if path.startswith("knowledge/")}
    return {topic: tuple(sorted(files)) for topic, files in folders.items() if topic not in reached}


def unindexed(snapshot: Snapshot, last: tuple[str, ...] | None) -> tuple[str, ...]:
    """A query: orphans that are not explained by a folder without a topic; sorted."""
    explained = {path for files in snapshot.ask(rowless_topics).values() for path in files}
    return tuple(sorted(snapshot.ask(orphans) - explained))


def pointer_insertion(place: TopicPlace, path: str) -> Edit | None:
    """The edit that adds `path` to the files of a topic, in the shape that the topic has.

    None where the topic has no files part that the pointer could go into.
    """
    topic = place.facts.topic
    edit = _in_row(topic, path) if topic.shape == "row" else _in_section(topic, path, place.path)
    if edit is None:
        return None
    return Edit(edit.span.shift(place.offset), edit.new)


def _in_row(topic: Topic, path: str) -> Edit | None:
    if topic.files_span is None:
        return None
    written = bare_name(topic.name, path)
    if not topic.pointers:
        if topic.files_span.start != topic.files_span.end:
            return None
        at = topic.files_span.start
        return Edit(
            Span.at(at), f"{written} " if topic.text[at - 1 : at] == " " else f" {written} "
        )
    at = topic.pointers[-1].span.end
    return Edit(Span.at(at), f"{_separator(topic)}{written}")


def _separator(topic: Topic) -> str:
    """The separator that the cell already uses; ` · ` where it holds one pointer."""
    if len(topic.pointers) < 2:
        return " · "
    between = topic.text[topic.pointers[-2].span.end : topic.pointers[-1].span.start]
    return between if between.strip() in ("·", ",", ";", "<br>") else " · "


def _in_section(topic: Topic, path: str, table: str) -> Edit | None:
    if not topic.pointers:
        return None
    last = topic.pointers[-1]
    text = topic.text
    start = max(text.rfind("\n", 0, last.span.start), text.rfind("\r", 0, last.span.start)) + 1
    bullet = text[start : last.span.start]
    if not bullet.strip() or bullet.strip() not in ("-", "*", "+"):
        return None
    ends = [
        end for end in (text.find("\n", last.span.end), text.find("\r", last.span.end)) if end >= 0
    ]
    at = min(ends, default=len(text))
    newline = "\r\n" if text[at : at + 2] == "\r\n" else text[at : at + 1] or "\n"
    if last.label is None:
        written = bare_name(topic.name, path)
    else:
        written = f"[{path.rpartition('/')[2]}]({relative_link(path, table)})"
    return Edit(Span.at(at), f"{newline}{bullet}{written}")


def bare_name(topic: str, path: str) -> str:
    """`path` as a topic writes it without a link: its own files by name, others from the root."""
    own = f"knowledge/{topic}/"
    if path.startswith(own) and "/" not in path[len(own) :]:
        return path[len(own) :]
    return path
