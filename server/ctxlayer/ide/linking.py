"""Where links lead, and where in a file an anchor or a line is."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.markdown import scan_blocks, scan_inline
from ctxlayer.syntax.markdown_nodes import Link
from ctxlayer.syntax.slugs import slugs
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Span

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_OPENABLE = ("http://", "https://", "mailto:")
_LINES = re.compile(r"[lL]([0-9]{1,9})(?:-[lL]?([0-9]{1,9}))?")
_START = Span.at(0)


class Destination(NamedTuple):
    """Where a link leads: a file of the layer root (with an anchor or ""), or a web page."""

    path: str | None
    anchor: str = ""
    url: str | None = None


def destination(link: Link, document: Document, snapshot: Snapshot) -> Destination | None:
    """What a link of `document` leads to; None where it leads nowhere that is known."""
    target = link.target
    if _SCHEME.match(target):
        url = link.decoded if link.kind == "autolink" else target
        return Destination(None, url=url) if url.startswith(_OPENABLE) else None
    path, _, anchor = target.partition("#")
    if not path:
        return Destination(document.path, decode(anchor)) if anchor else None
    folder = document.path.rpartition("/")[0]
    for spelling in dict.fromkeys((decode(path), path)):
        found = join(folder, spelling)
        if found is not None and found in snapshot.tree.paths:
            return Destination(found, decode(anchor))
    return None


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
    headings = document.blocks.headings
    names = slugs(headings)
    for wanted in (anchor, unquote(anchor).lower()):
        if wanted in names:
            return headings[names.index(wanted)].text_span
    return _START


def lines_span(document: Document, first: int, last: int) -> Span:
    """One-based lines, both included; clamped to the file."""
    lines = document.lines
    start = lines.offset(max(first, 1) - 1, 0)
    return Span(start, max(start, lines.offset(max(last, first) - 1, len(document.text))))


def text_links(document: Document, snapshot: Snapshot) -> tuple[Link, ...]:
    """The links of a document that are no pointers of a topic.

    Of a trigger table only what stands above its first topic is read, its legend: the links
    below are pointers, and a table has thousands of them.
    """
    if document.kind is not Kind.TRIGGER_TABLE:
        return document.inline.links
    topics = document.table(snapshot.settings).topics
    legend = document.text[: topics[0][0]] if topics else document.text
    known = document.memo.get("legend-links")
    if known is None or known[0] != legend:
        blocks = scan_blocks(legend, min(document.frontmatter.body_start, len(legend)))
        links = scan_inline(legend, blocks).links
        known = document.memo["legend-links"] = (legend, links)
    found: tuple[Link, ...] = known[1]
    return found


def link_at(document: Document, offset: int, snapshot: Snapshot) -> Link | None:
    """The innermost link at `offset`."""
    found = [link for link in text_links(document, snapshot) if link.span.holds(offset)]
    return min(found, key=lambda link: link.span.end - link.span.start, default=None)
