"""Headings that get another name, and the anchors that lead to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxlayer.analysis.link_paths import may_name, path_links
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.slugs import slugs
from ctxlayer.text import Edit

_MARKDOWN = (".md", ".mdc")


def topic_name_edits(snapshot: Snapshot, name: str, new: str) -> Iterator[tuple[str, Edit]]:
    """(table, edit) of each place where a topic has its name, and of anchors to its heading."""
    for path, table in snapshot.ask(topic_index).tables:
        document = snapshot.documents[path]
        numbers = {each.span.start: at for at, each in enumerate(document.blocks.headings)}
        texts: dict[int, str] = {}
        for offset, topic in table.topics:
            if topic.name == name:
                yield path, Edit(topic.name_span.shift(offset), new)
                if topic.shape == "section" and offset in numbers:
                    heading = document.blocks.headings[numbers[offset]]
                    texts[numbers[offset]] = heading.text.replace(name, new, 1)
        yield from anchor_edits(document, texts, snapshot)


def anchor_edits(
    document: Document, texts: Mapping[int, str], snapshot: Snapshot
) -> Iterator[tuple[str, Edit]]:
    """(path, edit) of the anchors that headings of a document lose when they get other texts.

    `texts` are the new ones by the number of the heading. Repeated names are numbered by GitHub,
    so that the anchors of other headings may change too.
    """
    if not texts:
        return
    headings = document.blocks.headings
    renamed = [
        each._replace(text=texts[number]) if number in texts else each
        for number, each in enumerate(headings)
    ]
    changed = {
        old: new for old, new in zip(slugs(headings), slugs(renamed), strict=True) if old != new
    }
    if changed:
        yield from _pointed(document.path, changed, snapshot)
        yield from _linked(document.path, changed, snapshot)


def _pointed(
    path: str, changed: Mapping[str, str], snapshot: Snapshot
) -> Iterator[tuple[str, Edit]]:
    for place in snapshot.ask(topic_index).pointing_at(path):
        facts = place.facts
        for pointer, resolution in zip(facts.topic.pointers, facts.resolved, strict=True):
            new = changed.get(pointer.anchor or "")
            if new and pointer.anchor_span is not None and resolution.targets == (path,):
                yield place.path, Edit(place.span(pointer.anchor_span), new)


def _linked(
    path: str, changed: Mapping[str, str], snapshot: Snapshot
) -> Iterator[tuple[str, Edit]]:
    for where, document in snapshot.documents.items():
        if not where.endswith(_MARKDOWN) or "#" not in document.text:
            continue
        if where != path and not may_name(document, path):
            continue
        for link in path_links(document, snapshot):
            new = changed.get(link.anchor_span.of(document.text))
            if new and link.target(snapshot) == path:
                yield where, Edit(link.anchor_span, new)
