"""Blocks that are not flat: PyYAML where they are intact, the recovery where they are not."""

from __future__ import annotations

import re
import unicodedata

from ctxlayer.syntax._yaml_events import FILE_LIMITS, Limits, Unreadable, compose
from ctxlayer.syntax._yaml_recover import Recovery
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.yaml_diagnosis import KIND
from ctxlayer.text import Edit, Span

# What a YAML stream may not hold at all; one of them makes PyYAML refuse the whole stream.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_STAND_IN = "\ufffd"
_MAX_CONTROLS = 50
_DOCUMENT_START = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*---[ \t]*(?:\r\n|\n|\r|\Z)")


def read_file(text: str) -> tuple[Node | None, tuple[Problem, ...]]:
    """See `ctxlayer.syntax.yaml.parse_yaml`."""
    start = 1 if text.startswith("\ufeff") else 0
    if not _FORBIDDEN.search(text):
        try:
            return compose(text, start, len(text), FILE_LIMITS), ()
        except Unreadable:
            pass
    found = _DOCUMENT_START.match(text, start)
    start = found.end() if found else start
    entries, problems = read_hard(text, start, len(text), FILE_LIMITS)
    if not entries:
        return None, problems
    return Mapping(Span(entries[0].span.start, entries[-1].span.end), entries, False), problems


def read_strictly(text: str) -> tuple[Node | None, Problem | None]:
    """See `ctxlayer.syntax.yaml.parse_strictly`."""
    start = 1 if text.startswith("\ufeff") else 0
    odd = _FORBIDDEN.search(text)
    if odd is not None:
        message = f"U+{ord(odd[0]):04X} may not stand in YAML"
        return None, Problem(KIND, Span(*odd.span()), message)
    try:
        return compose(text, start, len(text), FILE_LIMITS), None
    except Unreadable as fault:
        return None, Problem(KIND, Span.at(fault.at), fault.reason)


def read_hard(
    text: str, start: int, end: int, limits: Limits
) -> tuple[tuple[Entry, ...], tuple[Problem, ...]]:
    """The top-level entries in `text[start:end]`, and what is wrong there."""
    if not _FORBIDDEN.search(text, start, end):
        return _read_clean(text, start, end, limits)
    clean = text[:start] + _FORBIDDEN.sub(_STAND_IN, text[start:end]) + text[end:]
    entries, problems = _read_clean(clean, start, end, limits)
    controls = _controls(text, start, end)
    restored = tuple(_restore(text, entry) for entry in entries)
    return restored, tuple(sorted((*controls, *problems), key=lambda problem: problem.span))


def _read_clean(
    text: str, start: int, end: int, limits: Limits
) -> tuple[tuple[Entry, ...], tuple[Problem, ...]]:
    capped: Problem | None = None
    oversize = False
    reason, at = "it is no `key: value`", start
    try:
        node = compose(text, start, end, limits)
        if node is None:
            return (), ()
        if isinstance(node, Mapping) and "<%" not in text[start:end]:
            return node.entries, ()
    except Unreadable as error:
        reason, at = error.reason, error.at
        oversize = error.capped
        if error.capped and error.at > start:
            capped = Problem(KIND, Span(error.at, min(error.at + 1, end)), _too_much(error.reason))
    recovery = Recovery(text, start, end, limits, quiet=capped is not None)
    recovery.run()
    problems = [capped] if capped else recovery.problems
    if not problems and "<%" not in text[start:end] and not (oversize and recovery.whole):
        # Each part reads well alone, and yet the whole does not: say so where PyYAML does.
        message = f"this is not valid YAML: {reason}; rewrite it"
        problems = [Problem(KIND, Span(at, min(at + 1, end)), message)]
    return tuple(sorted(recovery.entries, key=lambda entry: entry.span)), tuple(problems)


def _too_much(reason: str) -> str:
    return f"this YAML is not read: {reason}; make it smaller"


def _controls(text: str, start: int, end: int) -> list[Problem]:
    problems: list[Problem] = []
    for found in _FORBIDDEN.finditer(text, start, end):
        code = ord(found[0])
        what = (
            "a lone surrogate" if unicodedata.category(found[0]) == "Cs" else "a control character"
        )
        message = f"U+{code:04X}, {what}, makes YAML refuse the whole block; delete it"
        span = Span(*found.span())
        problems.append(Problem(KIND, span, message, (Edit(span, ""),), "Delete the character"))
        if len(problems) == _MAX_CONTROLS:
            break
    return problems


def _restore(text: str, entry: Entry) -> Entry:
    """`entry` with the characters that `text` really holds."""
    if not _FORBIDDEN.search(text, *entry.span):
        return entry
    value: Node = entry.value
    if isinstance(value, Scalar):
        source = value.span.of(text)
        quoted = value.style in ("single", "double") and len(source) > 1
        content = source[1:-1] if quoted else source
        value = Scalar(value.span, content, value.style, content)
    return entry._replace(value=value, damaged=True)
