"""Links to headings that move from one document to another, and links in what moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ctxlayer.analysis.link_paths import PathLink, may_name, path_links, written_link
from ctxlayer.analysis.suggestions import relative_link
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import pointer_targets
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.slugs import slugs
from ctxlayer.text import Edit, Span

_Place = tuple[str, str]
"""A file and an anchor in it."""


class Relinking:
    """What becomes of the headings of `source` when its `extents` move to `target`.

    `after` holds the texts of both files afterwards, as far as headings go.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        source: Document,
        extents: Sequence[Span],
        target: str,
        after: Mapping[str, str],
    ) -> None:
        self.snapshot = snapshot
        self.source = source
        self.extents = tuple(extents)
        self.target = target
        self.after = after

    def moves(self, at: int) -> bool:
        """Whether what stands at an offset of the source moves."""
        return any(extent.start <= at < extent.end for extent in self.extents)

    @cached_property
    def places(self) -> dict[str, _Place]:
        """Each anchor of the source: where it will be."""
        headings = self.source.blocks.headings
        new = {path: self._anchors(path) for path in self.after}
        found: dict[str, _Place] = {}
        for heading, anchor in zip(headings, slugs(headings), strict=True):
            path = self.target if self.moves(heading.span.start) else self.source.path
            left = new[path].get(heading.text)
            if left:
                found[anchor] = (path, left.pop(0))
        return found

    def _anchors(self, path: str) -> dict[str, list[str]]:
        """The anchors of a file afterwards by heading, the last ones in the target being ours."""
        placement = self.snapshot.placement(path)
        if placement is None:
            return {}
        headings = Document(path, placement, self.after[path]).blocks.headings
        found: dict[str, list[str]] = {}
        for heading, anchor in zip(headings, slugs(headings), strict=True):
            found.setdefault(heading.text, []).append(anchor)
        if path == self.target:
            ours = [
                each.text for each in self.source.blocks.headings if self.moves(each.span.start)
            ]
            found = {
                text: each[-ours.count(text) :] for text, each in found.items() if text in ours
            }
        return found

    def inner_edits(self) -> Iterator[Edit]:
        """The edits of links and pointers in what moves, in offsets of the source."""
        for link in path_links(self.source, self.snapshot):
            if self.moves(link.link.span.start):
                yield from self._link(link, self.target)
        for place in self.snapshot.ask(topic_index).places_in(self.source.path):
            if self.moves(place.offset):
                yield from self._pointers(place, self.target)

    def outer_edits(self) -> Iterator[tuple[str, Edit]]:
        """(path, edit) of links and pointers to headings that move, in all that stays."""
        for path, document in self.snapshot.documents.items():
            if path != self.source.path and not may_name(document, self.source.path):
                continue
            for link in path_links(document, self.snapshot):
                if document is not self.source or not self.moves(link.link.span.start):
                    for edit in self._link(link, path, document):
                        yield path, edit
        for place in self.snapshot.ask(topic_index).places:
            if place.path != self.source.path or not self.moves(place.offset):
                for edit in self._pointers(place, place.path):
                    yield place.path, edit

    def _link(
        self, link: PathLink, new_home: str, document: Document | None = None
    ) -> Iterator[Edit]:
        document = document or self.source
        target = link.target(self.snapshot)
        anchor = link.anchor_span.of(document.text)
        place, left = self._of(target, anchor)
        if left != anchor:
            yield Edit(link.anchor_span, left)
        if link.span.start == link.span.end:
            if place != new_home:
                yield Edit(link.span, relative_link(place, new_home))
        elif place != target or _folder(new_home) != _folder(document.path):
            yield Edit(link.span, written_link(link, place, document, new_home))

    def _pointers(self, place: TopicPlace, new_home: str) -> Iterator[Edit]:
        topic = place.facts.topic
        for pointer, resolution in zip(topic.pointers, place.facts.resolved, strict=True):
            targets = pointer_targets(pointer, place.path, topic.name)
            if pointer.label is None or not targets:
                continue
            old = resolution.targets[0] if len(resolution.targets) == 1 else targets[0]
            there, left = self._of(old, pointer.anchor or "")
            if pointer.anchor_span is not None and left != pointer.anchor:
                yield Edit(place.span(pointer.anchor_span), left)
            same_folder = _folder(new_home) == _folder(place.path)
            if (there == old and same_folder) if pointer.path else (there == new_home):
                continue
            yield Edit(place.span(pointer.path_span), relative_link(there, new_home))

    def _of(self, path: str, anchor: str) -> _Place:
        if path != self.source.path or not anchor:
            return path, anchor
        return self.places.get(anchor, (path, anchor))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
