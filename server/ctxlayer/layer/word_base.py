"""Which documents hold a word: what a reading of all texts leaves behind."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlayer.layer.document import Document
from ctxlayer.layer.term_match import words_in


@dataclass(frozen=True, slots=True, eq=False)
class WordBase:
    """The words of some documents as of one generation of a layer.

    `postings` maps a folded word to the numbers of the documents that hold it, which count into
    `documents`, ascending. Frontmatter does not count: its words are in every file. `memo` keeps
    results computed from the base by whoever computed them.
    """

    documents: tuple[Document, ...]
    postings: Mapping[str, array[int]]
    generation: int
    memo: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    def elsewhere(self) -> WordBase:
        """The same, of a generation that nobody remembers: it is compared document by document."""
        return replace(self, generation=-1)


def body(document: Document) -> str:
    """The text of a document behind its frontmatter, told without reading that."""
    text = document.text
    if not text.startswith(("---", "\ufeff---")):
        return text
    end = text.find("\n---", 3)
    return text[end + 4 :] if end >= 0 else text


def body_words(document: Document) -> frozenset[str]:
    """The folded words of a document's body."""
    return words_in(body(document))


def reading(documents: Iterable[Document], generation: int) -> Iterator[WordBase | None]:
    """Read documents, one a step: None while there are more, at last the base."""
    read = tuple(documents)
    postings: dict[str, array[int]] = {}
    for number, document in enumerate(read):
        for word in body_words(document):
            found = postings.get(word)
            if found is None:
                postings[word] = array("I", (number,))
            else:
                found.append(number)
        yield None
    yield WordBase(read, postings, generation)
