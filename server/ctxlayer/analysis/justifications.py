"""Why a hot rule is hot: the switch that makes it so, and what its author says for it."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from ctxlayer.analysis.promotion import promotion
from ctxlayer.layer.document import Document
from ctxlayer.layer.rule import Rule, Temperature
from ctxlayer.layer.runtimes.profile import State as Asked
from ctxlayer.layer.tokens import Estimate
from ctxlayer.syntax.nodes import Entry, scalars

KEY = "justification"
_OPEN = "(not argued yet)"
_SWITCHED = frozenset({Asked.TRUE, Asked.IS, Asked.NAMES})
_WORDS = re.compile(r"[^\W_]+")
_STAND_INS = frozenset(
    "todo tbd tba fixme xxx none null nil na n a yes true placeholder later why because reason "
    "justification here add write fill in this me your text explain".split()
)
"""Words that stand where somebody means to write something."""


class Standing(str, Enum):
    """What a justification says."""

    MISSING = "missing"
    EMPTY = "empty"
    OPEN = "open"
    """The arithmetic is there, the argument is not: what our own fix writes."""
    GIVEN = "given"


class Justification(NamedTuple):
    """The entry of a justification, None where there is none, and what it says."""

    standing: Standing
    entry: Entry | None = None


def hot_switch(rule: Rule, document: Document) -> Entry | None:
    """The entry that somebody wrote to make a rule hot; None where it is hot by itself, or not hot."""
    if rule.temperature is not Temperature.HOT or not rule.load.when:
        return None
    first = rule.load.when[0]
    return document.frontmatter.get(first.key) if first.state in _SWITCHED else None


def switch_keys(rule: Rule) -> frozenset[str]:
    """The keys that can make a rule of its store hot, globs only where they do."""
    found = {
        load.key
        for load in rule.store.loads
        if load.temperature is Temperature.HOT and load.when and load.when[0].state in _SWITCHED
    }
    globs = rule.store.globs_key
    if globs is not None and not (
        rule.temperature is Temperature.HOT and rule.load.key == globs.name
    ):
        found.discard(globs.name)
    return frozenset(found)


def justification_of(document: Document) -> Justification:
    """What the frontmatter says for the rule."""
    block = document.frontmatter
    entry = block.get(KEY) if block.exists and block.closed else None
    if entry is None:
        return Justification(Standing.MISSING)
    text = " ".join(each.text for each in scalars(entry.value)).strip()
    if is_open(text):
        return Justification(Standing.OPEN, entry)
    says_nothing = _is_template(text) or _STAND_INS.issuperset(_WORDS.findall(text.casefold()))
    return Justification(Standing.EMPTY if says_nothing else Standing.GIVEN, entry)


def is_open(text: str) -> bool:
    """Whether a text still has the gap that we left in it for a person to fill."""
    return _OPEN in " ".join(text.casefold().split())


def _is_template(text: str) -> bool:
    """Whether all of it is `<why this is hot>` or `{{why}}`."""
    return text[:1] + text[-1:] in ("<>", "{}", "[]")


def open_justification(tokens: Estimate | None, messages: int) -> str:
    """The arithmetic as a text that claims no argument; a person has to finish it."""
    if tokens is None:
        return f"Paid for on every message, and saves more than that by {_OPEN}"
    found = promotion(tokens, 0, messages)
    about = "" if tokens.exact else "about "
    return (
        f"Costs {about}{tokens.tokens:,} tokens a message, {found.session_tax.tokens:,} a session of "
        f"{messages:,} messages; it has to save {found.break_even:,} or more in a session, and does so "
        f"by {_OPEN}"
    )
