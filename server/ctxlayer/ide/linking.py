"""Where links lead, and where in a file an anchor or a line is."""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxlayer.analysis.anchors import anchor_place
from ctxlayer.analysis.imports import import_graph, imports_of
from ctxlayer.analysis.link_states import LinkState, judge_import, judge_link
from ctxlayer.analysis.links import text_links
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.markdown_nodes import Link
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Span

_OPENABLE = ("http://", "https://", "mailto:")
_LINES = re.compile(r"[lL]([0-9]{1,9})(?:-[lL]?([0-9]{1,9}))?")
_START = Span.at(0)


class Destination(NamedTuple):
    """Where a link leads: a file of the layer root (with an anchor or ""), or a web page."""

    path: str | None
    anchor: str = ""
    url: str | None = None


def destination(link: Link, document: Document, snapshot: Snapshot) -> Destination | None:
    """What a link of `document` leads to; None where it leads nowhere that is known.

    A link with a fault leads to what it is meant to, where that is certain.
    """
    if link.target.startswith(_OPENABLE) or link.kind == "autolink":
        url = link.decoded if link.kind == "autolink" else link.target
        return Destination(None, url=url) if url.startswith(_OPENABLE) else None
    state = _state(link, document, snapshot)
    if state.target not in snapshot.tree.paths or (not state.path and not state.anchor):
        return None
    return Destination(state.target, decode(state.anchor))


def _state(link: Link, document: Document, snapshot: Snapshot) -> LinkState:
    reader = snapshot.ask(import_graph).readers.get(document.path)
    if link.kind == "import" and reader is not None:
        return judge_import(link, document, reader, snapshot)
    return judge_link(link, document, snapshot)


def join(folder: str, path: str) -> str | None:
    """`folder/path` without `.` and `..`, a leading slash meaning the root; None outside it."""
    parts = [] if path.startswith("/") else folder.split("/")
    out: list[str] = []
    for part in (*parts, *path.split("/")):
        if part == "..":
            if not out:
                return None
            out.pop()
        elif part not in ("", "."):
            out.append(part)
    return "/".join(out)


def anchor_span(document: Document | None, anchor: str) -> Span:
    """The heading that an anchor names, or the lines of `L12-L20`; else the start of the file."""
    if document is None or not anchor:
        return _START
    lines = _LINES.fullmatch(anchor)
    if lines:
        return lines_span(document, int(lines[1]), int(lines[2] or lines[1]))
    return anchor_place(document, anchor) or _START


def lines_span(document: Document, first: int, last: int) -> Span:
    """One-based lines, both included; clamped to the file."""
    lines = document.lines
    start = lines.offset(max(first, 1) - 1, 0)
    return Span(start, max(start, lines.offset(max(last, first) - 1, len(document.text))))


def links_of(document: Document, snapshot: Snapshot) -> tuple[Link, ...]:
    """The links and imports of a document that are no pointers of a topic, in order."""
    links = text_links(document, snapshot)
    if document.path not in snapshot.ask(import_graph).readers:
        return links
    return tuple(sorted((*links, *imports_of(document))))


def link_at(document: Document, offset: int, snapshot: Snapshot) -> Link | None:
    """The innermost link at `offset`."""
    found = [link for link in links_of(document, snapshot) if link.span.holds(offset)]
    return min(found, key=lambda link: link.span.end - link.span.start, default=None)
