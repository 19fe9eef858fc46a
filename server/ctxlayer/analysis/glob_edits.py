"""Edits of patterns in the frontmatter of rules that keep the value what YAML reads as meant."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlayer.analysis.rule_globs import WrittenGlob
from ctxlayer.layer.document import Document
from ctxlayer.syntax.nodes import Scalar
from ctxlayer.syntax.writing import quote
from ctxlayer.text import Edit, Span

_INDICATORS = frozenset("*&!%@`|>[]{},#?:-'\"")
"""What a plain value of YAML may not begin with."""

_FLOW = frozenset("[]{},")
"""What would end one in a list of brackets."""


def replacing(written: WrittenGlob, better: Sequence[str], document: Document) -> Edit | None:
    """The edit that writes `better` instead of a pattern; None where a person has to do it.

    Several patterns for one are items of the list that it stands in.
    """
    scalar = written.scalar
    if scalar is None or not written.exact or not better:
        return None
    if len(better) == 1:
        return _within(written.span, better[0], scalar, document)
    if not written.in_list:
        return None
    before = _before_on_line(scalar, document)
    items = [_item(each, scalar) for each in better]
    if before.strip() == "-":
        end = "\r\n" if "\r\n" in document.text else "\n"
        return Edit(scalar.span, f"{end}{before}".join(items))
    return Edit(scalar.span, ", ".join(items)) if before.strip() else None


def removing(
    written: WrittenGlob, others: Sequence[WrittenGlob], document: Document
) -> Edit | None:
    """The edit that takes a pattern out of its list; None where a person has to do it."""
    scalar = written.scalar
    if scalar is None or not written.exact:
        return None
    if written.in_list:
        beside = [each.scalar for each in others if each.scalar is not None]
        return _item_out(scalar, beside, document)
    before = [each.span.end for each in others if each.span.end <= written.span.start]
    after = [each.span.start for each in others if each.span.start >= written.span.end]
    if after:
        return _within(Span(written.span.start, min(after)), "", scalar, document)
    return _within(Span(max(before), written.span.end), "", scalar, document) if before else None


def _item_out(scalar: Scalar, beside: Sequence[Scalar], document: Document) -> Edit | None:
    text = document.text
    if _before_on_line(scalar, document).strip() == "-":
        line = document.lines.line_at(scalar.span.start)
        start = document.lines.starts[line]
        end = document.lines.starts[line + 1] if line + 1 < len(document.lines) else len(text)
        if text[scalar.span.end : end].strip() or scalar.span.end > end:
            return None  # a comment is behind it, or it runs over lines
        return Edit(Span(start, end), "")
    before = [each.span.end for each in beside if each.span.end <= scalar.span.start]
    after = [each.span.start for each in beside if each.span.start >= scalar.span.end]
    span = (
        Span(scalar.span.start, min(after))
        if after
        else Span(max(before, default=scalar.span.start), scalar.span.end)
    )
    between = span.of(text)
    return None if "#" in between or "\n" in between else Edit(span, "")


def _before_on_line(scalar: Scalar, document: Document) -> str:
    start = document.lines.starts[document.lines.line_at(scalar.span.start)]
    return document.text[start : scalar.span.start]


def _within(span: Span, new: str, scalar: Scalar, document: Document) -> Edit | None:
    """`new` at `span`, which lies in a scalar; with quotes around all of it where it needs them."""
    if scalar.style == "double":
        return Edit(span, new.replace("\\", "\\\\").replace('"', '\\"'))
    if scalar.style == "single":
        return Edit(span, new.replace("'", "''"))
    if scalar.style != "plain":
        return Edit(span, new)
    old = scalar.span.of(document.text)
    at = scalar.span.start
    whole = old[: span.start - at] + new + old[span.end - at :]
    if "\n" in whole or not _must_be_quoted(whole) or _must_be_quoted(old):
        return Edit(span, new)
    return Edit(scalar.span, quote(whole))


def _must_be_quoted(text: str) -> bool:
    return text[:1] in _INDICATORS or ": " in text or " #" in text


def _item(text: str, scalar: Scalar) -> str:
    """A list item in the quotes of the one that it is made of."""
    if scalar.style == "single":
        return "'" + text.replace("'", "''") + "'"
    if scalar.style == "double":
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    in_flow = not _FLOW.isdisjoint(text)  # of no harm elsewhere, and not worth the difference
    return quote(text) if in_flow or _must_be_quoted(text) else text
