"""What to ask the running system about a file: words to copy. Nothing here or elsewhere runs them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ctxlayer.analysis.indexing import owning_topic
from ctxlayer.analysis.secrets import masked
from ctxlayer.analysis.topics import TopicIndex, topic_index
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
    # Kept, since editors ask anew for files that rest.
    if "own-query" not in document.memo:
        document.memo["own-query"] = masked(_own_query(document), document)
    own: str = document.memo["own-query"]
    return own or _BETWEEN.join(_asked(document, snapshot))


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


class LiveWords(NamedTuple):
    """The live pointers of topics in words, by the files that the topics lead to and by their names."""

    topics: TopicIndex
    by_path: Mapping[str, Sequence[str]]
    by_name: Mapping[str, Sequence[str]]


def live_words(snapshot: Snapshot, last: LiveWords | None) -> LiveWords:
    """A query: see `LiveWords`."""
    index = snapshot.ask(topic_index)
    if last is not None and last.topics is index:
        return last
    by_path: dict[str, Sequence[str]] = {}
    by_name: dict[str, Sequence[str]] = {}
    for place in index.places:
        topic = place.facts.topic
        words = [
            f"{live.adapter} {live.object}, read-only"
            for live in topic.live
            if live.adapter and live.object
        ]
        if words:
            by_name.setdefault(topic.name, words)
            for path in place.facts.targets:
                by_path.setdefault(path, words)
    return LiveWords(index, by_path, by_name)


def _asked(document: Document, snapshot: Snapshot) -> list[str]:
    """The live pointers of the topic that leads to a file, else of the one that it is for by its name."""
    known = snapshot.ask(live_words)
    found = known.by_path.get(document.path)
    if found is None:
        owner = owning_topic(document.path, document.kind, known.topics)
        found = known.by_name.get(owner, ())
    return list(dict.fromkeys(found))[:_MOST_POINTERS]
