"""Files of routing cases: task texts and the topics that they belong to.

YAML and JSON hold a list of `{task, topic}`, or a mapping with that list under `cases`. `topic` is a
name, a list of names of which any is right, or null where the task must lead nowhere. Lines of a
`.tsv` file hold the task, a tab and the topic; several names are parted by ` | `, `null` leads
nowhere. Nothing that a file holds is opened or run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ctxlayer.analysis.routing import Case
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar
from ctxlayer.syntax.nodes import Sequence as Items
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.yaml import parse_strictly
from ctxlayer.text import LineIndex, Span

_ITEM = re.compile(r"^- ", re.MULTILINE)
_KEYS = ("task", "topic", "note")
_KIND = "routing-cases"
_NOWHERE = "null"
_SHAPE = "give a list of `- task: …` with `topic: …` below each"


class CaseFile(NamedTuple):
    """What was read of a file of cases. Where there are problems, the cases are not all."""

    cases: tuple[Case, ...]
    problems: tuple[Problem, ...]


def read_cases(text: str, name: str = "") -> CaseFile:
    """The cases of a file; `name` tells its format: `.tsv`, else YAML, of which JSON is a part.

    Never raises. An empty file is a problem: a suite that tests nothing must not pass.
    """
    lines = LineIndex(text)
    problems: list[Problem] = []
    if name.lower().endswith(".tsv"):
        cases = list(_of_lines(text, lines, problems))
    else:
        root, fault = parse_strictly(text)
        if fault is not None:
            problems.append(_located(text, fault, lines))
        cases = list(_of_yaml(root, lines, problems))
    if not cases and not problems:
        problems.append(_problem(Span(0, 0), f"it holds no case: {_SHAPE}"))
    _tell_repeats(cases, lines, problems)
    problems.sort(key=lambda problem: problem.span)
    return CaseFile(tuple(cases), tuple(problems))


def _problem(span: Span, message: str) -> Problem:
    return Problem(_KIND, span, message)


def _tell_repeats(cases: Sequence[Case], lines: LineIndex, problems: list[Problem]) -> None:
    """A task that stands twice would count twice, or could not be right both times."""
    seen: dict[str, int] = {}
    for case in cases:
        task = " ".join(case.task.casefold().split())
        if task in seen:
            start = lines.offset(case.line - 1, 0)
            span = Span(start, lines.offset(case.line, 0) if case.line < len(lines) else start)
            problems.append(_problem(span, f"this task stands in line {seen[task]} already"))
        seen.setdefault(task, case.line)


# YAML and JSON.


def _located(text: str, fault: Problem, lines: LineIndex) -> Problem:
    """The fault of a file where it is: an open quote shows only where the file ends."""
    starts = [match.start() for match in _ITEM.finditer(text)]
    for start, end in pairwise((*starts, len(text))):
        _, own = parse_strictly(text[start:end])
        if own is not None:
            line = lines.line_at(start) + 1
            said = f"the case that starts in line {line} is no YAML: {own.message}"
            return _problem(Span.at(min(start + own.span.start, end - 1)), said)
    return _problem(fault.span, f"it is no YAML: {fault.message}")


def _of_yaml(root: Node | None, lines: LineIndex, problems: list[Problem]) -> Iterator[Case]:
    if isinstance(root, Mapping):
        listed = next((entry.value for entry in root.entries if entry.key == "cases"), None)
        if listed is None:
            problems.append(_problem(_head(root), f"it is one mapping; {_SHAPE}"))
            return
        root = listed
    if isinstance(root, Items):
        for item in root.items:
            yield from _of_item(item, lines, problems)
    elif root is not None:
        problems.append(_problem(root.span, f"it is no list; {_SHAPE}"))


def _head(root: Mapping) -> Span:
    return root.entries[0].key_span if root.entries else root.span


def _of_item(item: Node, lines: LineIndex, problems: list[Problem]) -> Iterator[Case]:
    if not isinstance(item, Mapping):
        problems.append(_problem(item.span, "a case is a mapping with `task` and `topic`"))
        return
    found: dict[str, Entry] = {}
    before = len(problems)
    for entry in item.entries:
        if entry.key not in _KEYS:
            known = ", ".join(_KEYS)
            problems.append(_problem(entry.key_span, f"`{entry.key}` is not one of {known}"))
        elif entry.key in found:
            problems.append(_problem(entry.key_span, f"`{entry.key}` stands here twice"))
        found.setdefault(entry.key, entry)
    for key in ("task", "topic"):
        if key not in found and len(problems) == before:
            hint = "; write `topic: null` where it must lead nowhere" if key == "topic" else ""
            problems.append(_problem(_head(item), f"this case has no `{key}`{hint}"))
    if len(problems) > before:
        return
    task, topics = _task(found["task"], problems), _topics(found["topic"], problems)
    if task is not None and topics is not None:
        yield Case(task, topics, lines.line_at(item.span.start) + 1)


def _task(entry: Entry, problems: list[Problem]) -> str | None:
    value = entry.value
    if isinstance(value, Scalar) and str(_read(value)).strip():
        return str(_read(value))
    problems.append(_problem(_place(entry), "`task` has to be a text"))
    return None


def _topics(entry: Entry, problems: list[Problem]) -> tuple[str, ...] | None:
    """The names of `topic`: none for null; None, and a problem, for what is neither."""
    value = entry.value
    if isinstance(value, Scalar) and value.style == "plain" and value.value is None:
        return ()
    if isinstance(value, Scalar) and value.text.strip():
        return (str(_read(value)).strip(),)
    if isinstance(value, Items) and value.items:
        names = [each for each in value.items if isinstance(each, Scalar) and each.text.strip()]
        if len(names) == len(value.items):
            return tuple(str(_read(each)).strip() for each in names)
    message = "`topic` has to be a name, a list of names, or null where it must lead nowhere"
    problems.append(_problem(_place(entry), message))
    return None


def _read(value: Scalar) -> str:
    """Escapes and line breaks as YAML reads them; a plain number or date as it is written."""
    return value.value if isinstance(value.value, str) else value.text


def _place(entry: Entry) -> Span:
    span = entry.value.span
    return span if span.start < span.end else entry.key_span


# Tab-separated lines.


def _of_lines(text: str, lines: LineIndex, problems: list[Problem]) -> Iterator[Case]:
    for number in range(len(lines)):
        line = lines.line(number).rstrip("\r\n").lstrip("\ufeff")
        if not line.strip() or line.startswith("#") or (number == 0 and _is_header(line)):
            continue
        task, tab, rest = line.partition("\t")
        names = tuple(name for each in rest.split(" | ") if (name := each.strip()))
        if not tab or "\t" in rest or not task.strip() or not names:
            start = lines.starts[number]
            span = Span(start, start + len(line))
            problems.append(_problem(span, "a line is a task, one tab and a topic, or `null`"))
            continue
        yield Case(task.strip(), () if names == (_NOWHERE,) else names, number + 1)


def _is_header(line: str) -> bool:
    return [cell.strip().lower() for cell in line.split("\t")] == ["task", "topic"]
