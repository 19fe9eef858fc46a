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

from ctxlayer.layer.token_features import Weights, features
from ctxlayer.layer.token_weights import WEIGHTS

if TYPE_CHECKING:
    from ctxlayer.layer.document import Document
    from ctxlayer.layer.snapshot import Snapshot


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
        """Half the width of the band in per cent."""
        return round((self.high - self.tokens) * 100 / self.tokens) if self.tokens else 0

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
    for count, _, _, _, is_exact, beyond in parts:
        tokens += count
        wide += beyond
        exact = exact and is_exact
    return Estimate(tokens, tokens, tokens, family, True) if exact else banded(tokens, wide, family)


def banded(tokens: int, wide: int, family: str) -> Estimate:
    """An estimate with the band that texts of this size and script had when the fit was tested."""
    width = round(tokens * WEIGHTS[family].band(tokens, wide) / 100)
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
