"""Places where an author flags a passage as unverified or as written from memory.

Both words have other uses: users are unverified, a page is read from memory. What counts is the flag:
the words by themselves in brackets, as the label of a line or a section, behind a dash at the end of a
line, `this section is unverified`; and `was written from memory`.
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
    rf"[(\[][ \t]*(?:still |as yet |so far )?{_FLAG.format('in')}{_ENDS}(?![^\])\n]{{0,300}}\]\()"
)
_BRACKETS_LAST = rf"[,;][ \t]+{_FLAG.format('last')}[ \t]*[)\]](?!\()"
_LABEL = (
    rf"{_START}[ \t]*(?:(?P<item>[-*+]|[0-9]{{1,3}}[.)])[ \t]+|>[ \t]*)?(?P<strong>\*{{2}})?"
    rf"{_FLAG.format('label')}(?:(?:\*\*)?[ \t]*:|(?:\*\*)?[ \t]+(?:[—–]|-[ \t]))"
)
_HEADING = rf"{_START}#{{1,6}}[ \t]+{_FLAG.format('heading')}(?:[ \t]+(?:claims|notes|assumptions|facts))?[ \t]*{_END}"
_TAIL = rf"(?:[—–]|[ \t]-|⚠️?)[ \t]*{_FLAG.format('tail')}[ \t]*[.!]?[ \t]*{_END}"
_WRITTEN = (
    r"\b(?:was|were|is|are|been) (?:written|recalled|quoted|cited|stated|noted|listed|reconstructed|reproduced|typed|drafted)"
    r"(?: down| purely| only| entirely| mostly)? (?P<written>from memory)\b"
)
_SAID = (
    r"\b(?:this|these|the following|what follows)"
    r"(?: (?:section|paragraph|part|list|table|page|note|passage|summary|numbers?|figures?|claims?|values?))?"
    rf" (?:is|are|was|were) (?:still |partly |mostly |purely |entirely )?{_FLAG.format('said')}{_ENDS}"
)
_FLAGS = re.compile(
    "|".join((_BRACKETS, _BRACKETS_LAST, _LABEL, _HEADING, _TAIL, _SAID, _WRITTEN)),
    re.IGNORECASE,
)
_WORDS = re.compile("unverified|not verified|from memory", re.IGNORECASE)
_OTHER_ITEM = re.compile(
    rf"{_START}[ \t]*(?:[-*+]|[0-9]{{1,3}}[.)])[ \t]+\*{{0,2}}verified\*{{0,2}}[ \t]*(?::|[—–]|-[ \t])",
    re.IGNORECASE,
)
"""A list that explains both words flags nothing."""
_NAMES = ("in", "last", "label", "heading", "tail", "said", "written")


def memory_flags(document: Document) -> Iterator[Span]:
    """The flagging words in the body, outside of code and comments."""
    start = document.frontmatter.body_start
    text = document.text
    if _WORDS.search(text, start) is None:
        return
    explains = _OTHER_ITEM.search(text, start) is not None
    for match in outside(_FLAGS.finditer(text, start), hidden_from_links(document)):
        name = next(each for each in _NAMES if match[each] is not None)
        if name == "label" and (explains if match["item"] else _is_prose(match)):
            continue
        yield Span(*match.span(name))


def _is_prose(match: re.Match[str]) -> bool:
    """Whether a label is only where a sentence goes on: it is neither bold nor begins with a capital."""
    return not match["strong"] and not match["label"][0].isupper()
