"""Two triggers, one of them ignored."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import Rule, Temperature, read_rule
from ctxlayer.layer.runtimes import KeyType
from ctxlayer.layer.runtimes.profile import State
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import without_entry
from ctxlayer.syntax.nodes import Entry, Scalar
from ctxlayer.text import Edit


@document_lint("warning", kinds={Kind.RULE}, fixable=True)
def conflicting_triggers(document: Document, layer: Snapshot) -> Iterator[Report]:
    """One trigger of a rule makes another meaningless.

    ## What it does
    Finds rules with a key that their runtime ignores because of another: globs next to
    `alwaysApply: true`, which is paid for on every message, and what each other runtime has of the
    kind.

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
    if rule is None:
        return
    decider = document.frontmatter.get(rule.load.key)
    for name in rule.load.ignores:
        ignored = document.frontmatter.get(name)
        if ignored is not None and _says_something(rule, ignored) and decider is not None:
            yield _report(document, rule, decider, ignored)


def _says_something(rule: Rule, ignored: Entry) -> bool:
    if ignored is rule.globs_entry:
        return bool(rule.patterns)
    return isinstance(ignored.value, Scalar) and bool(ignored.value.text.strip())


def _report(document: Document, rule: Rule, decider: Entry, ignored: Entry) -> Report:
    fixes = without_entry(document, ignored, f"Keep it as it is, remove `{ignored.key}`")
    cool = _cool_value(rule)
    if cool is not None and ignored is rule.globs_entry:
        edits = (Edit(decider.value.span, cool),)
        fixes = (Fix("Load it for these files only", {document.path: edits}), *fixes)
    return Report(
        ignored.value.span,
        f"{rule.profile.title} ignores this `{ignored.key}`, since {rule.why}; keep one of the two",
        fixes,
    )


def _cool_value(rule: Rule) -> str | None:
    """What the deciding key has to say for the globs to count; None where that is not one word."""
    key = rule.store.key(rule.load.key)
    if key is None:
        return None
    if key.type is KeyType.FLAG:
        return "false"
    for load in rule.store.loads:
        if load.temperature is Temperature.COOL:
            for condition in load.when:
                if condition.key == key.name and condition.state is State.IS:
                    return condition.values[0]
    return None
