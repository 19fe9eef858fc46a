"""A pattern that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import read_rule
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint


@document_lint("error", kinds={Kind.RULE})
def invalid_glob(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A glob of a rule does not compile.

    ## What it does
    Finds an unclosed `[` or `{`, a range that runs backwards, and braces that stand for more patterns
    than any runtime expands.

    ## Why
    A pattern that does not compile matches nothing, and the rule never loads for it.

    ## Example
    ```.rules/berths.md
    ---
    globs: ["src/{berths,quays/**"]
             ^^^^^^^^^^^^^^^^^^^^ invalid-glob
    ---

    # Berths
    ```

    ## Instead
    ```.rules/berths.md
    ---
    globs: ["src/{berths,quays}/**"]
    ---

    # Berths
    ```
    ```src/quays/plan.py
    VALUE = 1
    ```
    """
    rule = read_rule(document)
    for pattern in rule.patterns if rule is not None else ():
        if pattern.glob.error is not None:
            yield Report(
                pattern.span,
                f"`{pattern.glob.pattern}` is no valid pattern: {pattern.glob.error}",
            )
