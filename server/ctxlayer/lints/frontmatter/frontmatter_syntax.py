"""Frontmatter that is no YAML."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import fixes_of


@document_lint("error", kinds={*TRUST_KINDS, Kind.RULE, Kind.WORKFLOW, Kind.SKILL}, fixable=True)
def frontmatter_syntax(document: Document, layer: Snapshot) -> Iterator[Report]:
    """The frontmatter is not valid YAML.

    ## What it does
    Points at what keeps the block from being read: a value that starts with `*`, `{`, `[`, `@` or a
    backtick, a second `: ` in an unquoted value, a tab, an unclosed quote, an unindented line, a
    conflict marker, a placeholder. One finding a cause; the other keys are still read.

    ## Why
    Most loaders drop the whole block at the first fault and say nothing: a rule without its globs
    never loads, a file without its status is believed.

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
    for problem in document.frontmatter.problems:
        if problem.kind == "frontmatter-syntax":
            yield Report(problem.span, problem.message, fixes_of(problem, document))
