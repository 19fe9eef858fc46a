"""`@path` imports: which documents they are read in, how deep, and where they run in a circle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.link_target import from_root
from ctxlayer.layer.runtimes import PROFILES, Imports, Profile
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.syntax.markdown import scan_imports
from ctxlayer.syntax.markdown_nodes import Link
from ctxlayer.text import Span

_MARK = re.compile(r"(?<!\S)@[^\s@]")

_ROOTS = (Kind.RULE, Kind.TRIGGER_TABLE)
"""What a runtime reads of itself; a memory file may be a trigger table as well."""


class Reader(NamedTuple):
    """The runtime that reads the imports of a document, `hops` imports away from its own files."""

    title: str
    imports: Imports
    hops: int


class Circle(NamedTuple):
    """Imports that lead back to where they began: `chain` from the first document to itself.

    `path` and `span` are the import that closes it, `others` the same of those before, in order.
    """

    path: str
    span: Span
    chain: tuple[str, ...]
    others: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class ImportGraph:
    """Who reads imports where, and their circles. `generation` is that of the snapshot."""

    readers: Mapping[str, Reader]
    circles: tuple[Circle, ...]
    tree: Tree = field(compare=False, repr=False)
    generation: int = field(compare=False)


def imports_of(document: Document) -> tuple[Link, ...]:
    """The imports that a document writes, whether anybody reads them or not."""
    if "imports" not in document.memo:
        document.memo["imports"] = _scan(document)
    found: tuple[Link, ...] = document.memo["imports"]
    return found


def _scan(document: Document) -> tuple[Link, ...]:
    text = document.text
    if not document.path.endswith((".md", ".mdc")) or not _MARK.search(text):
        return ()
    return scan_imports(text, document.blocks, document.inline, document.frontmatter.body_start)


def taken_path(link: Link) -> str:
    """The path that a loader makes of an import which runs to the next blank."""
    return link.text.replace("\\ ", " ").partition("#")[0]


def meant_path(link: Link) -> str:
    """The path that the author of an import means."""
    return link.target.replace("\\ ", " ").partition("#")[0]


def import_graph(snapshot: Snapshot, last: ImportGraph | None) -> ImportGraph:
    """A query: the graph of imports; few documents have any part in it."""
    if last is not None and _stands(last, snapshot):
        return last
    readers: dict[str, Reader] = {}
    for profile in PROFILES.values():
        if profile.imports is not None:
            for path, hops in _depths(profile, profile.imports, snapshot).items():
                known = readers.get(path)
                if known is None or (known.imports.to_blank, -known.hops) < (
                    profile.imports.to_blank,
                    -hops,
                ):
                    readers[path] = Reader(profile.title, profile.imports, hops)
    circles = tuple(_circles(readers, snapshot))
    return ImportGraph(readers, circles, snapshot.tree, snapshot.generation)


def _stands(last: ImportGraph, snapshot: Snapshot) -> bool:
    changed = snapshot.changed_since(last.generation)
    return (
        changed is not None
        and last.tree is snapshot.tree
        and not any(path in last.readers or _is_root(path, snapshot) for path in changed)
    )


def _is_root(path: str, snapshot: Snapshot) -> bool:
    document = snapshot.document(path)
    if document is None or document.kind not in _ROOTS:
        return False
    profile = PROFILES.get(document.runtime)
    return profile is not None and profile.imports is not None


def _depths(profile: Profile, imports: Imports, snapshot: Snapshot) -> dict[str, int]:
    """How many imports lead to each document that the runtime comes to; its own files are at 0."""
    roots = [
        each for kind in _ROOTS for each in snapshot.of_kind(kind) if each.runtime == profile.id
    ]
    depths = {document.path: 0 for document in roots}
    while roots:
        further = []
        for document in roots:
            for _, target in edges(document, imports, snapshot):
                if target.path not in depths:
                    depths[target.path] = depths[document.path] + 1
                    further.append(target)
        roots = further
    return depths


def edges(
    document: Document, imports: Imports, snapshot: Snapshot
) -> Iterator[tuple[Link, Document]]:
    """The imports of a document that a runtime follows to other documents of the layer."""
    folder = document.path.rpartition("/")[0]
    for link in imports_of(document):
        path = taken_path(link) if imports.to_blank else meant_path(link)
        target = snapshot.document(snapshot.tree.real(from_root(folder, path)))
        if target is not None and not path.startswith(("/", "~")):
            yield link, target


def _circles(readers: Mapping[str, Reader], snapshot: Snapshot) -> Iterator[Circle]:
    """One circle of those that share a document: mending it shows the next."""
    done: set[str] = set()
    told: set[str] = set()
    for root in sorted(readers, key=lambda path: (readers[path].hops, path)):
        if root in done:
            continue
        trail = {root: Span.at(0)}  # in order, with the import that led to each
        waiting = [_steps(root, readers, snapshot)]
        while waiting:
            step = next(waiting[-1], None)
            if step is None:
                waiting.pop()
                done.add(trail.popitem()[0])
                continue
            link, target = step
            if target in trail:
                trailed = list(trail)
                chain = trailed[trailed.index(target) :]
                if told.isdisjoint(chain):
                    others = tuple((path, trail[next_]) for path, next_ in pairwise(chain))
                    yield Circle(chain[-1], link.target_span, (*chain, target), others)
                    told.update(chain)
            elif target not in done:
                trail[target] = link.target_span
                waiting.append(_steps(target, readers, snapshot))


def _steps(
    path: str, readers: Mapping[str, Reader], snapshot: Snapshot
) -> Iterator[tuple[Link, str]]:
    document = snapshot.document(path)
    if document is not None and path in readers:
        for link, target in edges(document, readers[path].imports, snapshot):
            yield link, target.path
