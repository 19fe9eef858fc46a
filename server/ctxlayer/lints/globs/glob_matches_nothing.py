"""A pattern that matches no file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.globs import Glob, compile_glob, nearest_pattern
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import Pattern, Rule, read_rule
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import replace_with

_QUOTES = frozenset("'\"")
_STARRED = re.compile(r"(^|/)\*\*([^/*])")
"""`**.ts`, which most runtimes read as `*.ts`."""


@document_lint("warning", kinds={Kind.RULE}, reads={"tree", "siblings"}, fixable=True)
def glob_matches_nothing(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A glob of a rule matches no file.

    ## What it does
    Tries each glob on every file that git does not ignore, here and in the mapped sibling
    repositories. It says nothing where a sibling is named in the settings and not mapped on this
    machine, or where the glob does not compile. A glob without a folder (`**/*.jsx`) next to globs
    that do match is only a hint: lists of file types are often longer than a repository needs.

    ## Why
    The rule never loads, and nothing tells so: a folder was renamed, or the pattern has a slip.

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
    rule = read_rule(document)
    if rule is None or rule.always:
        return
    loads: bool | None = None
    for pattern in rule.patterns:
        glob = pattern.glob
        if glob.error or glob.negated or layer.tree.index.any_match(glob):
            continue
        if rule.globs_entry is not None and rule.globs_entry.damaged and _QUOTES & {*glob.pattern}:
            continue  # what was meant will be known when the quotes are put right
        if _elsewhere(pattern, layer) is False:
            if loads is None:
                loads = _loads(rule, layer)
            yield _report(document, pattern, layer, loads)


def _elsewhere(pattern: Pattern, layer: Snapshot) -> bool | None:
    """Whether a sibling has a file that matches; None where that cannot be known."""
    siblings = layer.siblings
    named = siblings.names | frozenset(layer.settings.repos)
    answers = [siblings.any_file(name, pattern.glob.matches) for name in sorted(named)]
    if any(answers):
        return True
    return None if None in answers else False


def _report(document: Document, pattern: Pattern, layer: Snapshot, loads: bool) -> Report:
    glob = pattern.glob
    span = pattern.span
    message = f"`{glob.pattern}` matches no file"
    close = _closest(glob, layer)
    if close is None and not _names_folder(glob.pattern) and loads:
        return Report(
            span,
            f"{message} so far; the rule loads by its other globs; remove this one unless such files "
            "are to come",
            severity="hint",
        )
    if close is None:
        return Report(span, f"{message}; correct the pattern or remove it")
    message = f"{message}; did you mean `{close}`?"
    if span.of(document.text) != glob.pattern:
        return Report(span, message)  # spelt with escapes, or over lines: a person has to edit it
    fix = replace_with(document, span, close, title=f"Change to `{close}`", safe=False)
    return Report(span, message, (fix,))


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


def _names_folder(pattern: str) -> bool:
    """Whether the pattern says where files lie, and not only what they are called."""
    folders = pattern.split("/")[:-1]
    return any(folder.strip("*.") for folder in folders)


def _loads(rule: Rule, layer: Snapshot) -> bool:
    """Whether a file of the layer loads the rule."""
    return any(
        not glob.error and not glob.negated and layer.tree.index.any_match(glob)
        for glob in (pattern.glob for pattern in rule.patterns)
    )
