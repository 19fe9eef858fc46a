"""A rule that waits for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.analysis.foreign_keys import foreign_entries
from ctxlayer.analysis.rules import runtimes_in_use, stores_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, Kind
from ctxlayer.layer.rule import Rule, Temperature, read_rule
from ctxlayer.layer.runtimes import PROFILES, profile_of, readers_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import slip
from ctxlayer.lints.guide_values import never_loads_in_guide
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.syntax.nodes import Entry, Mapping, Scalar, Sequence
from ctxlayer.text import Span
from ctxlayer.text.lines import body_length

_BARE_KEY = re.compile(r"([A-Za-z]+)[ \t]*:")
_ANY_TRIGGER = frozenset(
    key for profile in PROFILES.values() for store in profile.stores for key in store.triggers()
)


@document_lint("warning", kinds={Kind.RULE, Kind.UNREAD_RULE, Kind.UNREAD_SKILL, *GUIDE_KINDS})
def never_loads(document: Document, layer: Snapshot) -> Iterator[Report]:
    """No event loads this rule.

    ## What it does
    Finds rules without `alwaysApply: true`, without globs and without a description. Where the runtime
    lets people attach a rule by hand, as Cursor does, this is only information. A file with the keys of
    a rule is also found where the runtime does not read its ending: `.md` in `.cursor/rules/`, `.mdc` in
    `.claude/rules/`. Files without such keys are templates and notes there. So are a skill that has no
    folder of its own (`.claude/skills/tides.md`) and a subagent that Claude Code passes over because it
    has no name or no description, or a colon in its name, and a skill that is kept from the agent and from
    people at once. Where eight rules, and one in ten, wait for a hand, the first of them speaks for
    all.

    ## Why
    The rule is in the repository, looks right, and has no effect. A frontmatter with empty keys, as
    templates leave it, is the usual reason.

    ## Example
    ```.rules/berths.md
    ---
    description:
    globs:
    ^^^^^ never-loads
    alwaysApply: false
    ---

    # Berths
    ```

    ## Instead
    ```.rules/berths.md
    ---
    description: Use when a task changes the berth plan
    globs:
    alwaysApply: false
    ---

    # Berths
    ```
    """
    if document.kind is Kind.UNREAD_SKILL or document.kind in GUIDE_KINDS:
        yield from never_loads_in_guide(document)
        return
    if document.kind is Kind.UNREAD_RULE:
        if not stores_of(document, layer.ask(runtimes_in_use)):
            yield from _passed_over(document)
        return
    rule = read_rule(document)
    if rule is None or rule.temperature is not Temperature.COLD or rule.load.meant:
        return
    if _explained(document, rule) or foreign_entries(document, layer):
        return
    manual = rule.load.manual
    how = "loads only when somebody attaches it by hand" if manual else "never loads"
    yield Report(
        _place(document, rule),
        f"this rule {how} in {rule.profile.title}: {_why(document, rule)}",
        severity="info" if manual else None,
        habit=rule.load.remedy if manual and document.text.strip() else "",
    )


def _why(document: Document, rule: Rule) -> str:
    text = document.text.strip("\ufeff \t\r\n")
    if not text:
        return "the file is empty; write the rule or delete the file"
    bare = None if document.frontmatter.exists else _BARE_KEY.match(text)
    if bare is not None and bare[1] in rule.store.triggers():
        return "its keys stand in the body; put them between two `---` lines at the top"
    return "; ".join(filter(None, (rule.why, rule.load.remedy)))


def _passed_over(document: Document) -> Iterator[Report]:
    """The finding of a rule whose name keeps its runtime from reading it."""
    block = document.frontmatter
    if not any(entry.key in _ANY_TRIGGER for entry in block.entries):
        return
    profile = profile_of(document.runtime)
    store = next(each for each in profile.stores if each.passes_over(document.path))
    ending = store.suffixes[0]
    stem = document.path.rpartition("/")[2].rpartition(".")[0]
    yield Report(
        block.open_span,
        f"this rule never loads: {profile.title} reads only `{ending}` files in "
        f"`{store.folders[0]}`; rename it to `{stem}{ending}`",
    )


def _explained(document: Document, rule: Rule) -> bool:
    """Whether another finding says why: a broken or second block, a slip, a value of no use."""
    block = document.frontmatter
    repeats = len({entry.key for entry in block.entries}) < len(block.entries)
    if block.problems or block.second is not None or repeats:
        return True
    triggers = rule.store.triggers()
    for key in triggers:
        entry = block.get(key)
        if entry is not None and isinstance(entry.value, Mapping):
            return True
        if entry is not None and not (
            isinstance(entry.value, Scalar) and entry.value.value in (None, False, "")
        ):
            return entry is not rule.globs_entry or bool(rule.patterns) or _is_unread(rule, entry)
    return any(
        slip(entry.key, triggers)
        or (rule.store.key(entry.key) is None and bool(readers_of(entry.key)))
        for entry in block.entries
    )


def _is_unread(rule: Rule, entry: Entry) -> bool:
    """Whether the globs have a form that the runtime does not take, which is a finding of its own."""
    key = rule.store.globs_key
    return key is not None and key.lists is False and isinstance(entry.value, Sequence)


def _place(document: Document, rule: Rule) -> Span:
    """The emptiest trigger key; without any, the opening fence or the first line."""
    block = document.frontmatter
    for key in rule.store.triggers():
        entry = block.get(key)
        if entry is not None:
            return entry.key_span
    if block.exists:
        return block.open_span
    start = 1 if document.text.startswith("\ufeff") else 0
    return Span(start, max(start, body_length(document.lines.line(0))))
