"""Making a hot rule cooler: which edits of its frontmatter do that, by reading the rule again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Placement
from ctxlayer.layer.rule import Rule, Temperature, read_rule
from ctxlayer.layer.runtimes import KeyType, Store
from ctxlayer.syntax.nodes import Entry, Scalar
from ctxlayer.text import Edit, apply_edits

Edits = Mapping[str, tuple[Edit, ...]]
_LOADED_BY_ITSELF = (Temperature.COOL, Temperature.WARM)


def cooler_switches(document: Document, rule: Rule) -> Iterator[tuple[Temperature, Edits]]:
    """Values of the switch with which something else that the rule has loads it, and as what."""
    switch = rule.always_entry
    if switch is None or not isinstance(switch.value, Scalar):
        return
    for value in other_values(rule.store, switch):
        edits = {document.path: (Edit(switch.value.span, value),)}
        temperature = temperature_after(document, edits[document.path])
        if temperature in _LOADED_BY_ITSELF:
            yield temperature, edits


def other_values(store: Store, switch: Entry) -> tuple[str, ...]:
    """The values that a switch can have instead."""
    key = store.key(switch.key)
    if key is None:
        return ()
    if key.type is KeyType.FLAG:
        return ("false",)
    return tuple(choice.value for choice in key.values)


def temperature_after(document: Document, edits: tuple[Edit, ...]) -> Temperature | None:
    """How warm the rule is after some edits of its text; None where that is not established."""
    placement = Placement(document.kind, document.runtime)
    rule = read_rule(Document(document.path, placement, apply_edits(document.text, edits)))
    return rule.temperature if rule is not None else None
