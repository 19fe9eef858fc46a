"""The verdict of a session on always-loaded memory: what an extraction says of it, and where."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.syntax.nodes import Entry, scalars
from ctxlayer.text import Span

KEY = "hot-memory"
HEADING = "Hot-memory verdict"
_OPEN = "Not answered yet"
QUESTION = (
    f"{_OPEN}: does what was found here change anything that is loaded on every message? Write "
    "`updated: what and why`, or `reviewed, no change: why not`."
)
"""What our fix writes: a question, which claims no review."""

_IS_VERDICT = re.compile(r"hot[\s_-]*memory(?:[\s_:-]+verdict)?[\s.:]*", re.IGNORECASE)
_LETTER = re.compile(r"[^\W_]")


class Said(str, Enum):
    """What an extraction says of always-loaded memory."""

    NOTHING = "nothing"
    EMPTY = "empty"
    OPEN = "open"
    """The question is there, the answer is not."""
    GIVEN = "given"


class Verdict(NamedTuple):
    """What is said. `entry` or `heading` (the text of it) is where something begins and nothing follows;
    `body` is where the text of that section goes."""

    said: Said
    entry: Entry | None = None
    heading: Span | None = None
    body: int = 0


def verdict_of(document: Document) -> Verdict:
    """The verdict in the frontmatter or in a section; the fullest of several."""
    found = [*_in_frontmatter(document), *_in_sections(document)]
    for said in (Said.GIVEN, Said.OPEN, Said.EMPTY):
        for verdict in found:
            if verdict.said is said:
                return verdict
    return Verdict(Said.NOTHING)


def is_open(document: Document) -> bool:
    """Whether the question stands unanswered in an extraction; cheap where it does not stand there."""
    return _OPEN in document.text and verdict_of(document).said is Said.OPEN


def _in_frontmatter(document: Document) -> list[Verdict]:
    block = document.frontmatter
    entries = block.all(KEY) if block.exists and block.closed else ()
    texts = ((each, " ".join(scalar.text for scalar in scalars(each.value))) for each in entries)
    return [Verdict(_said(text), entry) for entry, text in texts]


def _in_sections(document: Document) -> list[Verdict]:
    headings, text = document.blocks.headings, document.text
    found = []
    for number, heading in enumerate(headings):
        if not _IS_VERDICT.fullmatch(heading.text.strip()):
            continue
        below = (each for each in headings[number + 1 :] if each.level <= heading.level)
        end = next((each.span.start for each in below), len(text))
        said = _said(text[heading.span.end : end])
        found.append(Verdict(said, None, heading.text_span, heading.span.end))
    return found


def _said(text: str) -> Said:
    if not _LETTER.search(text):
        return Said.EMPTY
    return Said.OPEN if text.strip(" \t\r\n>*_\"'").startswith(_OPEN) else Said.GIVEN
