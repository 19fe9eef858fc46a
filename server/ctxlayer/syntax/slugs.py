"""The anchors that GitHub gives to headings, and those that authors write as HTML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from ctxlayer.syntax.hidden import outside
from ctxlayer.syntax.markdown_nodes import Blocks, Heading

_DROPPED = re.compile(r"[^\w\- ]")
_HTML_ANCHOR = re.compile(r"""<[a-zA-Z][^<>]*?\s(?:id|name)\s*=\s*["']?([^\s"'<>]+)""")
_KEPT = frozenset(("Ll", "Lu", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"))
"""What GitHub keeps of a heading: letters, marks, decimal digits, `_` and its kind."""


def slug(text: str) -> str:
    """The anchor of a heading that shows `text`, before repeats are numbered."""
    text = text.lower()
    if text.isascii():
        return _DROPPED.sub("", text).replace(" ", "-")
    return "".join(char for char in text if _keeps(char)).replace(" ", "-")


def _keeps(char: str) -> bool:
    return char in "- " or unicodedata.category(char) in _KEPT


def slugs(headings: Iterable[Heading]) -> tuple[str, ...]:
    """The anchor of each heading, in order; the second of a name ends in `-1`, and so on."""
    repeats: dict[str, int] = {}
    found = []
    for heading in headings:
        base = anchor = slug(heading.text)
        while anchor in repeats:
            repeats[base] += 1
            anchor = f"{base}-{repeats[base]}"
        repeats[anchor] = 0
        found.append(anchor)
    return tuple(found)


def html_anchors(text: str, blocks: Blocks) -> tuple[str, ...]:
    """Names given by `<a name="x">` or `id="x"` outside code, in order."""
    if "name" not in text and "id" not in text:
        return ()
    hidden = [*(fence.span for fence in blocks.fences), *blocks.code, *blocks.comments]
    return tuple(match.group(1) for match in outside(_HTML_ANCHOR.finditer(text), hidden))
