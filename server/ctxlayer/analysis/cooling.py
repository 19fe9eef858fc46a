"""Making a hot rule cooler: which edits of its frontmatter do that, by reading the rule again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Placement
from ctxlayer.layer.rule import Rule, Temperature, read_rule
from ctxlayer.layer.runtimes import KeyType, Store
from ctxlayer.syntax.nodes import Entry, Scalar
from ctxlayer.syntax.writing import quote, quote_scalar
from ctxlayer.text import Edit, Span, apply_edits

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


def scoped(document: Document, rule: Rule, globs: tuple[str, ...]) -> Edits | None:
    """The edits after which these globs load a hot rule; None where the file has no place for them."""
    key = rule.store.globs_key
    block = document.frontmatter
    if key is None or (block.exists and not block.closed):
        return None
    switch = rule.always_entry
    values = other_values(rule.store, switch) if switch is not None else ()
    written = _as_value(globs, lists=key.lists is True)
    for turn in (None, *values):
        edits = [*_turned(switch, turn), *_with_globs(document, key.name, written)]
        ordered = tuple(sorted(edits, key=lambda edit: edit.span))
        if ordered and temperature_after(document, ordered) is Temperature.COOL:
            return {document.path: ordered}
    return None


def _as_value(globs: tuple[str, ...], *, lists: bool) -> str:
    if lists:
        return f"[{', '.join(map(quote, globs))}]"
    return quote_scalar(",".join(globs))


def _turned(switch: Entry | None, value: str | None) -> tuple[Edit, ...]:
    if switch is None or value is None or not isinstance(switch.value, Scalar):
        return ()
    return (Edit(switch.value.span, value),)


def _with_globs(document: Document, key: str, value: str) -> tuple[Edit, ...]:
    """The key in its place: instead of what it says, at the end of the block, or in a new one."""
    block, newline = document.frontmatter, document.newline
    entry = block.get(key)
    if entry is not None:
        blank = " " if document.text.startswith("#", entry.span.end) else ""
        return (Edit(entry.span, f"{key}: {value}{blank}"),)
    if block.close_span is not None:
        return (Edit(Span.at(block.close_span.start), f"{key}: {value}{newline}"),)
    start = 1 if document.text.startswith("\ufeff") else 0
    lines = ("---", f"{key}: {value}", "---", "", "")
    return (Edit(Span.at(start), newline.join(lines)),)
