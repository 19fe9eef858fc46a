"""The anchors of a document, as a link to it may write them."""

from __future__ import annotations

import re

from ctxlayer.analysis.pointers import anchors, lines_of
from ctxlayer.globs import closest
from ctxlayer.layer.document import Document
from ctxlayer.syntax.slugs import slug
from ctxlayer.syntax.targets import decode

_ALWAYS = re.compile(
    r":~:|\^|(?:top|readme)?\Z|(?:user-content-)?fn(?:ref)?[-:]?\d|L[0-9]+C[0-9]+", re.IGNORECASE
)
"""Anchors that no heading makes: text fragments, note blocks, footnotes, the page itself."""
_LINES = re.compile(r"[lL]([0-9]{1,9})(?:-[lL]?([0-9]{1,9}))?")
_GIVEN = re.compile(r"\{[ \t]*#([\w:.-]+)[^{}\n]*\}")
_HTML_HEADING = re.compile(r"<h[1-6](?:\s[^<>]*)?>([^\n]*?)</h[1-6]>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_INVISIBLE = str.maketrans("", "", "\ufe0e\ufe0f\u200d")


def has_anchor(document: Document, anchor: str) -> bool:
    """Whether a document has an anchor, or its renderer may make one of that name."""
    if not anchor or _ALWAYS.match(anchor):
        return True
    wanted = decode(anchor).removeprefix("user-content-")
    known = anchors(document)
    if wanted in known or wanted.lower() in known:
        return True
    loose = _loose_anchors(document)
    return _plain(wanted) in loose or wanted in loose


def _plain(anchor: str) -> str:
    return anchor.lower().translate(_INVISIBLE)


def _loose_anchors(document: Document) -> frozenset[str]:
    """What else leads to a heading: given ids, HTML headings, the words of a heading as they are.

    Selectors of emoji, which nobody sees, may be left out.
    """
    key = "loose-anchors"
    if key not in document.memo:
        found = {_plain(anchor) for anchor in anchors(document)}
        text = document.text
        if "{" in text:
            found.update(match[1] for match in _GIVEN.finditer(text) if "#" in match[0])
        if "</h" in text or "</H" in text:
            words = (_TAG.sub("", match[1]).strip() for match in _HTML_HEADING.finditer(text))
            found.update(_plain(slug(each)) for each in words)
        found.update(_plain(heading.text.strip()) for heading in document.blocks.headings)
        document.memo[key] = frozenset(found)
    loose: frozenset[str] = document.memo[key]
    return loose


def nearest_anchor_of(document: Document, anchor: str) -> str | None:
    """The anchor of a document that one which it does not have may stand for."""
    known = anchors(document)
    wanted = decode(anchor)
    name = slug(wanted)
    return name if name in known else closest(wanted, known)


def line_fault(document: Document, anchor: str) -> int | None:
    """How many lines a document has, where `anchor` names lines beyond them; else None."""
    match = _LINES.fullmatch(anchor)
    if match is None:
        return None
    count = lines_of(document)
    last = int(match[2] or match[1])
    return count if last > count or int(match[1]) < 1 else None


def is_line_anchor(anchor: str) -> bool:
    """Whether an anchor names lines, as forges write them: `L12`, `L12-L20`."""
    return _LINES.fullmatch(anchor) is not None
