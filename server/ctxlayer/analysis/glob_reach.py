"""How far a pattern reaches: over another pattern, over everything."""

from __future__ import annotations

from collections.abc import Mapping

from ctxlayer.analysis.rule_globs import RuleFile, WrittenGlob
from ctxlayer.globs import Glob, compile_glob, covers

_EVERYTHING = ("**", "**/*.*")
"""Patterns of which one covers all that is worked on: any path, any path with an ending."""


def matches_everything(written: WrittenGlob) -> bool:
    """Whether the pattern matches every file, or every one with an ending, in some runtime."""
    return any(_is_everything(reader.glob) for reader in written.readers)


def _is_everything(glob: Glob) -> bool:
    # Most patterns name a folder or an ending, and most of the others a part of a name.
    if not glob.matches("a/b.c"):
        return False
    return any(covers(glob, compile_glob(every, glob.dialect)) for every in _EVERYTHING)


_MOST_JUDGED = 60
"""Patterns of one list; each is held against each."""


def redundant(file: RuleFile) -> Mapping[WrittenGlob, WrittenGlob]:
    """The patterns of a rule that add nothing, each with one that stays and covers it."""
    if "redundant" not in file.memo:
        file.memo["redundant"] = _redundant(file)
    found: Mapping[WrittenGlob, WrittenGlob] = file.memo["redundant"]
    return found


def _redundant(file: RuleFile) -> dict[WrittenGlob, WrittenGlob]:
    globs = file.globs[:_MOST_JUDGED]
    found: dict[WrittenGlob, WrittenGlob] = {}
    if len(globs) < 2 or any(each.text.startswith("!") for each in globs):
        return found
    if any(matches_everything(each) for each in globs):
        return found  # that one is what there is to say
    for at, written in enumerate(globs):
        for number, other in enumerate(globs):
            if number == at or other in found or not covered_by(written, other):
                continue
            if number > at and covered_by(other, written):
                continue  # both cover the other: the later one goes
            found[written] = other
            break
    return found


def covered_by(narrow: WrittenGlob, broad: WrittenGlob) -> bool:
    """Whether `broad` matches what `narrow` does, in each runtime, and that is established."""
    if narrow.text == broad.text:
        return True
    wide = {reader.runtime: reader.glob for reader in broad.readers}
    return all(
        reader.runtime in wide and _surely_covers(wide[reader.runtime], reader.glob)
        for reader in narrow.readers
    )


def _surely_covers(broad: Glob, narrow: Glob) -> bool:
    if broad.dialect.dotfiles is not True:
        named = {part for part in narrow.pattern.split("/") if part.startswith(".")}
        if not named <= set(broad.pattern.split("/")):
            return False
    return broad.is_settled and narrow.is_settled and covers(broad, narrow)
