"""A rule in every message, and nobody says why."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.cooling import cooler_switches
from ctxlayer.analysis.justifications import (
    KEY,
    Standing,
    hot_switch,
    justification_of,
    open_justification,
)
from ctxlayer.analysis.loaded import loaded_tokens
from ctxlayer.analysis.promotion import tax_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import Rule, Temperature, read_rule
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip, entry_edit, has_plain_lines, value_span
from ctxlayer.syntax.nodes import Entry, Scalar
from ctxlayer.syntax.writing import quote
from ctxlayer.text import Edit, Span


@document_lint("warning", kinds={Kind.RULE}, fixable=True)
def unjustified_hot(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A rule was switched to hot, and nothing says why it earns that.

    ## What it does
    Finds rules that somebody made hot by a switch (`alwaysApply: true`, `trigger: always_on`,
    `inclusion: always`, `applyTo: "**"`) and that have no `justification`, or one that says nothing:
    an empty one, `TODO`, `<why>`. The message has what the rule costs on every message and in a session
    of `budget.messages-per-session`. Files that are hot by themselves (`CLAUDE.md`, `AGENTS.md`, a rule
    without a scope) are left alone: nobody chose that in the file.


    The fix writes the arithmetic and leaves a gap for the argument, `(not argued yet)`. It claims
    nothing; the lens and the hover say that the gap is there until a person fills it, but nothing
    reminds of it any more.

    ## Why
    A hot rule is paid for on every message of every session, whatever the work is about. It earns that
    if it saves more tokens than it costs; whoever reads the rule next wants to know how.

    ## Example
    ```.cursor/rules/berths.mdc
    ---
    alwaysApply: true
                 ^^^^ unjustified-hot
    ---

    # Berths

    Ask the harbour master before a berth is moved.
    ```

    ## Instead
    ```.cursor/rules/berths.mdc
    ---
    alwaysApply: true
    justification: Without it one session in three moved a berth and had to move it back
    ---

    # Berths

    Ask the harbour master before a berth is moved.
    ```

    ## Settings
    `budget.messages-per-session` (30), `budget.tokenizer` (`claude`).
    """
    rule = read_rule(document)
    switch = hot_switch(rule, document) if rule is not None else None
    if rule is None or switch is None or not isinstance(switch.value, Scalar):
        return
    said = justification_of(document)
    if said.standing in (Standing.GIVEN, Standing.OPEN):
        return
    tokens = loaded_tokens(document, rule.profile, rule.store, layer)
    messages = layer.settings.budget.messages_per_session
    cost = f" ({tax_words(tokens, messages)})" if tokens is not None else ""
    text = open_justification(tokens, messages)
    yield Report(
        value_span(said.entry or switch),
        f"{_fault(switch, said.entry, document)}: {rule.profile.title} loads this rule on every "
        f"message{cost}; say in `{KEY}` what it saves, or let globs or a description load it",
        (*_argue(document, said.entry, text), *_cool(document, rule)),
    )


def _fault(switch: Entry, entry: Entry | None, document: Document) -> str:
    if entry is None:
        return f"nothing justifies `{switch.key}: {_source(switch, document)}`"
    source = _source(entry, document)
    if not source:
        return f"`{KEY}` is empty"
    return f"`{KEY}` says only `{source}`"


def _source(entry: Entry, document: Document) -> str:
    return clip(entry.value.span.of(document.text)).replace("`", "'")


def _argue(document: Document, entry: Entry | None, text: str) -> Iterator[Fix]:
    """The arithmetic as a justification that a person has to finish."""
    block = document.frontmatter
    title = "Write down the arithmetic that justifies it"
    if entry is not None:
        if isinstance(entry.value, Scalar):
            yield Fix(title, {document.path: (entry_edit(document, entry, text),)})
    elif block.close_span is not None and has_plain_lines(document):
        line = f"{KEY}: {quote(text)}{document.newline}"
        yield Fix(title, {document.path: (Edit(Span.at(block.close_span.start), line),)})


def _cool(document: Document, rule: Rule) -> Iterator[Fix]:
    """The switch turned, where something else in the rule then loads it."""
    for temperature, edits in cooler_switches(document, rule):
        how = "globs" if temperature is Temperature.COOL else "description"
        yield Fix(f"Turn it off: its {how} load{'' if how == 'globs' else 's'} it", edits)
        return
