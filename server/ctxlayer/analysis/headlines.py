"""Annotations of pointers, held against the files that they describe.

A word of an annotation is found in a file generously: in any of its forms, inside a compound, parted
in two, as an abbreviation. Drift is said only where nothing at all is found, and only of annotations
and files that are English by their looks: of other languages we do not know the forms.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from ctxlayer.analysis.pointers import State
from ctxlayer.analysis.topics import TopicFacts, topic_index
from ctxlayer.analysis.words import word_index
from ctxlayer.layer.content_words import STOP_WORDS, content_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import Pointer
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.word_base import body
from ctxlayer.text import Span

FEWEST_WORDS = 2
"""Content words that an annotation needs to say anything that can be checked."""
FEWEST_SAID = 4
"""Content words that a file needs: one that holds a title and no more says nothing yet."""

_PASSING = frozenset(
    content_words(
        """additional answer answers archive archived background basic basics brief check collection
        common complete contain contains cover covering covers current deep definition deprecated
        describe describes description detail detailed details different dive doc document
        documentation documents draft entry example examples explain explained explains explanation
        extra faq file files find first full general good gotchas guide guideline guidelines
        handbook help helpful highest important info information introduction introductory key know
        latest learn legacy list lists look main manual map misc more new note notes old older open
        original overview page pages part partial parts pitfalls playbook please point primary
        project question questions quick read reading recommended record records reference related
        relevant report resource resources rule rules second section see set sets several short show
        shows similar simple single source specific start starting step steps story summarises
        summarizes summary superseded table tables tell tells text things third tip tips todo topic
        topics tutorial understand understanding useful value walkthrough work working write written"""
    )
)
"""What is said of any file: neither found nor missed."""

_FOREIGN = frozenset(
    """als auf aus avec bei cómo dans das dem der des du ein eine el est et für het ist kein las le les
    los mit não nach nicht nous oder où para pas por pour que qui sind sobre sont und une uns vor wie zum
    zur""".split()
)
"""Small words of other languages which are none in English."""
_WORDS = re.compile(r"[^\W_]+")
_TARGETS = re.compile(r"<!--(?:(?!<!--|-->).)*-->|\]\([^()\s]*\)|https?://\S+")
"""What an annotation holds besides its words."""
_COUNT = re.compile(r"(?<![\w.-])[0-9]+(?![\w.-])")
_EMPTY_FORMS = re.compile(r"^[ \t]*\|.*$|<[^<>\n]*>", re.MULTILINE)
"""Table rows and tags: a form that waits for its text has them too."""
_FORMS = re.compile(r"[-_\s]+")
_TRUST_LINES = re.compile(
    r"^(?:source|created|last[-_]verified|verified[-_]by|status|superseded[-_]by)[ \t]*:.*$",
    re.MULTILINE,
)
_ENGLISH_SHARE = 0.04
_SHORT_TEXT = 25
_LONG = 5
_TAIL = 4
_LONGEST = 40
"""Letters of an abbreviation: no longer one is looked for."""


class Drift(NamedTuple):
    """A pointer whose annotation has nothing to do with its file; that file's path and title."""

    number: int
    path: str
    title: Span


class TopicDrifts(NamedTuple):
    """The drifts of one topic."""

    facts: TopicFacts
    drifts: tuple[Drift, ...]


class _Looked(NamedTuple):
    """What was found, by the identity of the facts; all facts are in it."""

    topics: Mapping[int, TopicDrifts]
    serial: int


def headline_drifts(
    snapshot: Snapshot, last: Mapping[int, TopicDrifts] | None
) -> Mapping[int, TopicDrifts]:
    """A query: the topics with drifted annotations, by the identity of their facts.

    None while the texts of the layer have not been read.
    """
    looked = snapshot.ask(_looked)
    found = {number: each for number, each in looked.topics.items() if each.drifts}
    return last if last == found and last is not None else found


def _looked(snapshot: Snapshot, last: _Looked | None) -> _Looked:
    """A query: all topics, looked at again where they or their files changed."""
    index = snapshot.ask(topic_index)
    if not snapshot.ask(word_index).known:
        return _Looked({}, -1)
    changed = snapshot.changed_since_last(_looked)
    turn = index.since(last.serial) if last is not None and changed is not None else None
    if last is None or turn is None or changed is None:
        topics, anew = {}, [place.facts for place in index.places]
    else:
        topics = dict(last.topics)
        for facts in turn.gone:
            topics.pop(id(facts), None)
        anew = [*turn.come, *index.touching(changed)]
    for facts in anew:
        topics[id(facts)] = TopicDrifts(facts, tuple(_drifts(facts, snapshot)))
    return _Looked(topics, index.serial)


