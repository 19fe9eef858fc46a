"""Frontmatter that is no YAML."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.guide import is_plain
from ctxlayer.layer.kinds import FRONTMATTER_KINDS, Kind
from ctxlayer.layer.rule import read_rule
from ctxlayer.layer.runtimes import own_store_of, profile_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.guide_values import is_mended
from ctxlayer.lints.model import Related, Report, Severity
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import fixes_of
from ctxlayer.syntax.problem import Problem


@document_lint("error", kinds=FRONTMATTER_KINDS, fixable=True)
def frontmatter_syntax(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The frontmatter is not valid YAML.

    ## What it does
    Points at what keeps the block from being read: a value that starts with `*`, `{`, `[`, `@` or a
    backtick, a second `: ` in an unquoted value, a tab, an unclosed quote, an unindented line, a
    conflict marker, a placeholder. One finding a cause; the other keys are still read.

    ## Why
    Most loaders drop the whole block at the first fault and say nothing: a rule without its globs
    never loads, a file without its status is believed.

    A bare `*` in the `globs` of a rule of Cursor or Windsurf is only information: they write it so
    themselves, and other tools cannot read it. So is a value without quotes in a skill, subagent or command of Claude
    Code, which quotes such values by itself (seen 2026-07-24). A placeholder is only information in a
    path that says `template`.

    ## Example
    ```.rules/python.md
    ---
    description: Service rules
    globs: **/*.py
           ^^^^^^^ frontmatter-syntax: quote
    ---

    # Python
    ```
    ```src/app.py
    VALUE = 1
    ```

    ## Instead
    ```.rules/python.md
    ---
    description: Service rules
    globs: "**/*.py"
    ---

    # Python
    ```
    ```src/app.py
    VALUE = 1
    ```
    """
    if is_plain(document):
        return
    for problem in document.frontmatter.problems:
        if problem.kind == "frontmatter-syntax":
            yield Report(
                problem.span,
                problem.message + _consequence(problem, document),
                fixes_of(problem, document),
                tuple(Related(document.path, span, words) for span, words in problem.related),
                _severity(problem, document),
            )


def _consequence(problem: Problem, document: Document) -> str:
    """What to add where the runtime reads the value all the same."""
    if _is_bare_glob(problem, document):
        title = profile_of(document.runtime).title
        return f"; {title} writes and reads it so, other tools do not"
    if is_mended(document):
        return "; Claude Code reads it all the same, other tools do not"
    rule = read_rule(document) if document.kind is Kind.RULE else None
    if rule is not None and rule.load is rule.store.broken:
        return f"; {rule.profile.title} reads nothing of this block and loads the rule on every message"
    return ""


def _severity(problem: Problem, document: Document) -> Severity | None:
    """Quieter where the fault is the tool's own habit, or what a template is made of."""
    if _is_bare_glob(problem, document) or is_mended(document):
        return "info"
    if "template" in document.path.lower() and "placeholder" in problem.message:
        return "info"
    return None


def _is_bare_glob(problem: Problem, document: Document) -> bool:
    """Whether this is a bare `*` in globs that the runtime of the rule writes and reads so."""
    if document.kind is not Kind.RULE or not problem.span.of(document.text).startswith("*"):
        return False
    store = own_store_of(document.path, document.runtime)
    return any(
        key.bare and entry.value.span.touches(problem.span)
        for key in (store.keys if store is not None else ())
        for entry in document.frontmatter.all(key.name)
    )
