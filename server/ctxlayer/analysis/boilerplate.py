"""Lines with paths that stand in many documents, word for word: how they are made, and no claim of theirs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ctxlayer.analysis.mentions import RELYING_KINDS, mentions
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span

_MANY = 10
"""Documents with the same line; fewer may each mean what it says."""
_FEWEST_WORDS = 3
"""Words of such a line besides its paths: an item of a list of sources has none."""
_LONGEST = 400
_PATH = re.compile(r"`[^`]*`|\]\([^)]*\)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NONE: frozenset[str] = frozenset()


class _Lines(NamedTuple):
    by_path: Mapping[str, frozenset[str]]
    counts: Counter[str]
    repeated: frozenset[str]


def boilerplate(snapshot: Snapshot) -> frozenset[str]:
    """The lines, as `line_of` has them; the same object while they are the same."""
    return snapshot.ask(_lines).repeated


def line_of(span: Span, text: str) -> str:
    """The line of a path without blanks at its ends; "" for a long one, which nobody has word for word."""
    first, last = max(0, span.start - _LONGEST), span.end + _LONGEST
    start, end = text.rfind("\n", first, span.start), text.find("\n", span.end, last)
    if (start < 0 and first) or (end < 0 and last < len(text)):
        return ""
    return text[start + 1 : len(text) if end < 0 else end].strip()


def _lines(snapshot: Snapshot, last: _Lines | None) -> _Lines:
    """A query: only documents that changed are read."""
    changed = snapshot.changed_since_last(_lines)
    if last is None or changed is None:
        found = {each.path: _lines_of(each) for each in snapshot.of_kind(*RELYING_KINDS)}
        by_path = {path: lines for path, lines in found.items() if lines}
        counts = Counter(line for lines in by_path.values() for line in lines)
        return _Lines(by_path, counts, _repeated(counts))
    documents = {path: snapshot.document(path) for path in changed}
    now = {path: _lines_of(each) if each else _NONE for path, each in documents.items()}
    before = {path: last.by_path.get(path, _NONE) for path in changed}
    if now == before:
        return last
    by_path = {path: lines for path, lines in last.by_path.items() if path not in changed}
    by_path.update((path, lines) for path, lines in now.items() if lines)
    counts = last.counts.copy()
    for path in changed:
        counts.subtract(before[path])
        counts.update(now[path])
    repeated = _repeated(counts)
    return _Lines(by_path, counts, last.repeated if repeated == last.repeated else repeated)


def _repeated(counts: Counter[str]) -> frozenset[str]:
    many = (line for line, count in counts.items() if count >= _MANY)
    return frozenset(line for line in many if _says_something(line))


def _lines_of(document: Document) -> frozenset[str]:
    """The lines of a document that name a path."""
    if document.kind not in RELYING_KINDS:
        return _NONE
    known: frozenset[str] | None = document.memo.get("path-lines")
    if known is None:
        text = document.text
        found = {
            line_of(span, text)
            for mention in mentions(document)
            if mention.form != "tracks"
            for span in mention.spans
        }
        known = document.memo["path-lines"] = frozenset(found - {""})
    return known


def _says_something(line: str) -> bool:
    return len(_WORD.findall(_PATH.sub("", line))) >= _FEWEST_WORDS
