"""What the token estimator looks at: how many characters and runs of each class a text has.

Each byte is mapped to a letter that stands for its class; the rest is counting.
"""

from __future__ import annotations

from typing import NamedTuple

BAND_SIZES = (150, 500, 2_000)
"""Tokens at which a wider error band ends; the last band has no end."""


class Weights(NamedTuple):
    """One family: tokens for each feature, and half the width of its bands in per cent.

    A band has one number for each size of text, the shortest first.
    """

    plain: tuple[float, ...]
    wide: tuple[float, ...]
    plain_band: tuple[int, ...]
    wide_band: tuple[int, ...]

    def band(self, tokens: float, wide: float) -> float:
        """Half the width in per cent for a text of so many tokens, `wide` of them beyond ASCII.

        The band of foreign scripts holds in full from a half of such tokens on.
        """
        size = sum(tokens >= limit for limit in BAND_SIZES)
        plain, other = self.plain_band[size], self.wide_band[size]
        return plain + (other - plain) * min(1.0, 2 * wide / tokens) if tokens else plain


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
    "further Latin",
    "Greek",
    "Cyrillic",
    "Hebrew, Armenian",
    "Arabic",
    "South Asian, Thai",
    "rarer scripts",
    "symbols and dashes",
    "Kana",
    "Han",
    "Hangul",
    "full width",
    "emoji",
    "Vietnamese",
)
_WIDE_CLASSES = "ABCDEFGHIJKLMN"
"""The letters of `WIDE_FEATURES`, in order. Vietnamese is told from rarer scripts afterwards."""
_RARER = _WIDE_CLASSES.index("H")


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
    beyond = () if text.isascii() else _beyond(raw, classes)
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


def _beyond(raw: bytes, classes: bytes) -> tuple[int, ...]:
    found = [classes.count(each) for each in _WIDE_BYTES]
    vietnamese = raw.count(b"\xe1\xba") + raw.count(b"\xe1\xbb") if found[_RARER] else 0
    found[_RARER] -= vietnamese
    return (*found, vietnamese)


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
    limits = (0xC4, 0xCD, 0xD0, 0xD4, 0xD8, 0xE0, 0xE1, 0xE2, 0xE3, 0xE4, 0xEA, 0xEE, 0xF0, 0x100)
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
