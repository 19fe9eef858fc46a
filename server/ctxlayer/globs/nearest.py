"""What the author of a pattern that matches nothing may have meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ctxlayer.globs.glob import Glob, compile_glob
from ctxlayer.globs.index import PathIndex
from ctxlayer.globs.syntax import has_magic

_MANY = 50
"""Words that are compared with care; of more only those that are alike at one end."""

_MOST = 1_000
"""Words among which something is looked for: a thousand wrong names among a thousand right ones take a second."""


def nearest_pattern(glob: Glob, index: PathIndex) -> str | None:
    """The closest pattern to `glob` that does match a path of `index`, or None.

    First a misspelt folder or file name is put right, then bars in braces become commas, then the
    pattern is tried at any depth.
    """
    if glob.error or glob.negated or not glob.pattern:
        return None
    for candidate in _candidates(glob.pattern, index):
        if candidate != glob.pattern and index.any_match(compile_glob(candidate, glob.dialect)):
            return candidate
    return None


def _candidates(pattern: str, index: PathIndex) -> Iterable[str]:
    repaired = _repair(pattern.split("/"), index)
    if repaired is not None:
        yield repaired
    body = pattern.lstrip("/").removeprefix("./")
    if "|" in pattern and "{" in pattern:
        body = body.replace("|", ",")
    yield body
    if not body.startswith("**/"):
        yield f"**/{body}"


def _repair(segments: list[str], index: PathIndex) -> str | None:
    """The pattern with each literal segment that leads nowhere put right, if all can be."""
    for depth, segment in enumerate(segments):
        if has_magic(segment) or not segment:
            break
        names = index.names_in("/".join(segments[:depth]))
        if segment not in names:
            close = closest(segment, names)
            if close is None or segment == ".git" or _another_file(segment, close):
                return None
            segments = [*segments[:depth], close, *segments[depth + 1 :]]
    return "/".join(segments)


def _another_file(name: str, other: str) -> bool:
    """Whether two file names are alike mostly in their endings: `a-lock.yaml`, `a-work.yaml`."""
    stem, dot, ending = name.rpartition(".")
    other_stem, _, other_ending = other.rpartition(".")
    if not (dot and stem and ending == other_ending):
        return False
    return closest(stem, [other_stem]) is None


def closest(word: str, words: Collection[str]) -> str | None:
    """The one of `words` that `word` is most likely a slip for, or None; None among very many, too."""
    if len(words) > _MOST:
        return None
    folded = word.casefold()
    same = [each for each in words if each.casefold() == folded]
    if same:
        return min(same)
    near = words if len(words) <= _MANY else _alike(word, words)
    from difflib import get_close_matches

    found = get_close_matches(word, sorted(near), n=1, cutoff=0.65)
    return found[0] if found else None


def _alike(word: str, words: Collection[str]) -> Collection[str]:
    """Those of many words that are like `word` at one end; none where too many are to tell them apart."""
    near = words
    for share in (2, 4):
        # A slip spares one half of the word: ask for that first, at the speed of C.
        cut = len(word) // share
        head, tail = word[: len(word) - cut], word[cut:]
        near = [each for each in near if each.startswith(head) or each.endswith(tail)]
        if len(near) <= _MANY:
            return near
    return ()
