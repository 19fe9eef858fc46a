"""A pattern that matches no file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest

from ctxlayer.analysis.glob_edits import replacing
from ctxlayer.analysis.glob_forms import odd_form
from ctxlayer.analysis.glob_reach import redundant
from ctxlayer.analysis.lost_tracks import lost_tracks
from ctxlayer.analysis.rule_globs import RuleFile, WrittenGlob, rule_globs
from ctxlayer.globs import Glob, compile_glob, nearest_pattern
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.text import Edit

_STARRED = re.compile(r"(^|/)\*\*([^/*])")
"""`**.ts`, which most runtimes read as `*.ts`."""


@layer_lint("warning", asks={rule_globs, lost_tracks}, fixable=True)
def glob_matches_nothing(layer: Snapshot) -> Iterator[Report]:
    """A glob of a rule, or what a knowledge file tracks, matches no file.

    ## What it does
    Tries each glob on every file that git tracks or does not ignore, here and in the mapped sibling
    repositories, as each runtime reads it that reads the rule. It says nothing where a sibling is named
    in the settings and not mapped on this machine, where the glob leads into a submodule or another
    repository below this one, and where another lint tells why the glob fails. A
    glob without a folder (`**/*.jsx`) next to globs that do match is only a hint, and so is one that is
    like one of these but for its file type or for the folder of a tool (`**/.cursor/**`): such lists
    are often longer than a repository needs. A repository that keeps rules for others, most of which name
    files of which there is no trace in it, is left alone; where only some are so, four at least, the
    first of them speaks for all.

    An entry of `tracks` is flagged where git has never known such a file, here or in the sibling that it
    names; what git has known is left to source-gone.

    ## Why
    The rule never loads, and nothing tells so: a folder was renamed, or the pattern has a slip. A knowledge
    file that tracks nothing is never told that its source has moved.

    ## Example
    ```.rules/berths.md
    ---
    globs: ["src/bert/**"]
             ^^^^^^^^^^^ glob-matches-nothing: did you mean `src/berths/**`
    ---

    # Berths
    ```
    ```src/berths/allocate.py
    VALUE = 1
    ```

    ## Instead
    ```.rules/berths.md
    ---
    globs: ["src/berths/**"]
    ---

    # Berths
    ```
    ```src/berths/allocate.py
    VALUE = 1
    ```
    """
    yield from _tracked(layer)
    globs = layer.ask(rule_globs)
    if globs.for_others:
        return
    world = (layer.tree, layer.siblings, layer.unlisted, layer.settings)
    strangers = globs.strangers()
    silent: set[str] = set()
    for file in globs.files.values():
        if file.path in silent:
            continue
        reports = tuple(file.kept("glob-matches-nothing", world, partial(_reports, file, layer)))
        if reports and file.path in strangers:
            silent = {*strangers}
            yield _for_strangers(reports[0], len(strangers) - 1)
        else:
            yield from reports


def _tracked(layer: Snapshot) -> Iterator[Report]:
    """Entries of `tracks` that no file ever matched."""
    for path, lost in layer.ask(lost_tracks).items():
        for each in lost:
            if each.error:
                continue
            what = f"`{each.text}` matches no file, and git has never known one"
            if not each.near:
                yield Report(each.span, f"{what}; correct the entry or remove it", path=path)
                continue
            fix = Fix(f"Change to `{each.near}`", {path: (Edit(each.span, each.near),)})
            yield Report(each.span, f"{what}; did you mean `{each.near}`?", (fix,), path=path)


def _for_strangers(report: Report, others: int) -> Report:
    return report._replace(
        message=f"{report.message}; {others} more rules name only files of which nothing is here, and "
        "are not flagged one by one"
    )


def _reports(file: RuleFile, layer: Snapshot) -> Iterator[Report]:
    lost = [each for each in file.globs if _is_lost(each, layer) and each not in redundant(file)]
    found = [each.text for each in file.globs if lost and each.matches_any(layer.tree)]
    for written in lost:
        yield _report(written, layer, found)


def _is_lost(written: WrittenGlob, layer: Snapshot) -> bool:
    """Whether it matches no file anywhere, and nobody else says why."""
    if not written.works or written.is_mangled or written.matches_any(layer.tree):
        return False
    if written.may_lie_beyond(layer.unlisted):
        return False
    if any(layer.unlisted.tracks(reader.glob) for reader in written.readers):
        return False
    return _elsewhere(written, layer) is False and not odd_form(written, layer.tree, layer.root)


def _elsewhere(written: WrittenGlob, layer: Snapshot) -> bool | None:
    """Whether a sibling has a file that matches; None where that cannot be known."""
    siblings = layer.siblings
    named = sorted(siblings.names | frozenset(layer.settings.repos))
    answers = [
        siblings.any_file(name, reader.glob.matches) for name in named for reader in written.readers
    ]
    if any(answers):
        return True
    return None if None in answers else False


def _report(written: WrittenGlob, layer: Snapshot, found: list[str]) -> Report:
    path, span = written.path, written.span
    message = f"`{written.text}` matches no file"
    close = _closest(written.readers[0].glob, layer)
    if close is None and found and _may_be_spare(written.text, found):
        return Report(
            span,
            f"{message} so far; the rule loads by its other globs; remove this one unless such files "
            "are to come",
            severity="hint",
            path=path,
        )
    if close is None:
        return Report(span, f"{message}; correct the pattern or remove it", path=path)
    document = layer.document(path)
    # One that is spelt with escapes, or over lines, a person has to edit.
    edit = replacing(written, (close,), document) if document is not None else None
    fixes = (Fix(f"Change to `{close}`", {path: (edit,)}),) if edit is not None else ()
    return Report(span, f"{message}; did you mean `{close}`?", fixes, path=path)


def _closest(glob: Glob, layer: Snapshot) -> str | None:
    """A pattern that does match, and that this one may stand for."""
    pattern = glob.pattern.replace("\\", "/")
    folder = pattern.strip("/").removeprefix("./")
    spelt = _STARRED.sub(r"\1**/*\2", pattern)
    candidates = [f"{folder}/**"] if folder in layer.tree.folders else []
    candidates += [each for each in (pattern, spelt) if each != glob.pattern]
    for candidate in candidates:
        if layer.tree.index.any_match(compile_glob(candidate, glob.dialect)):
            return candidate
    return nearest_pattern(glob, layer.tree.index)


def _may_be_spare(pattern: str, found: list[str]) -> bool:
    """Whether a list that has `found`, which match, may well be longer than this repository needs."""
    return not _names_folder(pattern) or any(_is_variant(pattern, each) for each in found)


def _is_variant(pattern: str, other: str) -> bool:
    """Whether two patterns differ in their file type alone, or in the folder of a tool."""
    differing = [
        (own, its)
        for own, its in zip_longest(pattern.split("/"), other.split("/"), fillvalue="")
        if own != its
    ]
    if len(differing) != 1:
        return False
    own, its = differing[0]
    if own[:1] == its[:1] == ".":
        return True
    stem, dot, _ = own.partition(".")
    return bool(dot) and (stem, dot) == its.partition(".")[:2] and pattern.endswith(own)


def _names_folder(pattern: str) -> bool:
    """Whether the pattern says where files lie, and not only what they are called."""
    folders = pattern.split("/")[:-1]
    return any(folder.strip("*.") for folder in folders)
