"""What to ask the running system about a file: words to copy. Nothing here or elsewhere runs them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.analysis.indexing import owning_topic
from ctxlayer.analysis.secrets import masked
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.markdown_nodes import Fence

NO_QUERY = "no live pointer"

_HEADING = re.compile(
    r"(?:how to )?(?:verif(?:y|ication|ying)|re-?check)(?: (?:query|queries|it|this))?|quer(?:y|ies)",
    re.IGNORECASE,
)
_MOST_POINTERS = 3
_LONGEST = 4_000
_BETWEEN = " · "


def verification_query(document: Document, snapshot: Snapshot) -> str:
    """How to check a file, ready to copy; "" where nobody says.

    That is the first code block below a heading such as *Verification* or *Query*, else the live pointers
    of the topic that leads to the file or that it is for: `tidegauge northquay.heights, read-only`.
    """
    own = _own_query(document)
    return masked(own, document) if own else _BETWEEN.join(_live(document, snapshot))


def _own_query(document: Document) -> str:
    if "```" not in document.text and "~~~" not in document.text:
        return ""
    blocks = document.blocks
    for heading in blocks.headings:
        if _HEADING.fullmatch(heading.text.strip().rstrip(":")):
            after = [each for each in blocks.headings if each.span.start > heading.span.start]
            end = after[0].span.start if after else len(document.text)
            for fence in blocks.fences:
                if heading.span.end <= fence.span.start < end:
                    return _inside(fence, document)
    return ""


def _inside(fence: Fence, document: Document) -> str:
    """The lines of a code block, without its fences."""
    lines = fence.span.of(document.text).splitlines()[1:]
    lines = lines[:-1] if fence.closed else lines
    return "\n".join(lines).strip("\n")[:_LONGEST]


def _live(document: Document, snapshot: Snapshot) -> list[str]:
    found: dict[str, None] = {}
    for place in _topics(document, snapshot):
        for live in place.facts.topic.live:
            if live.adapter and live.object:
                found.setdefault(f"{live.adapter} {live.object}, read-only")
        if found:
            break
    return list(found)[:_MOST_POINTERS]


def _topics(document: Document, snapshot: Snapshot) -> Iterator[TopicPlace]:
    """The topics that lead to a file, then the one that it is for by its name."""
    index = snapshot.ask(topic_index)
    yield from index.pointing_at(document.path)
    yield from index.named(owning_topic(document.path, document.kind, index))
