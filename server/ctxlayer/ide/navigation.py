"""Where things lead: definitions and document links."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ctxlayer.analysis.named_paths import paths_of
from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.analysis.secrets import masked_lines
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.globs import compile_glob, has_magic
from ctxlayer.ide.linking import anchor_span, destination, join, lines_span, link_at, links_of
from ctxlayer.ide.model import DocumentLink, Location
from ctxlayer.ide.topic_health import place_of, resolution_of
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.live_pointer import LivePointer
from ctxlayer.layer.pointer import Pointer, sibling_parts
from ctxlayer.layer.repo_map import repo_map, repo_map_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_places import locate
from ctxlayer.layer.topic import Place
from ctxlayer.syntax.cursor import entry_at
from ctxlayer.syntax.nodes import Entry
from ctxlayer.text import Span

_START = Span.at(0)
_MOST = 50
"""Places that one definition offers: more is a search, not an answer."""


def definition(snapshot: Snapshot, path: str, offset: int) -> tuple[Location, ...]:
    """The places that what stands at `offset` leads to."""
    document = snapshot.document(path)
    if document is None:
        return ()
    entry = entry_at(document.frontmatter, offset)
    if entry is not None:
        return tuple(_from_entry(entry, offset, document, snapshot))[:_MOST]
    if document.kind is Kind.TRIGGER_TABLE:
        place = locate(document.table(snapshot.settings), offset)
        if place is not None and (place.pointer or place.live):
            return tuple(_from_topic(place, path, snapshot))[:_MOST]
    link = link_at(document, offset, snapshot)
    to = destination(link, document, snapshot) if link else None
    if to is None or to.path is None:
        return ()
    return (Location(to.path, anchor_span(snapshot.document(to.path), to.anchor)),)


def document_links(snapshot: Snapshot, path: str) -> tuple[DocumentLink, ...]:
    """Everything in a document that leads to one file or to a web page."""
    document = snapshot.document(path)
    if document is None:
        return ()
    found = list(_entry_links(document, snapshot))
    if document.kind is Kind.TRIGGER_TABLE:
        for place in snapshot.ask(topic_index).places_in(path):
            found += _pointer_links(place, snapshot)
    found += _text_links(document, snapshot)
    return tuple(sorted(map(_shown, found), key=lambda link: link.span))


def _shown(link: DocumentLink) -> DocumentLink:
    """A link whose tooltip repeats no password of an address."""
    return link if link.url is None else link._replace(tooltip=masked_lines(link.tooltip))


# Pointers and live pointers.


def _from_topic(place: Place, path: str, snapshot: Snapshot) -> Iterator[Location]:
    at = place_of(place.topic, path, snapshot)
    if at is None:
        return
    if place.live is not None:
        yield from _adapter(place.live, at, snapshot)
    if place.pointer is not None:
        resolution = resolution_of(place.pointer, at)
        yield from _from_pointer(place.pointer, resolution, snapshot)


def _from_pointer(
    pointer: Pointer, resolution: Resolution, snapshot: Snapshot
) -> Iterator[Location]:
    if pointer.form == "sibling":
        parts = sibling_parts(pointer.path)
        if parts is not None and resolution.state is State.FOUND and not has_magic(parts[1]):
            yield from _in_clone(*parts, snapshot)
    elif resolution.state is State.MISSPELT_CASE:
        yield from (Location(path, _START) for path in _files(resolution.actual, snapshot))
    elif len(resolution.targets) == 1:
        (path,) = resolution.targets
        yield Location(path, _pointed(pointer, snapshot.document(path)))
    else:
        yield from (Location(path, _START) for path in resolution.targets)


def _pointed(pointer: Pointer, document: Document | None) -> Span:
    """The part of a file that a pointer names."""
    if document is not None and pointer.lines is not None:
        return lines_span(document, *pointer.lines)
    return anchor_span(document, pointer.anchor or "")


def _files(path: str, snapshot: Snapshot) -> tuple[str, ...]:
    return (path,) if path in snapshot.tree.paths else snapshot.tree.below(path)


def _in_clone(repo: str, path: str, snapshot: Snapshot) -> Iterator[Location]:
    """A file of a sibling, where the repo map of this machine has the clone."""
    document = repo_map_of(snapshot)
    entry = repo_map(document).by_name.get(repo) if document is not None else None
    facts = snapshot.repos.get(repo)
    clone = entry.path if entry is not None and entry.form in ("absolute", "windows") else ""
    if entry is not None and facts is not None and entry.may_lie_at(facts.path):
        clone = facts.path  # with the home that `~` stands for
    if path and clone:
        yield Location(f"{clone.rstrip('/')}/{path}", _START, absolute=True)


def _adapter(live: LivePointer, place: TopicPlace, snapshot: Snapshot) -> Iterator[Location]:
    """Where the adapter of a live pointer is configured."""
    adapter = place.facts.adapters.by_name.get(live.adapter)
    for each in (adapter,) if adapter else place.facts.adapters.meant(live.adapter):
        config = snapshot.document(each.config)
        server = adapter_config(config).by_name.get(each.name) if config is not None else None
        if config is not None:
            yield Location(config.path, server.name_span if server is not None else _START)


# Frontmatter.


def _from_entry(
    entry: Entry, offset: int, document: Document, snapshot: Snapshot
) -> Iterator[Location]:
    for named in paths_of(entry, document):
        pattern = named.text
        if named.span.holds(offset):
            yield from (Location(path, _START) for path in _named(pattern, document, snapshot))
            parts = None if has_magic(pattern) else sibling_parts(pattern)
            if parts is not None and snapshot.siblings.exists(*parts):
                yield from _in_clone(*parts, snapshot)


def _named(pattern: str, document: Document, snapshot: Snapshot) -> tuple[str, ...]:
    """The files that a path or pattern in frontmatter names."""
    tree = snapshot.tree
    plain = pattern.partition("#")[0].lstrip("/")
    if plain in tree.paths:
        return (plain,)
    beside = join(document.path.rpartition("/")[0], plain)
    if beside is not None and beside in tree.paths:
        return (beside,)
    if plain.rstrip("/") in tree.folders and plain.strip("/"):
        return tree.below(plain.rstrip("/"))
    return tuple(tree.index.matching(compile_glob(pattern))) if has_magic(pattern) else ()


# Links.


def _pointer_links(place: TopicPlace, snapshot: Snapshot) -> Iterator[DocumentLink]:
    topic = place.facts.topic
    for pointer, resolution in zip(topic.pointers, place.facts.resolved, strict=True):
        span = place.span(pointer.path_span)
        if resolution.state is State.WEB:
            url = pointer.path
            if url.startswith(("http://", "https://")):
                yield DocumentLink(span, None, url, url)
        elif len(resolution.targets) == 1:
            (path,) = resolution.targets
            yield DocumentLink(span, path, None, path, _pointed(pointer, snapshot.document(path)))
    for live in topic.live:
        for found in islice(_adapter(live, place, snapshot), 1):
            span = place.span(live.adapter_span)
            yield DocumentLink(span, found.path, None, found.path, found.span)


def _entry_links(document: Document, snapshot: Snapshot) -> Iterator[DocumentLink]:
    for entry in document.frontmatter.entries:
        for named in paths_of(entry, document):
            paths = _named(named.text, document, snapshot)
            if len(paths) == 1:
                yield DocumentLink(named.span, paths[0], None, paths[0])


def _text_links(document: Document, snapshot: Snapshot) -> Iterator[DocumentLink]:
    for link in links_of(document, snapshot):
        if link.kind == "reference":
            continue  # its definition is the link; the target of both is the same text
        to = destination(link, document, snapshot)
        if to is None or (to.path == document.path and not to.anchor):
            continue
        there = None if to.path is None else snapshot.document(to.path)
        place = anchor_span(there, to.anchor)
        yield DocumentLink(link.target_span, to.path, to.url, to.url or to.path or "", place)
