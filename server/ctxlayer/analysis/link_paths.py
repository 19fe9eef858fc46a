"""The links and imports of a document as paths: where they lead from, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from posixpath import normpath, relpath
from typing import NamedTuple
from urllib.parse import quote

from ctxlayer.analysis.imports import import_graph
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.link_target import from_root as from_root
from ctxlayer.layer.link_target import read_target
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import TriggerTable
from ctxlayer.syntax.markdown import scan_imports
from ctxlayer.syntax.markdown_nodes import Link
from ctxlayer.text import Span

LENIENT = frozenset({Kind.RULE, Kind.WORKFLOW, Kind.SKILL, Kind.TICKET, Kind.BUNDLE})
"""Texts that an agent is given without their place: their paths may count from the root."""

_PLAIN = re.compile(r"[A-Za-z0-9.-]+")
_UNSAFE = re.compile(r"[\x00-\x20\x7f()<>\\%#?`|\[\]\"]")
_SPOILS_ANGLES = re.compile(r"[<>\\%#?\n\r]")


class PathLink(NamedTuple):
    """A link that names a file, or an anchor of its own document.

    `span` is the path as written, without the anchor; `candidates` are the paths from the root
    that it may mean, likeliest first, without `.` and `..`: those that begin with `../` leave the
    layer. They are the document itself where only an anchor is written. `rooted` are those that
    are taken from the root: a path that starts with a slash, and what agents take so in rules.
    """

    link: Link
    span: Span
    anchor_span: Span
    candidates: tuple[str, ...]
    rooted: tuple[str, ...] = ()

    def target(self, snapshot: Snapshot) -> str:
        """The candidate that is a file or folder of the layer, else the likeliest."""
        tree = snapshot.tree
        for path in (*self.candidates, *self.rooted):
            if path in tree.paths or path.rstrip("/") in tree.folders:
                return path
        return (*self.candidates, *self.rooted)[0]


def path_links(document: Document, snapshot: Snapshot) -> Iterator[PathLink]:
    """The links and imports of a document that name files, without a table's pointers."""
    pointers = _pointer_spans(document, snapshot)
    links = (*document.inline.links, *_imports(document, snapshot))
    for link in links:
        if link.kind == "reference" or link.target_span.start in pointers:
            continue  # a reference has the target of its definition
        found = read_link(link, document)
        if found is not None:
            yield found


def read_link(link: Link, document: Document) -> PathLink | None:
    """The path that a link of `document` names; None for web pages and the like."""
    target = read_target(link)
    if target.reach not in ("path", "root", "site"):
        return None
    if not target.path:
        own = PathLink(link, target.span, target.anchor_span, (document.path,))
        return own if target.anchor else None
    relative_too = target.reach == "path"
    rooted_too = not relative_too or (document.kind in LENIENT and link.kind != "import")
    folder = document.path.rpartition("/")[0]
    return PathLink(
        link,
        target.span,
        target.anchor_span,
        _joined(folder, target.spellings) if relative_too else (),
        _joined("", target.spellings) if rooted_too else (),
    )


def _joined(folder: str, spellings: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(from_root(folder, each) for each in spellings))


def _imports(document: Document, snapshot: Snapshot) -> tuple[Link, ...]:
    """`@path` imports: of rules, and of whatever a runtime comes to by them."""
    if "@" not in document.text:
        return ()
    if document.kind is not Kind.RULE and document.path not in snapshot.ask(import_graph).readers:
        return ()
    start = document.frontmatter.body_start
    return scan_imports(document.text, document.blocks, document.inline, start)


def _pointer_spans(document: Document, snapshot: Snapshot) -> frozenset[int]:
    """Where the targets of a table's pointers start."""
    if document.kind is not Kind.TRIGGER_TABLE:
        return frozenset()
    table: TriggerTable = document.table(snapshot.settings)
    return frozenset(
        offset + pointer.path_span.start
        for offset, topic in table.topics
        for pointer in topic.pointers
    )


# Writing.


def written_link(
    link: PathLink, target: str, document: Document, place: str, *, rooted: bool = False
) -> str:
    """`target` (from the root) as the document, then at `place`, writes its path in `link`.

    `rooted` says that the path is taken from the root, and so it stays.
    """
    old = link.span.of(document.text)
    plain = rooted and not old.startswith("/")
    new = target if plain else relative(target, place, old)
    if link.link.kind == "import":
        return new.replace(" ", "\\ ")
    angled = document.text[link.span.start - 1 : link.span.start] == "<"
    return encoded(new, like=old, angled=angled)


def relative(target: str, place: str, like: str) -> str:
    """The path from the file at `place` to `target`, with the slashes and dots that `like` has."""
    end = "/" if like.endswith("/") else ""
    if like.startswith("/"):
        return f"/{target}{end}"
    # Any absolute folder will do: both paths are taken from the same root.
    root = "/r" * (target.count("../") + 1)
    path = relpath(normpath(f"{root}/{target}"), normpath(f"{root}/{place}/.."))
    lead = "./" if like.startswith("./") and not path.startswith("../") else ""
    return f"{lead}{path}{end}"


def encoded(path: str, *, like: str, angled: bool = False) -> str:
    """`path` as a link target: percent-encoded where it has to be, or where `like` is."""
    if angled and not _SPOILS_ANGLES.search(path):
        return path
    if "%" in like:
        return quote(path, safe="/-_.~!$&'*+,;=:@")
    kept = "()" if "(" in like and path.count("(") == path.count(")") else ""

    def percent(found: re.Match[str]) -> str:
        return found[0] if found[0] in kept else f"%{ord(found[0]):02X}"

    return _UNSAFE.sub(percent, path)


# Which documents to look into.


def may_name(document: Document, path: str) -> bool:
    """Whether a document may write a path that leads to `path`, at the price of a few searches.

    Whoever leads to it has to write the names below the folder that both share.
    """
    there, words = _parts(path)
    text = document.text
    if words[-1] not in text:
        return False
    here = document.path.split("/")[:-1]
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    return all(word in text for word in words[common:-1])


@lru_cache(maxsize=4096)
def _parts(path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a path, and of each the longest run that every way to write a link keeps."""
    names = tuple(path.split("/"))
    return names, tuple(max(_PLAIN.findall(name), key=len, default="") for name in names)
