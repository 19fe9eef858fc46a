"""Rule files: when their text is loaded, and by what."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ctxlayer.globs import DIALECTS, Glob, compile_glob, split_patterns
from ctxlayer.layer.document import Document
from ctxlayer.layer.runtimes import Profile, profile_of
from ctxlayer.syntax.nodes import Entry, Scalar, Sequence
from ctxlayer.text import Span


class Temperature(str, Enum):
    """How often the text of a rule is paid for."""

    HOT = "hot"
    WARM = "warm"
    COOL = "cool"
    COLD = "cold"


class Pattern(NamedTuple):
    """One glob of a rule: its place in the file and the pattern as its runtime reads it."""

    span: Span
    glob: Glob


class Rule(NamedTuple):
    """A rule file as its runtime reads it. Entries are None where the key is absent."""

    path: str
    profile: Profile
    always: bool
    patterns: tuple[Pattern, ...]
    description: str
    always_entry: Entry | None
    globs_entry: Entry | None

    @property
    def temperature(self) -> Temperature:
        """Hot beats cool beats warm; a rule that no event loads is cold."""
        if self.always:
            return Temperature.HOT
        if self.patterns:
            return Temperature.COOL
        return Temperature.WARM if self.description else Temperature.COLD


def read_rule(document: Document) -> Rule | None:
    """The rule in a rule file; None where its runtime's frontmatter is not judged yet."""
    profile = profile_of(document.runtime) if document.runtime else None
    if profile is None or not profile.judged:
        return None
    if "rule" not in document.memo:
        document.memo["rule"] = _read(document, profile)
    rule: Rule = document.memo["rule"]
    return rule


def _read(document: Document, profile: Profile) -> Rule:
    block = document.frontmatter
    read = block.exists and block.closed
    always = block.get("alwaysApply") if read else None
    globs = block.get("globs") if read else None
    description = block.get("description") if read else None
    return Rule(
        document.path,
        profile,
        bool(always and isinstance(always.value, Scalar) and always.value.value is True),
        tuple(_patterns(globs, profile, document.text)) if globs else (),
        _words(description),
        always,
        globs,
    )


def _words(entry: Entry | None) -> str:
    if entry is None or not isinstance(entry.value, Scalar) or entry.value.value is None:
        return ""
    return entry.value.text.strip()


def _patterns(entry: Entry, profile: Profile, text: str) -> list[Pattern]:
    dialect = DIALECTS[profile.dialect]
    if isinstance(entry.value, Sequence):
        items = [item for item in entry.value.items if isinstance(item, Scalar)]
        return [
            Pattern(inner_span(item, text), compile_glob(item.text.strip(), dialect))
            for item in items
            if item.text.strip()
        ]
    if not isinstance(entry.value, Scalar):
        return []
    inner = inner_span(entry.value, text)
    return [
        Pattern(span.shift(inner.start), compile_glob(pattern, dialect))
        for span, pattern in split_patterns(inner.of(text))
        if pattern
    ]


def inner_span(value: Scalar, text: str) -> Span:
    """The span of a scalar's content, inside its quotes."""
    raw = value.span.of(text)
    if len(raw) > 1 and raw[0] in "'\"" and raw[-1] == raw[0]:
        return Span(value.span.start + 1, value.span.end - 1)
    return value.span
