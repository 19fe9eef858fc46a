"""Which places speak of the thing under the cursor, in the layer and in the same document."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ctxlayer.analysis.indexing import owning_topic
from ctxlayer.analysis.link_paths import PathLink, may_name, path_links
from ctxlayer.analysis.named_paths import named_paths
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.adapter_places import adapter_at, adapter_places
from ctxlayer.ide.model import Location
from ctxlayer.ide.moves.cases import case_topics
from ctxlayer.ide.moves.settings import topic_keys
from ctxlayer.ide.subjects import (
    FilePath,
    HeadingText,
    Subject,
    TermUse,
    TopicName,
    heading_number,
    named_file,
    pointed_path,
    quick_links,
    subject_at,
)
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot

_MARKDOWN = (".md", ".mdc")
_MOST = 1_000
"""Places of one answer; more is a search, not an answer."""


def references(
    snapshot: Snapshot, path: str, offset: int, *, declaration: bool = True
) -> tuple[Location, ...]:
    """The places that speak of what stands at `offset`, by file and place.

    `declaration` brings the thing itself too: a topic's row, a heading.
    """
    adapter = adapter_at(snapshot, path, offset)
    if adapter is not None:
        places = adapter_places(adapter, snapshot, declaration=declaration)
        return tuple(sorted(set(islice(places, _MOST))))
    subject = subject_at(snapshot, path, offset)
    if subject is None:
        return ()
    found = set(islice(_places(subject, snapshot, declaration), _MOST))
    return tuple(sorted(found))


def highlights(snapshot: Snapshot, path: str, offset: int) -> tuple[Location, ...]:
    """Those of them that lie in the document itself."""
    adapter = adapter_at(snapshot, path, offset)
    if adapter is not None:
        places = adapter_places(adapter, snapshot, declaration=True)
        return tuple(sorted({each for each in places if each.path == path}))
    subject = subject_at(snapshot, path, offset)
    document = snapshot.document(path)
    if subject is None or document is None:
        return ()
    found = set(_in_document(subject, document, snapshot))
    return tuple(sorted(found))


def _places(subject: Subject, snapshot: Snapshot, declaration: bool) -> Iterator[Location]:
    if isinstance(subject, TopicName):
        yield from _of_topic(subject.name, snapshot, declaration)
    elif isinstance(subject, TermUse):
        yield from _of_term(subject, snapshot)
    elif isinstance(subject, FilePath):
        yield from _of_file(subject.path, snapshot)
    else:
        yield from _of_heading(subject, snapshot, declaration)


def _in_document(subject: Subject, document: Document, snapshot: Snapshot) -> Iterator[Location]:
    if isinstance(subject, (TopicName, TermUse)) and document.kind is not Kind.SETTINGS:
        yield from (each for each in _places(subject, snapshot, True) if each.path == document.path)
    elif isinstance(subject, FilePath):
        yield from _pointers_at(subject.path, snapshot, document.path)
        yield from _naming(subject.path, document, snapshot, quick_links(document, snapshot))
    elif isinstance(subject, HeadingText):
        if subject.path == document.path:
            yield _heading(subject, snapshot)
        links = quick_links(document, snapshot)
        yield from _anchors_in(document, subject, snapshot, links)


# Topics and terms.


def _of_topic(name: str, snapshot: Snapshot, declaration: bool) -> Iterator[Location]:
    """Its rows and headings; the files that are its own by their place; settings and cases."""
    index = snapshot.ask(topic_index)
    if declaration:
        for place in index.names.get(name, ()):
            yield Location(place.path, place.span(place.facts.topic.name_span))
    settings = snapshot.document(snapshot.settings_file)
    if settings is not None and settings.kind is Kind.SETTINGS:
        yield from (
            Location(settings.path, span) for key, span in topic_keys(settings) if key == name
        )
    for document in snapshot.of_kind(Kind.ROUTING_CASES):
        yield from (
            Location(document.path, span) for topic, span in case_topics(document) if topic == name
        )
    for path in own_files(name, snapshot):
        yield Location(path, snapshot.documents[path].title_span)


def own_files(name: str, snapshot: Snapshot) -> Iterator[str]:
    """The knowledge files and extractions that are for a topic by their place."""
    for path in snapshot.by_kind.get(Kind.KNOWLEDGE, ()):
        if path.startswith(f"knowledge/{name}/"):
            yield path
    index = snapshot.ask(topic_index)
    for path in snapshot.by_kind.get(Kind.EXTRACTION, ()):
        if name in path and owning_topic(path, Kind.EXTRACTION, index) == name:
            yield path


def _of_term(subject: TermUse, snapshot: Snapshot) -> Iterator[Location]:
    key = subject.term.key
    for place in snapshot.ask(topic_index).places:
        if key in place.facts.term_keys:
            for term in place.facts.topic.vocabulary:
                if term.key == key:
                    yield Location(place.path, place.span(term.span))


# Files and headings.


def _of_file(path: str, snapshot: Snapshot) -> Iterator[Location]:
    yield from _pointers_at(path, snapshot)
    for document in snapshot.documents.values():
        if document.path.endswith(_MARKDOWN) and may_name(document, path):
            yield from _naming(path, document, snapshot, path_links(document, snapshot))


def _pointers_at(path: str, snapshot: Snapshot, table: str | None = None) -> Iterator[Location]:
    """The pointers at a file, those of its folders and globs too; or at a folder."""
    folder = path in snapshot.tree.folders
    for place in snapshot.ask(topic_index).places:
        facts = place.facts
        if table not in (None, place.path) or not (folder or path in facts.targets):
            continue
        for pointer, resolution in zip(facts.topic.pointers, facts.resolved, strict=True):
            at_it = path in resolution.targets
            if at_it or (folder and pointed_path(pointer, resolution, snapshot) == path):
                yield Location(place.path, place.span(pointer.path_span))


def _naming(
    path: str, document: Document, snapshot: Snapshot, links: Iterator[PathLink]
) -> Iterator[Location]:
    """The links and the frontmatter of a document that lead to a file."""
    for link in links:
        if link.span.start < link.span.end and link.target(snapshot) == path:
            yield Location(document.path, link.span)
    for named in named_paths(document):
        if not named.is_glob and named_file(named, document, snapshot) == path:
            yield Location(document.path, named.span)


def _of_heading(subject: HeadingText, snapshot: Snapshot, declaration: bool) -> Iterator[Location]:
    """The anchors at a heading; of a title, all that leads to its file."""
    if declaration:
        yield _heading(subject, snapshot)
    if subject.number == 0:
        yield from _of_file(subject.path, snapshot)
    for document in snapshot.documents.values():
        if not document.path.endswith(_MARKDOWN) or "#" not in document.text:
            continue
        if document.path == subject.path or may_name(document, subject.path):
            links = path_links(document, snapshot)
            yield from _anchors_in(document, subject, snapshot, links)


def _heading(subject: HeadingText, snapshot: Snapshot) -> Location:
    heading = snapshot.documents[subject.path].blocks.headings[subject.number]
    return Location(subject.path, heading.text_span)


def _anchors_in(
    document: Document, subject: HeadingText, snapshot: Snapshot, links: Iterator[PathLink]
) -> Iterator[Location]:
    target = snapshot.document(subject.path)
    if document.kind is Kind.TRIGGER_TABLE:
        for place in snapshot.ask(topic_index).places_in(document.path):
            if subject.path not in place.facts.targets:
                continue
            for pointer, resolution in zip(
                place.facts.topic.pointers, place.facts.resolved, strict=True
            ):
                at_it = resolution.targets == (subject.path,)
                number = heading_number(target, pointer.anchor or "") if at_it else None
                if number == subject.number and pointer.anchor_span is not None:
                    yield Location(document.path, place.span(pointer.anchor_span))
    for link in links:
        anchor = link.anchor_span.of(document.text)
        at_it = bool(anchor) and link.target(snapshot) == subject.path
        if at_it and heading_number(target, anchor) == subject.number:
            yield Location(document.path, link.anchor_span)
