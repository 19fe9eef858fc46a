"""The words of a text that carry its meaning, in one form for all their endings."""

from __future__ import annotations

import re

_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_VOWEL = re.compile("[aeiouy]")

STOP_WORDS = frozenset(
    """a about above across after again against ago all almost along already also although always am
    among an and another any anyone anything are aren't around as at away back be became because become
    becomes been before being below between both but by came can can't cannot come comes could couldn't
    did didn't do does doesn't doing don't done down during each either else enough etc even ever every
    few for from further get gets getting give given gives go goes going gone got had has hasn't have
    haven't having he her here hers him his how however i if in including inside instead into is isn't it
    it's its itself just keep keeps last least less let let's like made mainly make makes making many may
    maybe me might mine more most mostly much must my near need needs neither never no none nor not
    nothing now of off often on once one only onto or other others otherwise our ours out over own per
    perhaps please put quite rather really same say says see seen shall she should shouldn't since so
    some someone something soon still such take takes than that that's the their theirs them themselves
    then there there's therefore these they thing things this those though through thus till to together
    too toward towards two under unless until up upon us use used uses using usually various very via
    want wants was wasn't way ways we well were weren't what what's whatever when where whether which
    while who whole whom whose why will with within without won't would wouldn't yes yet you your
    yours""".split()
)
"""English words that say nothing about what a text is about."""


def content_words(text: str) -> list[str]:
    """The words of `text` in their order, folded and stemmed, without stop words and bare numbers.

    A possessive `'s` is no part of a word; `tables` and `table` come out as one.
    """
    words = []
    for word in _WORDS.findall(text.casefold() if not text.isascii() else text.lower()):
        if word in STOP_WORDS:
            continue
        bare = word.replace("’", "'").partition("'")[0] if not word.isalnum() else word
        if bare not in STOP_WORDS and not bare.isdigit():
            words.append(stem(bare))
    return words


def stem(word: str) -> str:
    """A folded word without a plural, `-ing` or `-ed`, and without a last `e`; others as they are."""
    if not word.isascii() or len(word) < 4 or not word.isalpha():
        return word
    word = _singular(word)
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 2 and _VOWEL.search(root):
            word = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
            break
    if len(word) > 3 and word[-1] == "e":
        return word[:-1]
    return (
        word[:-1] + "i" if len(word) > 3 and word[-1] == "y" and word[-2] not in "aeiou" else word
    )


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
