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
_STARTS = frozenset(";?,)]}…。！？；：•·")
_CLAUSES = re.compile(r"[;。！？；]|[.:!?]\s")
_LIST = re.compile(r"\s/\s|\s[·•|]\s|[;；、，]\s?|\s\.\s")
_CODED_LIST = re.compile(r",\s")
"""What parts the items of a list: no single term holds it."""
_NUMBER = re.compile(r"(?:[0-9]{1,3}[.)]|[-*•])\s+")
_AND_SO_ON = frozenset(("etc", "etc.", "and so on", "and more", "more", "u.s.w."))
_STRAY = "".join(_ENDS | _STARTS) + " \t|"
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


def term_fault(text: str, *, coded: bool = False) -> str | None:
    """Why `text` is no well-formed term, as a clause for a message; None if it is one.

    Punctuation that belongs to a name is none of it stray: `C#`, `.env`, `/plan`, `c++`, `f()`.
    A term in a code span (`coded`) is a name as it stands, as long as it is one.
    """
    words = len(text.split())
    if coded and _CODED_LIST.search(text):
        return "is a list in one code span: give each term its own"
    if not coded and (parted := _LIST.search(text.strip(_STRAY))):
        return f"is a list: part its terms by commas, not by `{parted[0].strip()}`"
    if words > MAX_WORDS:
        return f"has {words} words, a term has at most {MAX_WORDS}"
    if not any(char.isalnum() for char in text):
        return "holds no letter and no digit"
    if coded:
        return None
    if text.casefold() == "etc.":
        return "names nothing"
    if text[0] == text[-1] == ":":
        return None  # `:memory:`
    if text[-1] in _ENDS and not _is_abbreviation(text):
        return f"ends with stray punctuation `{text[-1]}`"
    if text[0] in _STARTS or _NUMBER.match(text):
        return f"starts with stray punctuation `{text[0]}`"
    if _CLAUSES.search(text):
        return "reads as a sentence"
    if odd := _unbalanced(text):
        return f"holds an unmatched `{odd}`"
    return None


def mended_term(text: str, *, coded: bool = False) -> tuple[str, ...] | None:
    """The terms that a malformed one stands for: none where it says nothing; None if unclear."""
    if not any(char.isalnum() for char in text) or text.casefold() in _AND_SO_ON:
        return ()
    terms = []
    for piece in (_CODED_LIST if coded else _LIST).split(text):
        word = _stripped(piece) if not coded else piece.strip()
        if word and word.casefold() not in _AND_SO_ON:
            terms.append(word)
    if any(term_fault(word, coded=coded) for word in terms):
        return None
    return tuple(terms)


def _stripped(piece: str) -> str:
    """A term without the marks that a list or a sentence left on it."""
    word = piece.strip()
    word = word[number.end() :] if (number := _NUMBER.match(word)) else word
    word = word.strip(_STRAY)
    for odd in ('"', "`"):
        if word.count(odd) % 2:
            word = word.strip(odd)
    for opening, closing in _PAIRS:
        if word.count(opening) != word.count(closing):
            word = word.removeprefix(opening).removesuffix(closing)
            word = word.removesuffix(opening).removeprefix(closing)
    return word.strip()


def _is_abbreviation(text: str) -> bool:
    """`e.g.`, `U.S.`: one word with dots inside it too."""
    return text[-1] == "." and "." in text[:-1] and not any(char.isspace() for char in text)


def _unbalanced(text: str) -> str | None:
    for opening, closing in _PAIRS:
        if text.count(opening) != text.count(closing):
            return opening if opening in text else closing
    return next((mark for mark in '"`' if text.count(mark) % 2), None)
