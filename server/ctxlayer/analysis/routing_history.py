"""Routing cases that a layer's own past holds: what was asked, and where it turned out to belong.

An extraction was written for a topic, and a ticket ended in an extraction. Both say in a title and
an opening paragraph what they were about, in words that nobody chose with the table in mind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.indexing import owning_topic
from ctxlayer.analysis.routing import Case
from ctxlayer.analysis.topics import TopicIndex, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher, content_words
from ctxlayer.layer.terms import term_key

_MOST_TEXT = 600
"""Code points of an opening paragraph: a task is no report."""
_FEWEST_WORDS = 3
"""Content words that a task needs; with fewer left nobody could route it."""
_LEFT_OVER = " .,:;-–—"
"""What a name leaves in front of the rest of a title."""
_PARAGRAPH = re.compile(r"[^\S\r\n]*(?:\r\n|\n|\r)[^\S\r\n]*(?:\r\n|\n|\r)")
_EXTRACTION = re.compile(r"extractions/[^\s)\]>\"'`#]+\.md")
_TICKET_ID = re.compile(r"(?=.{4,})(?=.*[0-9])[\w.-]+")
"""A folder name that is an id: one that cannot be a word of ordinary text."""


class History(NamedTuple):
    """The cases of a layer's past, and how many texts made none, by the reason."""

    extractions: tuple[Case, ...]
    tickets: tuple[Case, ...]
    skipped_extractions: dict[str, int]
    skipped_tickets: dict[str, int]


def history_cases(snapshot: Snapshot) -> History:
    """The cases that extractions and ticket folders make, by path.

    The right topic is the one that an extraction is named after, or else those that point at it; a
    name that no topic has (any more) stays in the case, to be called unknown. The task has no topic's
    own name in it, where it stands as a whole: titles are often made from it.
    """
    index = snapshot.ask(topic_index)
    skipped: dict[str, int] = {}
    documents = sorted(snapshot.of_kind(Kind.EXTRACTION), key=lambda each: each.path)
    extractions = []
    for document in documents:
        case = _case(document, (document.path,), _topics(document.path, index), skipped)
        if case is not None:
            extractions.append(case)
    without: dict[str, int] = {}
    tickets = tuple(_tickets(snapshot, index, without))
    return History(tuple(extractions), tickets, skipped, without)


def _case(
    document: Document,
    sources: tuple[str, ...],
    topics: tuple[str, ...],
    skipped: dict[str, int],
) -> Case | None:
    task = without_names(opening(document), topics)
    reason = ""
    if not topics:
        reason = "no topic"
    elif len(content_words(task)) < _FEWEST_WORDS:
        reason = "too few words"
    if reason:
        skipped[reason] = skipped.get(reason, 0) + 1
        return None
    return Case(task, topics, sources=sources)


def _topics(path: str, index: TopicIndex) -> tuple[str, ...]:
    """The topics that an extraction is for: what its name says where neither it nor a table knows."""
    owner = owning_topic(path, Kind.EXTRACTION, index)
    if owner.casefold() in index.folded_names:
        return (owner,)
    pointing = dict.fromkeys(place.facts.topic.name for place in index.pointing_at(path))
    return tuple(pointing) or ((owner,) if owner else ())


def opening(document: Document) -> str:
    """The title and the first paragraph below it, on one line."""
    text, headings = document.text, document.blocks.headings
    title = headings[0].text if headings else ""
    start = headings[0].span.end if headings else document.frontmatter.body_start
    end = headings[1].span.start if len(headings) > 1 else len(text)
    body = text[start:end].strip()
    return " ".join(f"{title}. {_PARAGRAPH.split(body, 1)[0][:_MOST_TEXT]}".strip(". ").split())


def without_names(task: str, names: tuple[str, ...]) -> str:
    """`task` without the whole names in it, however their words are joined. Single words stay."""
    spans = [match.span for match in TermMatcher(map(term_key, names)).find(task)]
    for span in reversed(spans):
        task = f"{task[: span.start]} {task[span.end :]}"
    return " ".join(task.split()).lstrip(_LEFT_OVER)


# Tickets.


def _tickets(snapshot: Snapshot, index: TopicIndex, skipped: dict[str, int]) -> Iterator[Case]:
    folders: dict[str, list[Document]] = {}
    for document in sorted(snapshot.of_kind(Kind.TICKET), key=lambda each: each.path):
        parts = document.path.split("/")
        if len(parts) > 2:
            folders.setdefault(parts[1], []).append(document)
    mentions = _mentions(snapshot, folders)
    for ticket, documents in folders.items():
        asked = snapshot.document(f"working/{ticket}/ticket.md")
        named = [path for each in documents for path in _EXTRACTION.findall(each.text)]
        paths = dict.fromkeys((*named, *mentions.get(ticket, ())))
        topics = dict.fromkeys(topic for path in paths for topic in _topics(path, index))
        if asked is not None and paths:
            # Its extractions were made from it: their titles would lead the task home.
            case = _case(asked, (asked.path, *paths), tuple(topics), skipped)
            if case is not None:
                bare = without_names(case.task, (ticket,))
                yield case._replace(task=bare)
        elif asked is not None:
            skipped["no extraction"] = skipped.get("no extraction", 0) + 1


def _mentions(snapshot: Snapshot, folders: dict[str, list[Document]]) -> dict[str, list[str]]:
    """The extractions that name a ticket: by its id, or by its folder."""
    ids = {term_key(each): each for each in folders if _TICKET_ID.fullmatch(each)}
    by_folder = {term_key(f"working/{each}"): each for each in folders}
    keys = {**by_folder, **ids}
    if not keys:
        return {}
    matcher = TermMatcher(keys)
    found: dict[str, list[str]] = {}
    for document in sorted(snapshot.of_kind(Kind.EXTRACTION), key=lambda each: each.path):
        for key in sorted(matcher.keys_in(document.text)):
            found.setdefault(keys[key], []).append(document.path)
    return found
