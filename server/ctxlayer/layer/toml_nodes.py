"""TOML as nodes with exact spans: what the standard reader reads, where the places are."""

from __future__ import annotations

from ctxlayer.settings.loading import read_toml
from ctxlayer.settings.toml_spans import Path, Places, locate
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar, ScalarValue, Sequence
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Span

_DEEPEST = 50


def parse_toml(text: str) -> tuple[Node | None, tuple[Problem, ...]]:
    """The table that a TOML text is; None where it does not parse, with the reason."""
    table, problem = read_toml(text)
    if table is None:
        return None, () if problem is None else (problem,)
    return _node(table, (), locate(text), text), ()


def _node(value: object, path: Path, places: Places, text: str) -> Node:
    span = places.value(path) if path else Span(0, len(text))
    if len(path) > _DEEPEST:
        return Scalar(span, "", "empty", None)
    if isinstance(value, dict):
        entries = []
        for key, inner in value.items():
            key_span = places.key((*path, key))
            node = _node(inner, (*path, key), places, text)
            whole = Span(min(key_span.start, node.span.start), max(key_span.end, node.span.end))
            entries.append(Entry(key, key_span, node, whole, False))
        return Mapping(span, tuple(entries), flow=False)
    if isinstance(value, list):
        items = (_node(inner, (*path, at), places, text) for at, inner in enumerate(value))
        return Sequence(span, tuple(items), flow=True)
    scalar: ScalarValue = value if isinstance(value, str | int | float | bool) else str(value)
    written = span.of(text)
    return Scalar(span, written.strip("\"'"), "double" if written[:1] == '"' else "plain", scalar)
