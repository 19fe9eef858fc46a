"""What a topic says, apart from how it is laid out: equal before and after whatever only rewrites."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ctxlayer.layer.topic import Cluster, Placed, Topic


class Content(NamedTuple):
    """A topic without offsets. Blanks inside a text count as one; `groups` holds all their names.

    A pointer is (form, path, anchor, lines, annotation, label, group), a live pointer (adapter,
    object, read-only). `strays` are the words that belong to no part.
    """

    name: str
    cluster: Cluster
    groups: tuple[str, ...]
    pointers: tuple[tuple[object, ...], ...]
    live: tuple[tuple[str, str, bool], ...]
    terms: tuple[str, ...]
    strays: tuple[str, ...]


def topic_content(topic: Topic) -> Content:
    """The content of one topic. In a row `\\|` is read as the pipe that it stands for."""
    row = topic.shape == "row"

    def plain(text: str | None) -> str | None:
        if text is None:
            return None
        return " ".join((text.replace("\\|", "|") if row else text).split())

    return Content(
        plain(topic.name) or "",
        topic.cluster,
        tuple(plain(group.name) or "" for group in topic.groups),
        tuple(
            (
                each.form,
                plain(each.path),
                plain(each.anchor),
                each.lines,
                plain(each.annotation),
                plain(each.label),
                each.group,
            )
            for each in topic.pointers
        ),
        tuple(
            (plain(each.adapter) or "", plain(each.object) or "", each.read_only)
            for each in topic.live
        ),
        tuple(plain(term.text) or "" for term in topic.vocabulary),
        tuple(filter(None, (plain(stray.of(topic.text)) for stray in topic.strays))),
    )


def contents(topics: Iterable[Placed]) -> tuple[Content, ...]:
    """The contents of a table's topics, in order."""
    return tuple(topic_content(topic) for _, topic in topics)
