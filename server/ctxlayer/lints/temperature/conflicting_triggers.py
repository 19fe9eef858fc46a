"""Two triggers, one of them ignored."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import read_rule
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import without_entry
from ctxlayer.text import Edit


@document_lint("warning", kinds={Kind.RULE}, fixable=True)
def conflicting_triggers(document: Document, layer: Snapshot) -> Iterator[Report]:
    """`alwaysApply: true` makes the globs of a rule meaningless.

    ## What it does
    Finds rules that are always on and have globs too. The globs are ignored, and the rule is paid for on
    every message.

    ## Why
    Its author either meant a rule for some files, and pays for it everywhere, or left globs behind that
    mislead the next reader.

    ## Example
    ```.rules/berths.md
    ---
    alwaysApply: true
    globs: "src/**"
           ^^^^^^^^ conflicting-triggers
    justification: saves a look at the plan
    ---

    # Berths
    ```
    ```src/app.py
    VALUE = 1
    ```

    ## Instead
    ```.rules/berths.md
    ---
    globs: "src/**"
    ---

    # Berths
    ```
    ```src/app.py
    VALUE = 1
    ```
    """
    rule = read_rule(document)
    if rule is None or not rule.always or not rule.patterns:
        return
    if rule.globs_entry is None or rule.always_entry is None:
        return
    cool = Edit(rule.always_entry.value.span, "false")
    yield Report(
        rule.globs_entry.value.span,
        f"{rule.profile.title} ignores these globs, since `alwaysApply: true` loads the rule on "
        "every message; keep one of the two",
        (
            Fix("Load it for these files only", {document.path: (cool,)}),
            *without_entry(document, rule.globs_entry, "Keep it always on, remove the globs"),
        ),
    )
