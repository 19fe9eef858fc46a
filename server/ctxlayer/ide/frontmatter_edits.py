"""Setting keys of trust frontmatter by the smallest edits, in files in any state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.templates import Days, trust_lines
from ctxlayer.layer.trust import TRUST_KEYS, entries_by_key, is_conflict
from ctxlayer.lints.wording import has_plain_lines
from ctxlayer.syntax.nodes import Entry, Scalar
from ctxlayer.text import Edit, Span

# Canonical order; keys that the templates know nothing of come behind them.
_ORDER = {key.name: place for place, key in enumerate(TRUST_KEYS)}


class Unsettled(NamedTuple):
    """Why the keys of a file cannot be set: what has to be mended first."""

    reason: str


def is_bare(document: Document) -> bool:
    """Whether a file has no frontmatter, nor anything that would be one."""
    return not document.frontmatter.exists and not document.frontmatter.problems


def setting_edits(
    document: Document, values: Mapping[str, str], snapshot: Snapshot
) -> tuple[Edit, ...] | Unsettled:
    """The edits that give trust keys these values; none where they have them.

    A file without frontmatter gets a block that claims nothing else.
    """
    block = document.frontmatter
    if not block.exists:
        if block.problems:
            return Unsettled("the frontmatter does not begin as it should; mend that first")
        return (_new_block(document, values, snapshot),)
    fault = _fault(document)
    if fault:
        return Unsettled(fault)
    edits: list[Edit] = []
    missing: dict[str, str] = {}
    found = entries_by_key(block)
    for name, value in values.items():
        entries = found.get(name, ())
        if len(entries) > 1:
            return Unsettled(f"`{name}` is there twice; take one of them out first")
        if not entries:
            missing[name] = value
            continue
        edit = _replaced(entries[0], value, document)
        if edit is None:
            return Unsettled(f"the value of `{name}` is no plain word; mend that first")
        edits += [edit] if edit.span.of(document.text) != edit.new else []
    return tuple(sorted((*edits, *_inserted(missing, found, document))))


def _fault(document: Document) -> str:
    """What keeps a key from being set; "" for nothing."""
    block = document.frontmatter
    if not block.closed or block.close_span is None:
        return "the frontmatter is never closed; close it first"
    if any(is_conflict(problem, document.text) for problem in block.problems):
        return "the frontmatter holds a merge conflict; settle it first"
    if block.second is not None and entries_by_key(block.second):
        return "there is a second frontmatter block; merge the two first"
    if not has_plain_lines(document):
        return "the keys of the frontmatter do not stand on lines of their own; mend that first"
    return ""


def _replaced(entry: Entry, value: str, document: Document) -> Edit | None:
    scalar = entry.value
    if not isinstance(scalar, Scalar) or entry.damaged:
        return None
    if scalar.style == "empty" or scalar.span.start == scalar.span.end:
        after = document.text.find(":", entry.key_span.end) + 1
        blank = "" if document.text[after : after + 1] == " " else " "
        return Edit(Span.at(after + (not blank)), f"{blank}{value}") if after else None
    if scalar.style not in ("plain", "single", "double"):
        return None
    return Edit(inner_span(scalar, document.text), value)


def _inserted(
    missing: Mapping[str, str], found: Mapping[str, tuple[Entry, ...]], document: Document
) -> list[Edit]:
    """New lines, each behind the last key that comes before it by the canonical order."""
    by_place: dict[int, list[str]] = {}
    for name in sorted(missing, key=_ORDER.__getitem__):
        place = _place(name, found, document)
        by_place.setdefault(place, []).append(f"{name}: {missing[name]}{document.newline}")
    return [Edit(Span.at(place), "".join(lines)) for place, lines in by_place.items()]


def _place(name: str, found: Mapping[str, tuple[Entry, ...]], document: Document) -> int:
    block = document.frontmatter
    assert block.close_span is not None
    lines = document.lines
    before = [key for key in found if _ORDER[key] < _ORDER[name]]
    if before:
        last = found[max(before, key=_ORDER.__getitem__)][0]
        line = lines.line_at(max(last.span.start, last.span.end - 1)) + 1
        return min(lines.starts[line], block.close_span.start)
    after = [key for key in found if _ORDER[key] > _ORDER[name]]
    if after:
        first = found[min(after, key=_ORDER.__getitem__)][0]
        return lines.starts[lines.line_at(first.span.start)]
    return block.close_span.start


def _new_block(document: Document, values: Mapping[str, str], snapshot: Snapshot) -> Edit:
    """A whole block at the top: what a template writes, with these values."""
    lines = trust_lines(document, Days(snapshot.today, snapshot.history))
    known = dict(line.split(": ", 1) for line in lines)
    merged = {**known, **values}
    ordered = sorted(merged, key=_ORDER.__getitem__)
    text = ["---", *(f"{name}: {merged[name]}" for name in ordered), "---", ""]
    at = 1 if document.text.startswith("\ufeff") else 0
    return Edit(Span.at(at), "".join(line + document.newline for line in text))
