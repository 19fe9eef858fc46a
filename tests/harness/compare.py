"""Marks against findings, and a difference that a person can read."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from ctxlayer.text import LineIndex, Span
from ctxlayer.text.lines import body_length
from tests.harness.fixture import Case
from tests.harness.marks import Mark, MarkedText


class FindingLike(Protocol):
    """What of a finding the comparison looks at."""

    @property
    def lint(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def severity(self) -> str: ...
    @property
    def span(self) -> Span: ...
    @property
    def message(self) -> str: ...


class _Shown(NamedTuple):
    """One line of an annotated file."""

    span: Span
    lint: str
    detail: str


def difference(case: Case, findings: Mapping[str, Iterable[FindingLike]]) -> str:
    """Empty when the findings are the marked ones; else a diff of the annotated files."""
    out: list[str] = []
    for path in sorted({*case.files, *(path for path, found in findings.items() if found)}):
        file = case.files.get(path, MarkedText(case.texts.get(path, "")))
        actual = [one for one in findings.get(path, ()) if _wanted(one, case.lints)]
        demanded, found = _pair(file, actual)
        if demanded != found:
            out += difflib.unified_diff(
                annotate(file.text, demanded),
                annotate(file.text, found),
                f"{path} (marked)",
                f"{path} (found)",
                lineterm="",
            )
    return "\n".join(out)


def _wanted(finding: FindingLike, lints: frozenset[str]) -> bool:
    return not lints or finding.lint in lints or finding.family in lints


def _pair(file: MarkedText, findings: list[FindingLike]) -> tuple[list[_Shown], list[_Shown]]:
    """Both sides in the same words where they agree, in full where they do not."""
    left = list(findings)
    demanded = [
        _Shown(mark.span, mark.lint, _detail(mark.severity, mark.message)) for mark in file.marks
    ]
    found = []
    unmet = list(zip(file.marks, demanded, strict=True))
    # Marks that are fully met first, so that two findings at one place do not swap their words.
    for met in (_agrees, _same_place):
        for pair in tuple(unmet):
            mark, shown = pair
            match = next((one for one in left if met(mark, one, file.text)), None)
            if match is not None:
                left.remove(match)
                unmet.remove(pair)
                found.append(shown if met is _agrees else _in_full(match, mark.span))
    found += (_in_full(one, one.span) for one in left)
    return sorted(demanded), sorted(found)


def _in_full(finding: FindingLike, span: Span) -> _Shown:
    return _Shown(span, finding.lint, _detail(finding.severity, finding.message))


def _agrees(mark: Mark, finding: FindingLike, text: str) -> bool:
    return (
        _same_place(mark, finding, text)
        and mark.severity in ("", finding.severity)
        and mark.message in finding.message
    )


def _same_place(mark: Mark, finding: FindingLike, text: str) -> bool:
    if mark.lint != finding.lint or mark.span.start != finding.span.start:
        return False
    if mark.runs_on:
        return mark.span.end < finding.span.end and "\n" in finding.span.of(text)
    return mark.span.end == finding.span.end


def _detail(severity: str, message: str) -> str:
    return (f" ({severity})" if severity else "") + (f": {message}" if message else "")


def annotate(text: str, shown: Iterable[_Shown]) -> list[str]:
    """The lines of `text`, each followed by its marks in the notation of fixtures."""
    index = LineIndex(text)
    below: dict[int, list[str]] = {}
    for span, lint, detail in shown:
        number, column = index.position(span.start)
        line = index.line(number)
        width = body_length(line)
        last = min(span.end - index.starts[number], width)
        on = "..." if span.end > index.starts[number] + width else ""
        aligned = all(_is_narrow(char) for char in line[:last])
        if last <= column:
            target = " " * column + '^""' + on
        elif aligned:
            target = " " * column + "^" * (last - column) + on
        else:
            target = _by_text(line, column, last)
        below.setdefault(number, []).append(f"{target} {lint}{detail}")
    out: list[str] = []
    for number in range(len(index)):
        line = index.line(number)
        out.append(line[: body_length(line)])
        out += below.get(number, ())
    return out


def _is_narrow(char: str) -> bool:
    """Whether a terminal gives `char` one column, so that carets below it align."""
    return (
        char.isprintable()
        and unicodedata.east_asian_width(char) not in "WF"
        and (not unicodedata.combining(char))
    )


def _by_text(line: str, start: int, end: int) -> str:
    text = line[start:end]
    earlier, at = 0, line.find(text)
    while at < start:
        earlier, at = earlier + 1, line.find(text, at + 1)
    return f'^"{text}"' + (f"#{earlier + 1}" if earlier else "")