def look_ahead(facts: TopicFacts, snapshot: Snapshot) -> None:
    """Compare the annotations of one topic before they are asked for, while there is time."""
    deque(_drifts(facts, snapshot), maxlen=0)


def _drifts(facts: TopicFacts, snapshot: Snapshot) -> Iterator[Drift]:
    for number, (pointer, resolution) in enumerate(
        zip(facts.topic.pointers, facts.resolved, strict=True)
    ):
        if pointer.annotation is None or not _names_one_file(pointer):
            continue
        if resolution.state is not State.FOUND or len(resolution.targets) != 1:
            continue
        document = snapshot.document(resolution.targets[0])
        if document is not None and has_drifted(pointer.annotation, document):
            yield Drift(number, document.path, document.title_span)


def _names_one_file(pointer: Pointer) -> bool:
    return pointer.form in ("bare", "path", "link")


def has_drifted(annotation: str, document: Document) -> bool:
    """Whether no content word of `annotation` occurs in a document, in whatever form."""
    memo: dict[str, bool] = document.memo.setdefault("drifted", {})
    if annotation not in memo:
        memo[annotation] = _has_drifted(annotation, document)
    return memo[annotation]


def _has_drifted(annotation: str, document: Document) -> bool:
    words = claims(annotation)
    if len(set(words)) < FEWEST_WORDS:
        return False
    text = _said(document)
    if any(_is_in(word, text) for word in words):
        return False
    prose = _EMPTY_FORMS.sub("", body(document))
    if len(set(content_words(prose))) < FEWEST_SAID or not _is_english(text):
        return False
    return not _is_near(annotation, words, text)


def claims(annotation: str) -> list[str]:
    """The content words of an annotation; none where its language is not ours, or where it counts
    something: that is a fact, whatever it is of."""
    annotation = _TARGETS.sub("", annotation)
    if _COUNT.search(annotation):
        return []
    folded = annotation.casefold()
    if not folded.isascii() and not re.sub("[–—’‘“”…·→×≈≤≥•±]", "", folded).isascii():
        return []
    if not _FOREIGN.isdisjoint(_WORDS.findall(folded)):
        return []
    return [word for word in content_words(annotation) if word not in _PASSING and len(word) > 1]


def _said(document: Document) -> str:
    """All that a document says of what it is about, folded: path, body, frontmatter of its own."""
    text = document.text
    behind = body(document)
    front = _TRUST_LINES.sub("", text[: len(text) - len(behind)])
    return f"{document.path}\n{front}\n{behind}".casefold()


def _is_in(word: str, text: str) -> bool:
    """Whether a stem is in a text: a long one anywhere, a short one where a word begins."""
    if len(word) > 2 and word[-1] == "i":
        word = word[:-1]  # the stem of `daily`
    if len(word) > _LONG + 1:
        return word[: max(_LONG + 1, len(word) - _TAIL)] in text
    if len(word) >= _LONG:
        return word in text
    if word not in text:
        return False
    end = r"[^\W\d_]{0,4}(?![^\W_])" if len(word) < _LONG - 1 else ""
    return re.search(rf"(?<![^\W_]){re.escape(word)}{end}", text) is not None


def _is_english(text: str) -> bool:
    """Whether a text holds the small words of English, or is too short to tell."""
    words = _WORDS.findall(text)
    if len(words) < _SHORT_TEXT:
        return text.isascii()
    return sum(word in STOP_WORDS for word in words) >= _ENGLISH_SHARE * len(words)


def _is_near(annotation: str, words: list[str], text: str) -> bool:
    """Whether a text has a word of an annotation in a form that is not seen at a glance."""
    written = _WORDS.findall(annotation.casefold())
    pairs = [first + second for first, second in pairwise(written)]
    # `failover` for `fail over`, and the other way round.
    squeezed = _FORMS.sub("", text)
    if any(len(word) > _LONG and word in squeezed for word in written):
        return True
    if any(len(pair) > _LONG and pair in text for pair in pairs):
        return True
    said = _WORDS.findall(text)
    held = set(said)
    # `authentication` for `auth`.
    ends = {word: range(4, min(len(word), _LONGEST)) for word in words}
    if any(word[:end] in held for word in words for end in ends[word]):
        return True
    initials = "".join(word[0] for word in said)
    capitals = [word.casefold() for word in _WORDS.findall(annotation) if word.isupper()]
    if any(2 < len(word) and word in initials for word in capitals):
        return True
    own = "".join(word[0] for word in written)
    return any(own[at : at + size] in held for size in (3, 4) for at in range(len(own) - size + 1))
