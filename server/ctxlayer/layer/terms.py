"""Vocabulary terms: split, made comparable, judged by their form."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from ctxlayer.layer.pointer import MAX_PIECES
from ctxlayer.text import Span

MAX_WORDS = 4
"""Words of a term, counted between blanks: a hyphenated word is one."""

_CODE = r"`[^`\n]*`"
_COMMA = re.compile("[,，、]")
_BREAK = r"<[bB][rR][ \t]*/?>"
_COMMAS = re.compile(rf"{_CODE}|(?P<cut>[,，、]|{_BREAK})")
_OTHERS = re.compile(rf"{_CODE}|(?P<cut>;|(?<!\S)·(?!\S)|{_BREAK})")
_WRAPPERS = (("`", "`"), ("**", "**"), ("*", "*"), ('"', '"'), ("'", "'"), ("“", "”"), ("«", "»"))
_JOINTS = re.compile(r"[-_\s]+")
_ENDS = frozenset(".;:!?…。！？；：")
_STARTS = frozenset(";!?,)]}…。！？；：")
_CLAUSES = re.compile(r"[;。！？；]|[.:!?]\s")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))


class Term(NamedTuple):
    """One vocabulary term; the span counts from the topic's start.

    `text` is as written, without quotes or code ticks. Two terms are the same iff their `key`s are.
    """

    span: Span
    text: str
    key: str


def read_terms(text: str, start: int, end: int) -> list[Term]:
    """The terms of `text[start:end]`, between commas; without any comma, between ` · ` or `;`."""
    piece = text[start:end]
    cuts = _cuts(_COMMAS if _COMMA.search(piece) else _OTHERS, piece)
    terms, at = [], 0
    for head, tail in (*cuts, (len(piece), len(piece))):
        word = piece[at:head]
        bare = _unwrap(word.strip())
        if bare:
            where = start + at + word.index(bare)
            terms.append(Term(Span(where, where + len(bare)), bare, term_key(bare)))
        at = tail
    return terms


def _cuts(pattern: re.Pattern[str], piece: str) -> list[tuple[int, int]]:
    found = (cut.span() for cut in pattern.finditer(piece) if cut.lastgroup)
    return list(islice(found, MAX_PIECES))


def _unwrap(word: str) -> str:
    """`word` without one pair of quotes, code ticks or stars around it."""
    for opening, closing in _WRAPPERS:
        inner = len(word) - len(closing)
        if inner > len(opening) and word.startswith(opening) and word.endswith(closing):
            return word[len(opening) : inner].strip()
    return word


def term_key(text: str) -> str:
    """What makes two spellings one term: case is folded; `-`, `_` and blanks are one space."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFC", text)
    folded = text.casefold()
    return _JOINTS.sub(" ", folded).strip() or folded


def term_fault(text: str) -> str | None:
    """Why `text` is no well-formed term, as a clause for a message; None if it is one.

    Punctuation that belongs to a name is none of it stray: `C#`, `.env`, `/plan`, `c++`, `f()`.
    """
    words = len(text.split())
    if words > MAX_WORDS:
        return f"has {words} words, a term has one to {MAX_WORDS}"
    if not any(char.isalnum() for char in text):
        return "holds no letter and no digit"
    if text[0] == text[-1] == ":":
        return None  # `:memory:`
    if text[-1] in _ENDS and not _is_abbreviation(text):
        return f"ends with stray punctuation `{text[-1]}`"
    if text[0] in _STARTS or text.startswith("- "):
        return f"starts with stray punctuation `{text[0]}`"
    if _CLAUSES.search(text):
        return "reads as a sentence"
    if odd := _unbalanced(text):
        return f"holds an unmatched `{odd}`"
    return None


def _is_abbreviation(text: str) -> bool:
    """`e.g.`, `U.S.`: one word with dots inside it too."""
    return text[-1] == "." and "." in text[:-1] and not any(char.isspace() for char in text)


def _unbalanced(text: str) -> str | None:
    for opening, closing in _PAIRS:
        if text.count(opening) != text.count(closing):
            return opening if opening in text else closing
    return next((mark for mark in '"`' if text.count(mark) % 2), None)
