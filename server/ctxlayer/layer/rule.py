"""Rule files: when their text is loaded, and by what."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from ctxlayer.globs import DIALECTS, Dialect, Glob, compile_glob, split_patterns
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


def _patterns(entry: Entry, profile: Profile, text: str) -> Iterator[Pattern]:
    dialect = DIALECTS[profile.dialect]
    if isinstance(entry.value, Sequence):
        for item in entry.value.items:
            if isinstance(item, Scalar) and item.text.strip():
                yield from _placed(item, [item.text.strip()], dialect, text)
    elif isinstance(entry.value, Scalar):
        read = entry.value.value if isinstance(entry.value.value, str) else entry.value.text
        patterns = [pattern for _, pattern in split_patterns(read, dialect)]
        yield from _placed(entry.value, patterns, dialect, text)


def _placed(value: Scalar, patterns: list[str], dialect: Dialect, text: str) -> Iterator[Pattern]:
    """The patterns that a scalar holds, each where its source has it.

    One that is spelt otherwise there (with escapes, or over several lines) has the whole value.
    """
    inner = inner_span(value, text)
    at = inner.start
    for pattern in patterns:
        start = text.find(pattern, at, inner.end)
        if start < 0:
            span = inner
        else:
            span = Span(start, start + len(pattern))
            at = span.end
        yield Pattern(span, compile_glob(pattern, dialect))


def inner_span(value: Scalar, text: str) -> Span:
    """The span of a scalar's content, inside its quotes."""
    raw = value.span.of(text)
    if len(raw) > 1 and raw[0] in "'\"" and raw[-1] == raw[0]:
        return Span(value.span.start + 1, value.span.end - 1)
    return value.span
