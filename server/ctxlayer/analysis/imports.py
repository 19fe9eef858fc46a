"""`@path` imports: which documents they are read in, how deep, and where they run in a circle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from ctxlayer.layer.beside import Beside
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.link_target import from_root
from ctxlayer.layer.runtimes import PROFILES, Imports, Profile
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.syntax.markdown import scan_imports
from ctxlayer.syntax.markdown_nodes import Link
from ctxlayer.text import Span

_MARK = re.compile(r"(?<!\S)@[^\s@]")

_SEVERAL = Placement(Kind.WORKFLOW)
"""A stand-in: a file beside the layer is of no kind, and its kind is not looked at."""

_ROOTS = (Kind.RULE, Kind.TRIGGER_TABLE)
"""What a runtime reads of itself; a memory file may be a trigger table as well."""


class Reader(NamedTuple):
    """The runtime that reads the imports of a document, `hops` imports away from its own files."""

    title: str
    imports: Imports
    hops: int


class Circle(NamedTuple):
    """Imports that lead back to where they began: `chain` from the first document to itself.

    `path` and `span` are the import that closes it, `others` the same of those before, in order, with what
    they lead to. In a circle of files that are no documents of the layer, they are the import that leads there.
    """

    path: str
    span: Span
    chain: tuple[str, ...]
    others: tuple[tuple[str, Span, str], ...]


@dataclass(frozen=True, slots=True)
class ImportGraph:
    """Who reads imports where, and their circles.

    `beside` are files on the way that are no documents of the layer, `reads` what read them.
    """

    readers: Mapping[str, Reader]
    circles: tuple[Circle, ...]
    beside: Mapping[str, Document] = field(compare=False, repr=False)
    reads: Beside = field(compare=False, repr=False)
    tree: Tree = field(compare=False, repr=False)


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
    beside = dict(last.beside) if last is not None else {}
    for profile in PROFILES.values():
        if profile.imports is not None:
            for path, hops in _depths(profile, profile.imports, beside, snapshot).items():
                known = readers.get(path)
                if known is None or (known.imports.to_blank, -known.hops) < (
                    profile.imports.to_blank,
                    -hops,
                ):
                    readers[path] = Reader(profile.title, profile.imports, hops)
    circles = tuple(_circles(readers, beside, snapshot))
    beside = {path: each for path, each in beside.items() if path in readers}
    return ImportGraph(readers, circles, beside, snapshot.beside, snapshot.tree)


def _stands(last: ImportGraph, snapshot: Snapshot) -> bool:
    changed = snapshot.changed_since_last(import_graph)
    return (
        changed is not None
        and last.tree is snapshot.tree
        and last.reads is snapshot.beside
        and not any(path in last.readers or _is_root(path, snapshot) for path in changed)
    )


def _is_root(path: str, snapshot: Snapshot) -> bool:
    document = snapshot.document(path)
    if document is None or document.kind not in _ROOTS:
        return False
    profile = PROFILES.get(document.runtime)
    return profile is not None and profile.imports is not None


def _depths(
    profile: Profile, imports: Imports, beside: dict[str, Document], snapshot: Snapshot
) -> dict[str, int]:
    """How many imports lead to each file that the runtime comes to; its own files are at 0."""
    roots = [
        each for kind in _ROOTS for each in snapshot.of_kind(kind) if each.runtime == profile.id
    ]
    depths = {document.path: 0 for document in roots}
    while roots:
        further = []
        for document in roots:
            for _, target in imported(document, imports, beside, snapshot):
                if target.path not in depths:
                    depths[target.path] = depths[document.path] + 1
                    further.append(target)
        roots = further
    return depths


def imported(
    document: Document, imports: Imports, beside: dict[str, Document], snapshot: Snapshot
) -> Iterator[tuple[Link, Document]]:
    """The imports of a file that a runtime follows to other files in the layer's folder.

    Files that are no documents of the layer are kept in `beside`: the same while their text is.
    """
    folder = document.path.rpartition("/")[0]
    for link in imports_of(document):
        path = taken_path(link) if imports.to_blank else meant_path(link)
        if path.startswith(("/", "~")):
            continue
        real = snapshot.tree.real(from_root(folder, path))
        target = snapshot.document(real) or _beside(real, beside, snapshot)
        if target is not None:
            yield link, target


def _beside(path: str, beside: dict[str, Document], snapshot: Snapshot) -> Document | None:
    if path not in snapshot.tree.paths:
        return None
    text = snapshot.beside.text(path)
    if text is None:
        return None
    known = beside.get(path)
    if known is None or known.text != text:
        known = beside[path] = Document(path, _SEVERAL, text)
    return known


def _circles(
    readers: Mapping[str, Reader], beside: dict[str, Document], snapshot: Snapshot
) -> Iterator[Circle]:
    """One circle of those that share a document: mending it shows the next."""
    done: set[str] = set()
    told: set[str] = set()
    for root in sorted(readers, key=lambda path: (readers[path].hops, path)):
        if root in done:
            continue
        trail = {root: Span.at(0)}  # in order, with the import that led to each
        waiting = [_steps(root, readers, beside, snapshot)]
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
                    yield _circle(link, target, trail, snapshot)
                    told.update(chain)
            elif target not in done:
                trail[target] = link.target_span
                waiting.append(_steps(target, readers, beside, snapshot))


def _circle(link: Link, target: str, trail: Mapping[str, Span], snapshot: Snapshot) -> Circle:
    """The circle that an import closes which leads from the end of the trail back to `target`."""
    trailed = list(trail)
    steps = [(path, trail[after], after) for path, after in pairwise(trailed)]
    steps.append((trailed[-1], link.target_span, target))
    chain = trailed[trailed.index(target) :]
    # Only documents have findings; where none takes part, the one that leads there has it.
    told = [step for step in steps if step[0] in snapshot.documents]
    inside = [step for step in told if step[0] in chain]
    path, span, _ = (inside or told)[-1]
    return Circle(path, span, (*chain, target), tuple(inside[:-1]))


def _steps(
    path: str,
    readers: Mapping[str, Reader],
    beside: dict[str, Document],
    snapshot: Snapshot,
) -> Iterator[tuple[Link, str]]:
    document = snapshot.document(path) or beside.get(path)
    if document is not None and path in readers:
        for link, target in imported(document, readers[path].imports, beside, snapshot):
            yield link, target.path
