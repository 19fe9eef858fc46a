"""Which knowledge files and extractions hold a term.

All texts are read once into a `WordBase`. What changes later lies over it, a set of words for each
changed document. Reading a large layer takes seconds, so no query does it: whoever has time
(a background pass, `check`) runs `reading` and puts the base into the snapshot. Until then the index
of a large layer is unknown, and what goes by it says nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from ctxlayer.layer import word_base
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import INDEXED_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher, words_of_key
from ctxlayer.layer.word_base import WordBase, body, body_words

AT_ONCE = 64
"""Up to so many files are read when somebody asks, after each change: it takes a few milliseconds."""
_WORN = 256
"""So many changed documents, and an eighth of all, make a base that is worth another reading."""

_Overlay = Mapping[str, "tuple[Document, frozenset[str]] | None"]
"""By path: a document that is not the base's and its words; None for one that is gone."""


class WordIndex:
    """Words to documents, over a base. Immutable.

    `known` is False where the texts have not been read; then there are no documents at all.
    `total` is the number of documents that are read.
    """

    __slots__ = ("_numbers", "_overlay", "base", "total")

    def __init__(
        self,
        base: WordBase | None,
        overlay: _Overlay,
        numbers: Mapping[str, int] | None = None,
    ) -> None:
        self.base = base
        self._overlay = overlay
        documents = base.documents if base is not None else ()
        if numbers is None:
            numbers = {document.path: number for number, document in enumerate(documents)}
        self._numbers = numbers
        gone = sum(path in numbers for path in overlay)
        self.total = len(numbers) - gone + sum(each is not None for each in overlay.values())

    @property
    def known(self) -> bool:
        """Whether the texts of the layer have been read."""
        return self.base is not None

    @property
    def is_worn(self) -> bool:
        """Whether so much has changed since the reading that another one is due."""
        return len(self._overlay) > max(_WORN, len(self._numbers) // 8)

    def share(self, word: str) -> float:
        """The part of all documents that hold a folded word, about: changes since do not count."""
        if self.base is None or not self.base.documents:
            return 0.0
        return len(self.base.postings.get(word, ())) / len(self.base.documents)

    def documents_with(self, key: str) -> frozenset[str]:
        """The paths of the documents that hold the term with this key."""
        candidates = self.candidates(key)
        if words_of_key(key) == (key,):
            return frozenset(document.path for document in candidates)
        matcher = TermMatcher((key,))
        return frozenset(each.path for each in candidates if matcher.keys_in(body(each)))

    def count(self, key: str) -> int:
        """How many documents hold the term."""
        return len(self.documents_with(key))

    def candidates(self, key: str) -> list[Document]:
        """The documents that may hold the term: those with each of its words, if it has any."""
        words = tuple(dict.fromkeys(words_of_key(key)))
        if self.base is None:
            return []
        found: set[int] | None = None
        for numbers in sorted((self.base.postings.get(word, ()) for word in words), key=len):
            found = set(numbers) if found is None else found.intersection(numbers)
        documents = [
            self.base.documents[number]
            for number in (range(len(self.base.documents)) if found is None else found)
        ]
        if self._overlay:
            documents = [each for each in documents if each.path not in self._overlay]
            fresh = (entry for entry in self._overlay.values() if entry is not None)
            documents += (document for document, own in fresh if own.issuperset(words))
        return documents

    def advanced(self, snapshot: Snapshot, changed: frozenset[str] | None) -> WordIndex:
        """The index of a later snapshot; the same object if no document of it has changed.

        `changed` is None where nobody can tell what has.
        """
        if self.base is None:
            return self
        if changed is None:
            changed = frozenset(self._differing(snapshot))
        overlay = dict(self._overlay)
        for path in changed:
            self._lay(path, snapshot, overlay)
        if overlay == self._overlay:
            return self
        return WordIndex(self.base, overlay, self._numbers)

    def _lay(
        self,
        path: str,
        snapshot: Snapshot,
        overlay: dict[str, tuple[Document, frozenset[str]] | None],
    ) -> None:
        """Bring the entry of one path up to date."""
        assert self.base is not None
        number = self._numbers.get(path)
        document = snapshot.document(path)
        if document is not None and document.kind not in INDEXED_KINDS:
            document = None
        known = overlay.get(path)
        if document is None:
            if number is not None:
                overlay[path] = None
            else:
                overlay.pop(path, None)
        elif number is not None and self.base.documents[number] is document:
            overlay.pop(path, None)
        elif known is None or known[0] is not document:
            overlay[path] = (document, body_words(document))

    def _differing(self, snapshot: Snapshot) -> Iterator[str]:
        """Paths at which the snapshot may hold another document."""
        assert self.base is not None
        now = {document.path: document for document in snapshot.of_kind(*INDEXED_KINDS)}
        for document in self.base.documents:
            if now.pop(document.path, None) is not document:
                yield document.path
        yield from now
        yield from self._overlay


def word_index(snapshot: Snapshot, last: WordIndex | None) -> WordIndex:
    """A query: the words of all knowledge files and extractions; unknown until they are read."""
    base = snapshot.word_base
    if base is not None and (last is None or last.base is not base):
        return WordIndex(base, {}).advanced(snapshot, snapshot.changed_since(base.generation))
    if last is not None and last.known:
        index = last.advanced(snapshot, snapshot.changed_since_last(word_index))
        if index is last or base is not None or not _is_small(snapshot):
            return index
    if _is_small(snapshot):
        return WordIndex(_read(snapshot), {})
    return last or WordIndex(None, {})


def _is_small(snapshot: Snapshot) -> bool:
    return sum(len(snapshot.by_kind.get(kind, ())) for kind in INDEXED_KINDS) <= AT_ONCE


def is_reading_due(snapshot: Snapshot) -> bool:
    """Whether somebody with time should read the texts."""
    index = snapshot.ask(word_index)
    return not index.known or index.is_worn


def reading(snapshot: Snapshot) -> Iterator[WordBase | None]:
    """Read all texts, one a step: None while there are more, at last what is to be `word_base`."""
    documents = sorted(snapshot.of_kind(*INDEXED_KINDS), key=lambda each: each.path)
    return word_base.reading(documents, snapshot.generation)


def with_words(snapshot: Snapshot) -> Snapshot:
    """The next snapshot, with all texts read; the same one if that is not due."""
    return snapshot.after(word_base=_read(snapshot)) if is_reading_due(snapshot) else snapshot


def _read(snapshot: Snapshot) -> WordBase:
    (base,) = deque(reading(snapshot), maxlen=1)
    assert base is not None
    return base
