"""Places where an author flags a passage as unverified or as written from memory.

Both words have other uses: users are unverified, a page is read from memory. What counts is the flag:
the words by themselves in brackets, in bold, as the label of a line or a section, behind a dash at its
end; and `from memory` behind a verb of writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.analysis.links import hidden_from_links
from ctxlayer.layer.document import Document
from ctxlayer.syntax.hidden import outside
from ctxlayer.text import Span

_FLAG = r"(?P<{0}>unverified|not verified|from memory)"
_ENDS = r"(?=[ \t]*(?:[,;:.!?)\]]|[—–]|-[ \t]|as of\b|since\b|so far\b|[\r\n]|\Z))"
_START, _END = r"(?:(?<=[\r\n])|\A)", r"(?=[\r\n]|\Z)"
_BRACKETS = (
    rf"(?:\(|\[(?![^\]\n]{{0,300}}\]\())[ \t]*(?:still |as yet |so far )?{_FLAG.format('in')}{_ENDS}"
)
_BRACKETS_LAST = rf"[,;][ \t]+{_FLAG.format('last')}[ \t]*[)\]](?!\()"
_BOLD = rf"(?<![*\w])\*{{1,3}}{_FLAG.format('bold')}[ \t]*[:.!]?\*{{1,3}}(?![*\w])"
_LABEL = (
    rf"{_START}[ \t]*(?:(?P<item>[-*+]|[0-9]{{1,3}}[.)])[ \t]+|>[ \t]*)?"
    rf"{_FLAG.format('label')}(?:[ \t]*:|[ \t]+(?:[—–]|-[ \t]))"
)
_HEADING = rf"{_START}#{{1,6}}[ \t]+{_FLAG.format('heading')}(?:[ \t]+(?:claims|notes|assumptions|facts))?[ \t]*{_END}"
_TAIL = rf"(?:[—–]|[ \t]-|⚠️?)[ \t]*{_FLAG.format('tail')}[ \t]*[.!]?[ \t]*{_END}"
_WRITTEN = (
    r"\b(?:written|recalled|quoted|cited|stated|noted|listed|reconstructed|reproduced|typed|drafted)"
    r"(?: down| purely| only| entirely| mostly)? (?P<written>from memory)\b"
)
_FLAGS = re.compile(
    "|".join((_BRACKETS, _BRACKETS_LAST, _BOLD, _LABEL, _HEADING, _TAIL, _WRITTEN)),
    re.IGNORECASE,
)
_WORDS = re.compile("unverified|not verified|from memory", re.IGNORECASE)
_OTHER_ITEM = re.compile(
    rf"{_START}[ \t]*(?:[-*+]|[0-9]{{1,3}}[.)])[ \t]+\*{{0,2}}verified\*{{0,2}}[ \t]*(?::|[—–]|-[ \t])",
    re.IGNORECASE,
)
"""A list that explains both words flags nothing."""


def memory_flags(document: Document) -> Iterator[Span]:
    """The flagging words in the body, outside of code and comments."""
    start = document.frontmatter.body_start
    text = document.text
    if _WORDS.search(text, start) is None:
        return
    explains = _OTHER_ITEM.search(text, start) is not None
    for match in outside(_FLAGS.finditer(text, start), hidden_from_links(document)):
        name = match.lastgroup
        if match["item"] and explains:
            continue
        yield Span(*match.span(name if name and name != "item" else "label"))
