"""Finding vocabulary terms in texts.

A text is read as tokens: words of letters and digits, single characters of scripts that are written
without blanks, single signs. Blanks, hyphens and underscores between them are one gap, as they are in
`term_key`; a blank line is a wall that no term crosses. A term occurs where its own tokens do. So
`ui` is not in `build`, `late arriving` is in `late-arriving`, and `C#`, `.env` and `/plan` are whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import Any, NamedTuple

from ctxlayer.layer.content_words import content_words
from ctxlayer.text import Span

__all__ = ["Match", "TermMatcher", "content_words", "occurs", "words_in", "words_of_key"]

MAX_TOKENS = 32
"""A key of more tokens is no term, and is never found."""

_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0963\u0966-\u0dff"
)
"""Combining marks, which belong to the word that they are in, and the scripts full of them."""
_SPACELESS = (
    "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u3005-\u3007\u3040-\u3096\u309d-\u30fa"
    "\u30fc-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f"
    "\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U000323af"
)
"""Scripts without blanks between words; and Hangul, whose particles are glued to their word."""
_WORD = rf"(?:(?![{_SPACELESS}])[^\W_]|[{_MARKS}])+|[{_SPACELESS}]"
_WORDS = re.compile(_WORD)
_SPACELESS_WORD = re.compile(rf"[{_SPACELESS}]")
_TOKENS = re.compile(rf"{_WORD}|[-_\s]+|.", re.DOTALL)
_ASCII_TOKENS = re.compile(r"[a-z0-9]+|[-_\s]+|.", re.DOTALL)
_NOT_WORD = {code: " " for code in range(128) if not chr(code).isalnum()}
_GAP = re.compile(r"[-_\s]+")
_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)")
_BLANK = " "
_END = ""
"""The key's place among the branches of a trie: no token is empty."""

_Trie = dict[str, Any]
"""Branches by token; under `_END` the key that ends there."""


class Match(NamedTuple):
    """One occurrence of a term; the span counts from the start of the text."""

    key: str
    span: Span


class TermMatcher:
    """Finds any of many terms in a text, in time linear in the text."""

    def __init__(self, keys: Iterable[str]) -> None:
        """`keys` are such as `term_key` makes them; those without a token are never found."""
        self._trie: _Trie = {}
        for key in keys:
            tokens = _folded_tokens(key)
            if tokens and len(tokens) <= MAX_TOKENS:
                node = self._trie
                for token in tokens:
                    node = node.setdefault(token, {})
                node[_END] = key

    def find(self, text: str) -> list[Match]:
        """Every occurrence, by place; of several that start at one place, the shorter first."""
        found = list(self._matches(_folded_tokens(text)))
        if not found:
            return []
        places = _places(text)
        return [Match(key, Span(places[first], places[end])) for key, first, end in found]

    def keys_in(self, text: str) -> frozenset[str]:
        """The keys that occur in `text`."""
        return frozenset(key for key, _, _ in self._matches(_folded_tokens(text)))

    def _matches(self, tokens: list[str]) -> Iterator[tuple[str, int, int]]:
        """(key, first token, one past its last token) of each occurrence."""
        trie, count = self._trie, len(tokens)
        for first in [at for at, token in enumerate(tokens) if token in trie]:
            node, at = trie[tokens[first]], first + 1
            while node is not None:
                key = node.get(_END)
                if key is not None and _stands_alone(tokens, first, at):
                    yield key, first, at
                node = node.get(_joint(tokens[at])) if at < count else None
                at += 1


def _joint(token: str) -> str:
    """A token inside a term: any gap is one, but a blank line is none."""
    if _GAP.match(token) and not _BLANK_LINE.search(token):
        return _BLANK
    return token


def _stands_alone(tokens: list[str], first: int, end: int) -> bool:
    """Whether a sign at the edge of a term is not glued to a word beyond it: `.env` to `config`."""
    before, after = tokens[first - 1] if first else "", tokens[end] if end < len(tokens) else ""
    return not (_is_word(before) and not _WORDS.match(tokens[first])) and not (
        _is_word(after) and not _WORDS.match(tokens[end - 1])
    )


def _is_word(token: str) -> bool:
    return token[-1:].isalnum() and not _SPACELESS_WORD.match(token)


def occurs(key: str, text: str) -> bool:
    """Whether the term with this key occurs in `text`."""
    return bool(TermMatcher((key,)).keys_in(text))


def words_of_key(key: str) -> tuple[str, ...]:
    """The words of a key as `words_in` gives them for a text: without gaps and signs."""
    return tuple(_words(key))


def words_in(text: str) -> frozenset[str]:
    """The folded words of `text`, each character of a script without blanks by itself.

    A term can occur only where each of its words does.
    """
    return frozenset(_words(text))


def _words(text: str) -> list[str]:
    if text.isascii():
        return text.lower().translate(_NOT_WORD).split()
    return [_folded(word) for word in _WORDS.findall(_composed(text))]


def _composed(text: str) -> str:
    from unicodedata import is_normalized, normalize

    return text if is_normalized("NFC", text) else normalize("NFC", text)


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else word.casefold()


def _folded_tokens(text: str) -> list[str]:
    """Words, gaps and signs, end to end; a gap as it is written."""
    if text.isascii():
        return _ASCII_TOKENS.findall(text.lower())
    return [_folded(token) for token in _TOKENS.findall(_composed(text))]


def _places(text: str) -> list[int]:
    """Where each of the tokens starts in `text`, and where the last one ends."""
    if text.isascii():
        return list(accumulate(map(len, _ASCII_TOKENS.findall(text.lower())), initial=0))
    composed = _composed(text)
    places = list(accumulate(map(len, _TOKENS.findall(composed)), initial=0))
    if composed == text:
        return places
    uncomposed = _uncomposed(text)
    # A few scripts compose across characters that combine with nothing: near enough there.
    return [uncomposed[min(place, len(uncomposed) - 1)] for place in places]


def _uncomposed(text: str) -> list[int]:
    """For each character of the composed text, and for its end, where it is in `text`."""
    from unicodedata import combining, normalize

    # From each character that combines with none before it to the next such one.
    places: list[int] = []
    start = 0
    for at in range(1, len(text) + 1):
        if at < len(text) and (combining(text[at]) or "\u1160" <= text[at] <= "\u11ff"):
            continue
        places += [start] * len(normalize("NFC", text[start:at]))
        start = at
    return [*places, len(text)]
