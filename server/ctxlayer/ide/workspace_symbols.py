"""Finding a topic, a file or a term of the layer by a few letters of its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ctxlayer.analysis.topics import TopicIndex, topic_index
from ctxlayer.ide.model import FoundSymbol, Location, SymbolKind
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import FRONTMATTER_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span

MOST = 200
"""Symbols of one answer; the editor asks again with each letter."""

_LONGEST_QUERY = 100
_PLAIN_TITLE = re.compile(r"(?:[ \t]*\r?\n)*# +([\w ,.:;()'/+-]*[\w)])[ \t]*(?:\r?\n|\Z)")
_RANK = {"topic": 0, "rule": 1, "file": 2, "term": 3}


class _Entry(NamedTuple):
    """One symbol: its name, folded for the search, and where it stands."""

    folded: str
    name: str
    kind: SymbolKind
    path: str
    span: Span
    container: str


class SymbolTable:
    """All symbols of a layer. `titles` is kept up document by document."""

    def __init__(self, titles: dict[str, _Entry], index: TopicIndex) -> None:
        self.titles = titles
        self.index = index
        self.entries = tuple(
            sorted((*_of_topics(index), *titles.values()), key=lambda each: _RANK[each.kind])
        )


def symbol_table(snapshot: Snapshot, last: SymbolTable | None) -> SymbolTable:
    """A query: topics and terms of the tables, titles of documents, names of rules."""
    index = snapshot.ask(topic_index)
    changed = snapshot.changed_since_last(symbol_table)
    if last is None or changed is None:
        paths = iter(snapshot.documents)
        titles: dict[str, _Entry] = {}
    elif not changed and last.index is index:
        return last
    else:
        paths = iter(changed)
        titles = dict(last.titles)
    for path in paths:
        titles.pop(path, None)
        document = snapshot.document(path)
        if document is not None and document.kind in FRONTMATTER_KINDS:
            titles[path] = _title(document)
    return SymbolTable(dict(sorted(titles.items())), index)


def workspace_symbols(snapshot: Snapshot, query: str) -> tuple[FoundSymbol, ...]:
    """The symbols whose names hold `query`, the best first; at most `MOST`.

    A name that begins with it comes before one with a word that does, that before one that holds
    it somewhere, and last those that only have its letters in this order. Case does not count,
    nor do blanks and joints. Without a query: the topics, then the rest, as many as fit.
    """
    table = snapshot.ask(symbol_table)
    wanted = _folded(query.strip()[:_LONGEST_QUERY])
    ranked: list[tuple[int, int, int]] = []
    letters = _in_order(wanted.replace(" ", ""))
    for number, entry in enumerate(table.entries):
        at = entry.folded.find(wanted)
        if at == 0:
            ranked.append((0, len(entry.folded), number))
        elif at > 0:
            ranked.append((1 + (entry.folded[at - 1] != " "), len(entry.folded), number))
        elif letters(entry.folded):
            ranked.append((3, len(entry.folded), number))
    if not wanted:
        ranked = [(0, 0, number) for _, _, number in ranked[:MOST]]
    best = sorted(ranked)[:MOST]
    return tuple(_shown(table.entries[number]) for _, _, number in best)


def _in_order(letters: str) -> Callable[[str], object]:
    """Tells whether a name has these letters in this order, in linear time."""
    signs = map(re.escape, letters)
    return re.compile("".join(f"[^{sign}]*{sign}" for sign in signs), re.DOTALL).match


def _shown(entry: _Entry) -> FoundSymbol:
    return FoundSymbol(entry.name, entry.kind, Location(entry.path, entry.span), entry.container)


def _folded(name: str) -> str:
    return name.casefold().replace("-", " ").replace("_", " ").replace("/", " ")


def _of_topics(index: TopicIndex) -> Iterator[_Entry]:
    for place in index.places:
        topic = place.facts.topic
        if not topic.name:
            continue
        span = place.span(topic.name_span)
        yield _Entry(_folded(topic.name), topic.name, "topic", place.path, span, place.path)
        for term in topic.vocabulary:
            yield _Entry(
                _folded(term.text), term.text, "term", place.path, place.span(term.span), topic.name
            )


def _title(document: Document) -> _Entry:
    """The title of a document; a rule is known by its file, which is what people call it."""
    if document.kind is Kind.RULE:
        name = document.path
        return _Entry(_folded(name), name, "rule", document.path, Span.at(0), document.runtime)
    name, span = _quick_title(document) or (document.title, document.title_span)
    return _Entry(_folded(name), name, "file", document.path, span, document.path)


def _quick_title(document: Document) -> tuple[str, Span] | None:
    """The title where it is the first line and holds no markup; no parser is needed for that."""
    text, start = document.text, 0
    if text.startswith("---\n"):
        end = text.find("\n---\n", 3)
        start = end + 5 if end > 0 else len(text)
    found = _PLAIN_TITLE.match(text, start)
    return (found[1], Span(*found.span(1))) if found else None
