"""The paths and patterns that frontmatter names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.globs import has_magic
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.rule import inner_span, read_rule
from ctxlayer.layer.trust import key_by_variant, trust_key
from ctxlayer.syntax.nodes import Entry, Scalar, scalars
from ctxlayer.text import Span


class NamedPath(NamedTuple):
    """A path or a pattern in frontmatter.

    `text` is what it says and stands at `span`; `scalar` is the whole value, quotes included, and
    `style` how that is written. `in_list` says that the value may hold several, between commas.
    `key` is the key by its canonical name.
    """

    text: str
    span: Span
    scalar: Span
    style: str
    key: str
    in_list: bool

    @property
    def is_glob(self) -> bool:
        """Whether it is a pattern rather than one path."""
        return has_magic(self.text)


def named_paths(document: Document) -> Iterator[NamedPath]:
    """All of a document, where their source is what they say."""
    for entry in document.frontmatter.entries:
        yield from paths_of(entry, document)


def paths_of(entry: Entry, document: Document) -> Iterator[NamedPath]:
    """Those of one entry: the globs of a rule, what a file tracks, what replaces it."""
    if document.kind is Kind.RULE:
        rule = read_rule(document)
        if rule is not None and rule.globs_entry is entry:
            for pattern in rule.patterns:
                text = pattern.glob.pattern
                if pattern.span.of(document.text) == text:
                    holder = _holder(entry, pattern.span)
                    yield NamedPath(text, pattern.span, holder.span, holder.style, "globs", True)
        return
    key = trust_key(entry.key) or key_by_variant(entry.key)
    if key is None or key.name not in ("tracks", "superseded-by"):
        return
    for scalar in scalars(entry.value):
        span = inner_span(scalar, document.text)
        text = scalar.text.strip()
        at = span.of(document.text).find(text)
        if text and at >= 0:
            span = Span(span.start + at, span.start + at + len(text))
            yield NamedPath(text, span, scalar.span, scalar.style, key.name, False)


def _holder(entry: Entry, span: Span) -> Scalar:
    """The scalar of `entry` in which `span` lies."""
    found = [each for each in scalars(entry.value) if each.span.start <= span.start]
    return found[-1]
