"""The anchors of a document, as a link to it may write them."""

from __future__ import annotations

import re
import unicodedata

from ctxlayer.globs import closest
from ctxlayer.layer.document import Document
from ctxlayer.syntax.slugs import html_anchors, slug, slugs
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Span

_ALWAYS = re.compile(
    r":~:|\^|(?:top|readme)?\Z|(?:user-content-)?fn(?:ref)?[-:]?\d|L[0-9]+C[0-9]+", re.IGNORECASE
)
"""Anchors that no heading makes: text fragments, note blocks, footnotes, the page itself."""
_LINES = re.compile(r"[lL]([0-9]{1,9})(?:-[lL]?([0-9]{1,9}))?")
_GIVEN = re.compile(r"\{(?:[ \t]*#|/\*[ \t]*)([\w:.-]+)(?![\w:.-])[^{}\n]*\}")
"""Ids given to headings: `{#id}` of many renderers, `{/*id*/}` of MDX."""
_NAMED = re.compile(r"""<[a-zA-Z][^<>]*?\s(?:id|name)\s*=\s*["']?([^\s"'<>]+)[^<>]*>""")
_HTML_HEADING = re.compile(r"<h[1-6](?:\s[^<>]*)?>([^\n]{0,300}?)</h[1-6]>", re.IGNORECASE)
_HYPHENS = re.compile(r"-+")
_TAG = re.compile(r"<[^<>]*>")
_INVISIBLE = str.maketrans("", "", "\ufe0e\ufe0f\u200d")


def anchors(document: Document) -> frozenset[str]:
    """Every anchor of a document: those that GitHub makes from headings, and those in HTML."""
    key = "anchors"
    if key not in document.memo:
        named = html_anchors(document.text, document.blocks)
        document.memo[key] = frozenset((*slugs(document.blocks.headings), *named))
    found: frozenset[str] = document.memo[key]
    return found


def lines_of(document: Document) -> int:
    """How many lines a document has; a line end at its end starts no further one."""
    return len(document.lines) - (not document.text or document.text.endswith(("\n", "\r")))


def has_anchor(document: Document, anchor: str, *, joined: bool = False) -> bool:
    """Whether a document has an anchor, or its renderer may make one of that name.

    `joined` is for renderers that make one hyphen of many.
    """
    if not anchor or _ALWAYS.match(anchor):
        return True
    wanted = decode(anchor).removeprefix("user-content-")
    known = anchors(document)
    if wanted in known or wanted.lower() in known:
        return True
    loose = _loose_anchors(document)
    if _plain(wanted) in loose:
        return True
    return joined and _HYPHENS.sub("-", _plain(wanted)) in {
        _HYPHENS.sub("-", each).strip("-") for each in loose
    }


def _plain(anchor: str) -> str:
    """An anchor without what renderers treat differently: selectors of emoji, accents."""
    anchor = anchor.lower()
    if anchor.isascii():
        return anchor
    anchor = unicodedata.normalize("NFKD", anchor.translate(_INVISIBLE).replace("đ", "d"))
    return "".join(char for char in anchor if unicodedata.category(char) != "Mn")


def _loose_anchors(document: Document) -> frozenset[str]:
    """What else may lead to a heading: given ids, HTML headings, its words as they are."""
    key = "loose-anchors"
    if key not in document.memo:
        found = {_plain(anchor) for anchor in anchors(document)}
        text = document.text
        if "{" in text:
            found.update(_plain(match[1]) for match in _GIVEN.finditer(text))
        if "</h" in text or "</H" in text:
            shown = (_TAG.sub("", match[1]).strip() for match in _HTML_HEADING.finditer(text))
            found.update(_plain(slug(each)) for each in shown)
        for heading in document.blocks.headings:
            words = heading.text.strip()
            found.add(_plain(words))
            if words != heading.text:  # where HTML stood
                found.add(_plain(slug(words)))
        document.memo[key] = frozenset(found)
    loose: frozenset[str] = document.memo[key]
    return loose


def anchor_place(document: Document, anchor: str) -> Span | None:
    """Where an anchor leads: the text of a heading, or the HTML that names it; None for nowhere."""
    wanted = decode(anchor).removeprefix("user-content-")
    headings = document.blocks.headings
    names = slugs(headings)
    for name in (wanted, wanted.lower()):
        if name in names:
            return headings[names.index(name)].text_span
    for match in (*_NAMED.finditer(document.text), *_GIVEN.finditer(document.text)):
        if match[1] == wanted:
            return Span(*match.span())
    loose = _plain(wanted)
    for heading in headings:
        if loose in (_plain(slug(heading.text.strip())), _plain(heading.text.strip())):
            return heading.text_span
    return None


def anchors_with_titles(document: Document) -> list[tuple[str, str]]:
    """The anchors of a document, each with the heading that it leads to, in order."""
    headings = document.blocks.headings
    named = html_anchors(document.text, document.blocks)
    titles = [heading.text for heading in headings]
    return [*zip(slugs(headings), titles, strict=True), *((name, "") for name in named)]


def nearest_anchor_of(document: Document, anchor: str) -> str | None:
    """The anchor of a document that one which it does not have may stand for."""
    near: dict[str, str | None] = document.memo.setdefault("near-anchors", {})
    if anchor not in near:
        known = anchors(document)
        wanted = decode(anchor)
        name = slug(wanted)
        near[anchor] = name if name in known else closest(wanted, known)
    return near[anchor]


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
