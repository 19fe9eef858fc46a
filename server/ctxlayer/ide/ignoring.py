"""Putting a commit on the list of those that say nothing about freshness, in the settings of the layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlayer.analysis.stale_words import plain
from ctxlayer.ide.frontmatter_edits import Unsettled
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import Commit
from ctxlayer.settings import PYPROJECT, SETTINGS_FILE
from ctxlayer.settings.loading import read_toml
from ctxlayer.settings.toml_spans import Places, locate
from ctxlayer.text import Edit, Span, apply_edits

_TABLE = "freshness"
_KEY = "ignore-revs"
_INDENT = "  "

Edits = Mapping[str, tuple[Edit, ...]]


def ignoring_edits(commit: Commit, snapshot: Snapshot) -> Edits | Unsettled:
    """The edits that put a commit into `freshness.ignore-revs`; a file is made where there is none."""
    path = snapshot.settings_file or SETTINGS_FILE
    document = snapshot.document(path)
    if document is None:
        if snapshot.settings_file or not snapshot.is_free(path):
            return Unsettled("the settings lie outside of this layer; add the commit there")
        lines = _list(commit, "\n")
        return {path: (Edit(Span.at(0), f"[{_TABLE}]\n{lines}"),)}
    if document.kind is not Kind.SETTINGS:
        return Unsettled(f"{path} is not read as settings")
    made = _edit(commit, document)
    return made if isinstance(made, Unsettled) else {path: (made,)}


def _edit(commit: Commit, document: Document) -> Edit | Unsettled:
    before, _ = read_toml(document.text)
    if before is None:
        return Unsettled("the settings do not parse; mend them first")
    prefix = _prefix(document)
    wanted = _with(before, prefix, commit.hash)
    if wanted is None:
        return Unsettled(f"`{_TABLE}.{_KEY}` is no list; mend that first")
    for edit in _ways(commit, document, prefix):
        after, _ = read_toml(apply_edits(document.text, (edit,)))
        if after == wanted:
            return edit
    return Unsettled(f"`{_TABLE}` is written in a way that takes no further line; add it by hand")


def _prefix(document: Document) -> tuple[str, ...]:
    return ("tool", "ctxlayer") if document.path.rpartition("/")[2] == PYPROJECT else ()


def _with(data: dict[str, Any], prefix: tuple[str, ...], commit: str) -> dict[str, Any] | None:
    """The settings with the commit in front of the others; None where there is no list for it."""
    copy = dict(data)
    at = copy
    for key in (*prefix, _TABLE):
        inner = at.get(key, {})
        if not isinstance(inner, dict):
            return None
        at[key] = dict(inner)
        at = at[key]
    listed = at.get(_KEY, [])
    if not isinstance(listed, list):
        return None
    at[_KEY] = [commit, *listed]
    return copy


def _ways(commit: Commit, document: Document, prefix: tuple[str, ...]) -> Iterator[Edit]:
    """The edits that may be right, the best first; how the settings are written decides."""
    places = locate(document.text)
    table = (*prefix, _TABLE)
    known = places.value((*table, _KEY))
    if known.of(document.text).startswith("["):
        first = places.value((*table, _KEY, 0))
        yield from _into_list(commit, known, first, document)
    header = places.value(table)
    if header.of(document.text).startswith("["):
        yield _behind(header, _list(commit, document.newline), document)
    yield _at_end(commit, ".".join(table), document)
    yield from _dotted(commit, places, table, document)


def _into_list(commit: Commit, known: Span, first: Span, document: Document) -> Iterator[Edit]:
    """In front of the other commits, on a line of its own where the list has more than one."""
    text, newline = document.text, document.newline
    inner = Span(known.start + 1, known.end - 1).of(text)
    if not inner.strip():
        yield Edit(known, f"[{newline}{_item(commit)}{newline}]")
    elif "\n" in inner:
        lines = document.lines
        begin = lines.starts[lines.line_at(first.start)]
        indent = text[begin : first.start]
        item = _item(commit, indent if not indent.strip() else _INDENT)
        after = lines.starts[lines.line_at(known.start) + 1]
        yield Edit(Span.at(after), f"{item}{newline}")
        yield Edit(Span.at(known.start + 1), f"{newline}{item}{newline}{_INDENT}")
    else:
        yield Edit(Span.at(known.start + 1), f'"{commit.hash}", ')


def _behind(header: Span, lines: str, document: Document) -> Edit:
    """Lines right behind that of a header."""
    line = document.lines.line_at(header.start)
    if line + 1 < len(document.lines):
        return Edit(Span.at(document.lines.starts[line + 1]), lines)
    return Edit(Span.at(len(document.text)), f"{document.newline}{lines}")


def _at_end(commit: Commit, table: str, document: Document) -> Edit:
    """A table of its own behind everything else."""
    newline = document.newline
    ended = not document.text or document.text.endswith(("\n", "\ufeff"))
    gap = newline if document.text.strip("\ufeff \t\r\n") else ""
    start = ("" if ended else newline) + gap
    return Edit(Span.at(len(document.text)), f"{start}[{table}]{newline}{_list(commit, newline)}")


def _dotted(
    commit: Commit, places: Places, table: tuple[str, ...], document: Document
) -> Iterator[Edit]:
    """In front of the first key that is written with dots, in the same way."""
    key = places.key(table)
    start = document.lines.starts[document.lines.line_at(key.start)]
    path = document.text[start : key.end].strip()
    yield Edit(Span.at(start), f"{path}.{_list(commit, document.newline)}")


def _list(commit: Commit, newline: str) -> str:
    return f"{_KEY} = [{newline}{_item(commit)}{newline}]{newline}"


def _item(commit: Commit, indent: str = _INDENT) -> str:
    subject = plain(commit.subject)
    return f'{indent}"{commit.hash}",' + (f"  # {subject}" if subject else "")
