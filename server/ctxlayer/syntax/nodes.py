"""What frontmatter and YAML files are made of, each piece with the exact place it was read from.

Spans are code points of the text that was parsed. Nodes are tuples because a keystroke builds
dozens of them; they compare by content.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Span

Style = Literal["plain", "single", "double", "literal", "folded", "empty"]

ScalarValue = str | int | float | bool | bytes | date | None
"""What YAML 1.1 makes of a scalar; `date` covers `datetime`, its subclass."""


class Scalar(NamedTuple):
    """One value. `span` covers quotes; `text` is what the author wrote, without them.

    `value` is what a YAML 1.1 safe loader reads (`no` is False, `10:30` is 630), so lints look
    at `text` and only runtimes' own readings at `value`.
    """

    span: Span
    text: str
    style: Style
    value: ScalarValue


class Sequence(NamedTuple):
    """A list; `flow` says that it is written `[a, b]`."""

    span: Span
    items: tuple[Node, ...]
    flow: bool


class Mapping(NamedTuple):
    """Keys and values; `flow` says that it is written `{a: b}`. Duplicate keys are kept."""

    span: Span
    entries: tuple[Entry, ...]
    flow: bool


class Entry(NamedTuple):
    """One `key: value`. `key` is unquoted; `span` runs from the key to the end of the value.

    `damaged` says that the value was recovered from YAML that does not parse: the raw text as a
    plain scalar, or the items as meant where it is a list.
    """

    key: str
    key_span: Span
    value: Node
    span: Span
    damaged: bool


Node = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The block between two `---` lines at the top of a document.

    `exists` without `closed` is a block that no fence ends: its entries are read so that an
    editor can complete them, but a loader sees no frontmatter there. `span` runs from the
    opening fence to the end of the closing one, without its line end; `body_start` is where the
    body begins. `second` is a further block right after this one, which loaders take for body.
    """

    exists: bool
    closed: bool
    open_span: Span
    close_span: Span | None
    span: Span
    body_start: int
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    second: Frontmatter | None

    def get(self, key: str) -> Entry | None:
        """The first entry of `key`."""
        for entry in self.entries:
            if entry.key == key:
                return entry
        return None

    def all(self, key: str) -> tuple[Entry, ...]:
        """Every entry of `key`, in order; more than one is a duplicate."""
        return tuple(entry for entry in self.entries if entry.key == key)


def scalars(node: Node) -> Iterator[Scalar]:
    """Every scalar in `node`, in order, without the keys of mappings."""
    pending = [node]
    while pending:
        top = pending.pop()
        if isinstance(top, Scalar):
            yield top
        elif isinstance(top, Sequence):
            pending += reversed(top.items)
        else:
            pending += (entry.value for entry in reversed(top.entries))


def plain_value(node: Node) -> object:
    """`node` as str, number, date, list and dict, the last of duplicate keys winning.

    Merge keys (`<<`) are applied. Keys are texts: `1: a` gives `{"1": "a"}`.
    """
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain_value(item) for item in node.items]
    merged: dict[str, object] = {}
    own: dict[str, object] = {}
    for entry in node.entries:
        if entry.key == "<<" and not isinstance(entry.value, Scalar):
            sources = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
            for source in reversed(sources):
                value = plain_value(source)
                merged |= value if isinstance(value, dict) else {}
        else:
            own[entry.key] = plain_value(entry.value)
    return merged | own
