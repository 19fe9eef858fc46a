"""Tokens: what a text costs a model, counted or estimated, always with how sure that is.

The estimator is linear: so many tokens for each lower-case letter, word, run of punctuation, Han
character and so on. The weights were fitted to what real tokenizers count in real files, and the
band comes from files that the fit has not seen (`docs/tokens.md`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from operator import mul
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ctxlayer.layer.token_weights import WEIGHTS, Weights

if TYPE_CHECKING:
    from ctxlayer.layer.document import Document
    from ctxlayer.layer.snapshot import Snapshot

BAND_SIZES = (150, 500, 2_000)
"""Tokens at which a wider error band ends; the last band has no end."""


class Estimate(NamedTuple):
    """How many tokens a text has for one tokenizer family.

    19 in 20 texts lie between `low` and `high`; a count that is `exact` has no width. `wide` are
    those of the tokens that stand for characters beyond ASCII, of which less is known.
    """

    tokens: int
    low: int
    high: int
    family: str
    exact: bool
    wide: int = 0

    @property
    def percent(self) -> int:
        """Half the width of the band in per cent, rounded up."""
        return -(-(self.high - self.tokens) * 100 // self.tokens) if self.tokens else 0

    @property
    def words(self) -> str:
        """`≈1,240 ±12 %`, and `1,240` where it is exact."""
        if self.exact or not self.tokens:
            return f"{self.tokens:,}"
        return f"≈{self.tokens:,} ±{self.percent} %"

    @property
    def line(self) -> str:
        """`≈1,240 ±12 % tokens (claude)`."""
        return f"{self.words} {'token' if self.tokens == 1 else 'tokens'} ({self.family})"


class Tokenizer(Protocol):
    """Something that tells how many tokens a text has; for equal texts always the same."""

    family: str

    def count(self, text: str) -> Estimate:
        """The tokens of `text`. Never raises; takes time in proportion to the text."""


def total(parts: Iterable[Estimate], family: str) -> Estimate:
    """The parts as one text: its band is that of a text of this size.

    `family` is what an empty sum is of.
    """
    tokens = wide = 0
    exact = True
    for part in parts:
        tokens += part.tokens
        wide += part.wide
        exact = exact and part.exact
    return Estimate(tokens, tokens, tokens, family, True) if exact else banded(tokens, wide, family)


def banded(tokens: int, wide: int, family: str) -> Estimate:
    """An estimate with the band that texts of this size and script had when the fit was tested."""
    weights = WEIGHTS[family]
    size = sum(tokens >= limit for limit in BAND_SIZES)
    plain, other = weights.plain_band[size], weights.wide_band[size]
    share = min(1.0, wide / tokens) if tokens else 0.0
    width = round(tokens * (plain + (other - plain) * share) / 100)
    return Estimate(tokens, tokens - width, tokens + width, family, False, wide)


class Estimator:
    """Estimates the tokens of one family."""

    def __init__(self, family: str) -> None:
        self.family = family
        self._weights: Weights = WEIGHTS[family]

    def count(self, text: str) -> Estimate:
        """The estimate for `text`; special tokens that are spelt out in it count as text."""
        narrow, beyond = features(text)
        wide = sum(map(mul, beyond, self._weights.wide))
        tokens = sum(map(mul, narrow, self._weights.plain)) + wide
        return banded(round(tokens), round(wide), self.family)


@cache
def estimator(family: str) -> Estimator:
    """The estimator of a family of `settings.TOKENIZERS`, always the same object."""
    return Estimator(family)


def document_tokens(document: Document, snapshot: Snapshot) -> Estimate | None:
    """The tokens of a whole document, counted once; None where no tokenizer is known."""
    tokenizer = snapshot.tokenizer
    if tokenizer is None:
        return None
    known = document.memo.get(document_tokens)
    if known is None or known[0] is not tokenizer:
        known = document.memo[document_tokens] = (tokenizer, tokenizer.count(document.text))
    found: Estimate = known[1]
    return found


# Features. Each byte is mapped to a letter that stands for its class; the rest is counting.

PLAIN_FEATURES = (
    "lower-case letters",
    "capitals",
    "digits",
    "line ends",
    "spaces",
    "pairs of spaces",
    "tabs",
    "punctuation",
    "words",
    "runs of punctuation",
    "numbers",
    "capitals after a lower-case letter",
)
WIDE_FEATURES = (
    "Latin with accents",
    "further Latin, Greek",
    "Cyrillic",
    "Hebrew, Arabic",
    "South Asian, Thai",
    "rarer scripts, Vietnamese",
    "symbols and dashes",
    "Kana",
    "Han",
    "Hangul",
    "full width",
    "emoji",
)
_WIDE_CLASSES = "ABCDEFGHIJKL"
"""The letters of `WIDE_FEATURES`, in order."""


def features(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Counts in the order of `PLAIN_FEATURES` and of `WIDE_FEATURES`; the latter may be empty.

    A character beyond ASCII counts once, by the first byte of its UTF-8 form. A lone surrogate
    counts as a question mark.
    """
    raw = text.encode("utf-8", "replace")
    classes = raw.translate(_CLASSES)
    count = classes.count
    upper, digit, newline, tab = count(b"u"), count(b"d"), count(b"n"), count(b"t")
    space, punctuation = count(b" "), count(b"p")
    beyond = () if text.isascii() else tuple(count(each) for each in _WIDE_BYTES)
    lower = len(raw) - upper - digit - newline - tab - space - punctuation - count(b".")
    plain = (
        lower - sum(beyond),
        upper,
        digit,
        newline,
        space,
        count(b"  "),
        tab,
        punctuation,
        len(classes.translate(_WORDS).split()),
        len(classes.translate(_RUNS).split()),
        len(classes.translate(_NUMBERS).split()) if digit else 0,
        count(b"lu"),
    )
    return plain, beyond


def _class_of(byte: int) -> str:
    if byte >= 0x80:
        return _wide_class(byte)
    char = chr(byte)
    if char.isalpha():
        return "l" if char.islower() else "u"
    if char.isdigit():
        return "d"
    # Control characters weigh as much as nothing: most tokenizers drop them.
    return {"\n": "n", " ": " ", "\t": "t"}.get(char, "p" if byte > 0x20 else ".")


def _wide_class(byte: int) -> str:
    """The class of a first byte; `.` for the bytes that follow it."""
    limits = (0xC4, 0xD0, 0xD4, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xEA, 0xEE, 0xF0, 0x100)
    if byte < 0xC0:
        return "."
    return next(letter for letter, end in zip(_WIDE_CLASSES, limits, strict=True) if byte < end)


def _keeping(letters: str) -> bytes:
    """A translation of classes that blanks out all but `letters`."""
    return bytes(each if chr(each) in letters else 0x20 for each in range(256))


_CLASSES = "".join(map(_class_of, range(256))).encode("ascii")
_WORDS = _keeping("lu")
_RUNS = _keeping("p")
_NUMBERS = _keeping("d")
_WIDE_BYTES = tuple(letter.encode("ascii") for letter in _WIDE_CLASSES)
