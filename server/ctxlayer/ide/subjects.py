"""What a cursor is on, if other places may speak of it: a topic, a term, a file, a heading."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from ctxlayer.analysis.link_paths import PathLink, path_links, read_link
from ctxlayer.analysis.links import text_links
from ctxlayer.analysis.named_paths import NamedPath, named_paths
from ctxlayer.analysis.pointers import Resolution
from ctxlayer.analysis.topics import TopicPlace
from ctxlayer.ide.moves.settings import topic_keys
from ctxlayer.ide.topic_health import place_of, resolution_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_places import locate
from ctxlayer.layer.terms import Term
from ctxlayer.syntax.slugs import slugs
from ctxlayer.text import Span

_MARKDOWN = (".md", ".mdc")


class TopicName(NamedTuple):
    """The name of a topic, at `span` of the document."""

    span: Span
    name: str


class TermUse(NamedTuple):
    """A vocabulary term, at `span` of the document."""

    span: Span
    term: Term


class FilePath(NamedTuple):
    """A path that names a file or folder of the layer, at `span` of the document.

    `path` is from the root. What it is written in is one of the others, the rest are None.
    """

    span: Span
    path: str
    pointer: Pointer | None = None
    place: TopicPlace | None = None
    link: PathLink | None = None
    named: NamedPath | None = None


class HeadingText(NamedTuple):
    """A heading, by its number in the document at `path`; `span` is what stands at the cursor."""

    span: Span
    path: str
    number: int


Subject = TopicName | TermUse | FilePath | HeadingText


def subject_at(snapshot: Snapshot, path: str, offset: int) -> Subject | None:
    """What stands at `offset` of the document at `path`."""
    document = snapshot.document(path)
    if document is None:
        return None
    if document.kind is Kind.SETTINGS:
        return _in_settings(document, offset)
    if not path.endswith(_MARKDOWN):
        return None
    block = document.frontmatter
    if block.exists and block.span.start <= offset <= block.span.end:
        return _in_frontmatter(document, offset, snapshot)
    if document.kind is Kind.TRIGGER_TABLE:
        found = _in_table(document, offset, snapshot)
        if found is not None:
            return found
    return _in_link(document, offset, snapshot) or _heading(document, offset)


def _in_settings(document: Document, offset: int) -> TopicName | None:
    for name, span in topic_keys(document):
        if span.holds(offset):
            return TopicName(span, name)
    return None


def _in_frontmatter(document: Document, offset: int, snapshot: Snapshot) -> FilePath | None:
    for named in named_paths(document):
        if named.span.holds(offset) and not named.is_glob:
            target = named_file(named, document, snapshot)
            if target is not None:
                return FilePath(named.span, target, named=named)
    return None


def named_file(named: NamedPath, document: Document, snapshot: Snapshot) -> str | None:
    """The one file that a path in frontmatter names: from the root, else beside its document."""
    path = named.text.partition("#")[0].removeprefix("./").strip("/")
    beside = f"{document.path.rpartition('/')[0]}/{path}".strip("/")
    tree = snapshot.tree
    return next((each for each in (path, beside) if each in tree.paths), None)


def _in_table(document: Document, offset: int, snapshot: Snapshot) -> Subject | None:
    found = locate(document.table(snapshot.settings), offset)
    if found is None:
        return None
    at = offset - found.offset
    if found.part == "name" and found.topic.name and found.topic.name_span.holds(at):
        return TopicName(found.topic.name_span.shift(found.offset), found.topic.name)
    if found.term is not None:
        return TermUse(found.term.span.shift(found.offset), found.term)
    place = place_of(found.topic, document.path, snapshot)
    if found.pointer is None or place is None:
        return None
    return _in_pointer(found.pointer, at, place, snapshot)


def _in_pointer(
    pointer: Pointer, at: int, place: TopicPlace, snapshot: Snapshot
) -> FilePath | HeadingText | None:
    resolution = resolution_of(pointer, place)
    target = pointed_path(pointer, resolution, snapshot)
    if target is None:
        return None
    if pointer.anchor_span is not None and pointer.anchor_span.holds(at):
        number = heading_number(snapshot.document(target), pointer.anchor or "")
        if number is not None:
            return HeadingText(place.span(pointer.anchor_span), target, number)
    if pointer.annotation_span is not None and pointer.annotation_span.holds(at):
        return None
    return FilePath(place.span(pointer.path_span), target, pointer, place)


def pointed_path(pointer: Pointer, resolution: Resolution, snapshot: Snapshot) -> str | None:
    """The one file or folder that a pointer names; None for a glob and where it is dead."""
    folder = (resolution.actual or resolution.tried).rstrip("/")
    if pointer.form != "glob" and folder in snapshot.tree.folders and resolution.targets:
        return folder
    return resolution.targets[0] if len(resolution.targets) == 1 else None


def quick_links(document: Document, snapshot: Snapshot) -> Iterator[PathLink]:
    """The links of a document; of a trigger table only those of its legend.

    The editor asks about each place of the cursor, and a table has thousands of cells to scan.
    """
    if document.kind is not Kind.TRIGGER_TABLE:
        yield from path_links(document, snapshot)
        return
    for link in text_links(document, snapshot):
        found = read_link(link, document) if link.kind != "reference" else None
        if found is not None:
            yield found


def _in_link(document: Document, offset: int, snapshot: Snapshot) -> FilePath | HeadingText | None:
    found = [each for each in quick_links(document, snapshot) if each.link.span.holds(offset)]
    link = min(found, key=lambda each: each.link.span.end - each.link.span.start, default=None)
    if link is None:
        return None
    target = link.target(snapshot)
    on_path = link.span.start < link.span.end and not link.anchor_span.start <= offset
    if not on_path and link.anchor_span.start < link.anchor_span.end:
        anchor = link.anchor_span.of(document.text)
        number = heading_number(snapshot.document(target), anchor)
        if number is not None:
            return HeadingText(link.anchor_span, target, number)
    if target not in snapshot.tree.paths or link.span.start == link.span.end:
        return None
    return FilePath(link.span, target, link=link)


def _heading(document: Document, offset: int) -> HeadingText | None:
    for number, heading in enumerate(document.blocks.headings):
        if heading.text_span.holds(offset):
            return HeadingText(heading.text_span, document.path, number)
    return None


def heading_number(document: Document | None, anchor: str) -> int | None:
    """The number of the heading that an anchor names."""
    if document is None or not anchor:
        return None
    names = slugs(document.blocks.headings)
    spellings = (anchor, unquote(anchor).lower())
    return next((names.index(each) for each in spellings if each in names), None)
