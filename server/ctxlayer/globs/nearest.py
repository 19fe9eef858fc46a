"""What the author of a pattern that matches nothing may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from ctxlayer.globs.glob import Glob, compile_glob
from ctxlayer.globs.index import PathIndex
from ctxlayer.globs.syntax import has_magic


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


def closest(word: str, words: Iterable[str]) -> str | None:
    """The one of `words` that `word` is most likely a slip for, or None."""
    ordered = sorted(words)
    for each in ordered:
        if each.casefold() == word.casefold():
            return each
    from difflib import get_close_matches

    found = get_close_matches(word, ordered, n=1, cutoff=0.65)
    return found[0] if found else None
