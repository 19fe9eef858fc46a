"""What is wrong with concepts of the Open Knowledge Format. The format asks for little."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.okf import is_member, is_reserved
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.okf import STATUSES, read_concept, read_moment, speaks_okf
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.wording import clip, near_value, one_of, replace_with, value_span
from ctxlayer.syntax.nodes import Entry, Mapping, Scalar, Sequence
from ctxlayer.text import Span
from ctxlayer.text.lines import body_length

_EVENTS = "`by` and `at`, or a list of such"


def missing_type(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A concept of a declared bundle without a `type`: the one thing that the format requires."""
    if document.kind not in TRUST_KINDS or is_reserved(document) or not is_member(document, layer):
        return
    block = document.frontmatter
    if block.problems or (block.exists and not block.closed):
        return
    entry = block.get("type")
    if entry is None or _is_blank(entry):
        start = 1 if document.text.startswith("\ufeff") else 0
        line = Span(start, max(start, body_length(document.lines.line(0))))
        span = entry.key_span if entry is not None else block.open_span if block.exists else line
        yield Report(
            span,
            f"`type` is {'empty' if entry else 'missing'}: the Open Knowledge Format requires it of "
            "each concept in a bundle; say what this describes",
            severity="error",
        )


def _is_blank(entry: Entry) -> bool:
    return isinstance(entry.value, Scalar) and not entry.value.text.strip()


def invalid_in_concept(document: Document) -> Iterator[Report]:
    """Values that no consumer of the format can read. None is more than a warning."""
    if document.kind not in TRUST_KINDS or read_concept(document) is None:
        return
    block = document.frontmatter
    for entry in block.entries:
        if entry.damaged or _is_blank(entry):
            continue
        if entry.key in ("verified", "generated"):
            yield from _events(entry)
        elif entry.key == "stale_after" and read_moment(entry.value) is None:
            yield Report(
                value_span(entry),
                "`stale_after` takes a date or an instant, such as 2026-06-30T14:00:00Z",
                severity="warning",
            )
        elif entry.key == "status" and speaks_okf(block):
            yield from _status(document, entry)


def _events(entry: Entry) -> Iterator[Report]:
    value = entry.value
    items = value.items if isinstance(value, Sequence) else (value,)
    for item in items:
        keys = {each.key for each in item.entries} if isinstance(item, Mapping) else set()
        if "by" not in keys:
            takes = _EVENTS if entry.key == "verified" else "`by` and `at`"
            yield Report(
                item.span if item.span.start < item.span.end else entry.key_span,
                f"`{entry.key}` takes {takes}: nothing here says by whom",
                severity="warning",
            )


def _status(document: Document, entry: Entry) -> Iterator[Report]:
    """A slip of one of the three; other words are a producer's own."""
    text = entry.value.text.strip() if isinstance(entry.value, Scalar) else ""
    close = near_value(text, STATUSES) if text and text not in STATUSES else None
    if close is not None:
        fix = replace_with(
            document, entry.value.span, close, title=f"Change to `{close}`", safe=False
        )
        yield Report(
            entry.value.span,
            f"status `{clip(text)}` is not one of {one_of(STATUSES)}; did you mean `{close}`?",
            (fix,),
            severity="warning",
        )
