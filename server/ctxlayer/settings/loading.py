"""From the text of a settings file to settings and what is wrong with it."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from typing import Any

from ctxlayer.settings.model import Settings
from ctxlayer.settings.reading import Reader
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

PYPROJECT = "pyproject.toml"
SETTINGS_FILE = "ctxlayer.toml"

MAX_LENGTH = 1_000_000
"""Code points of a settings file; a larger one is no settings file."""

_SECTION = ("tool", "ctxlayer")
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_WORD = re.compile(r"[^\s,\[\]{}=#]+|\S")
_PLAIN = re.compile(r"[A-Za-z_][\w./-]*")
_KEY = re.compile(r"\s*(\[\[?[^\]]*\]?\]?|[^=]*[^=\s])")
_OPEN_QUOTE = re.compile(r"""=[^"'#]*(["'])""")
_REPEATED = re.compile(r"Cannot (?:overwrite|declare|mutate)|Duplicate")
_UNCLOSED = re.compile(
    r"Illegal character '\\n'|Unterminated string|Expected \"[\"']+\"|Unexpected end"
)


def load_settings(
    text: str, filename: str, known_lints: Collection[str] = ()
) -> tuple[Settings | None, tuple[Problem, ...]]:
    """The settings in `text`, and every fault in it, in order of place.

    `filename` tells `pyproject.toml`, of which only `[tool.ctxlayer]` is read, from our own
    file. `known_lints` are the lint ids and families that may be set; without any, all may.
    Settings are None where the text is not TOML: then the last good ones stay in force.
    """
    foreign = filename.replace("\\", "/").rpartition("/")[2] == PYPROJECT
    if foreign and not has_section(text):
        return Settings(), ()
    try:
        document = _parse(text)
    except _Broken as broken:
        return None, (broken.problem,)
    prefix: tuple[str, ...] = _SECTION if foreign else ()
    for part in prefix:
        inner = document.get(part, {})
        document = inner if isinstance(inner, dict) else {}
    reader = Reader(text, known_lints, prefix)
    settings: Settings = reader.model(Settings, document, prefix)
    return settings, tuple(sorted(reader.problems, key=lambda problem: problem.span))


def has_section(text: str) -> bool:
    """Whether a `pyproject.toml` has a `[tool.ctxlayer]`, even where it is not valid TOML."""
    if "ctxlayer" not in text:
        return False
    try:
        tool = _parse(text).get("tool", {})
    except _Broken:
        return (
            re.search(r"""^\s*\[+\s*tool\s*\.\s*["']?ctxlayer\b""", text, re.MULTILINE) is not None
        )
    return isinstance(tool, dict) and isinstance(tool.get("ctxlayer"), dict)


class _Broken(Exception):
    """The text is not TOML."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def _parse(text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    if len(text) > MAX_LENGTH:
        message = f"the file has {len(text):,} characters; settings have fewer than {MAX_LENGTH:,}"
        raise _Broken(Problem("invalid-settings", Span(0, 0), message))
    mark = text.startswith("\ufeff")
    try:
        return tomllib.loads(text[mark:])
    except RecursionError:
        message = "lists or tables are nested too deep to read; flatten them"
        raise _Broken(Problem("invalid-settings", Span(0, 0), message)) from None
    except ValueError as error:
        raise _Broken(_syntax_problem(text, int(mark), str(error))) from None


def _syntax_problem(text: str, mark: int, error: str) -> Problem:
    """A syntax error, which the reader tells as `What is wrong (at line 3, column 7)`."""
    found = _PLACE.search(error)
    what = error[: found.start()] if found else error
    start, line, column = _line_of(text, mark, found)
    span, message, quoted = _diagnosis(line, column, what)
    span = span.shift(start)
    return Problem(
        "invalid-settings",
        span,
        f"{message} (this is not TOML; until it is mended the last good settings hold)",
        (Edit(span, quoted),) if quoted else (),
        f"Replace by `{quoted}`" if quoted else "",
    )


def _line_of(text: str, mark: int, place: re.Match[str] | None) -> tuple[int, str, int]:
    """(offset of the line, the line, column in it) of the place in an error message."""
    if place is None or not place[1]:
        end = max(len(text.rstrip()), mark)
        start = max(text.rfind("\n", 0, end) + 1, mark)
        return start, text[start:end], end - start
    start = mark
    for _ in range(int(place[1]) - 1):
        start = text.find("\n", start) + 1
    end = text.find("\n", start)
    return start, text[start : len(text) if end < 0 else end].rstrip(), int(place[2]) - 1


def _diagnosis(line: str, column: int, what: str) -> tuple[Span, str, str]:
    """(the culprit in `line`, what is wrong with it, what to write instead or nothing)."""
    key = _KEY.match(line)
    if key and _REPEATED.match(what):
        return Span(*key.span(1)), f"`{key[1]}` is here for the second time; remove one", ""
    quote = _OPEN_QUOTE.search(line)
    if quote and _UNCLOSED.match(what):
        span = Span(quote.start(1), len(line))
        return span, f"the text is never closed; add a {quote[1]} after it", ""
    word = _WORD.match(line, column)
    if word and what == "Invalid value" and _PLAIN.fullmatch(word[0]):
        quoted = f'"{word[0]}"'
        return Span(*word.span()), f"text needs quotes; write `{quoted}`", quoted
    message = f"{what[:1].lower()}{what[1:]}"
    if what == "Invalid value" and not word:
        message = "a value is missing; write one after the `=`"
    if word:
        return Span(*word.span()), message, ""
    end = len(line[:column].rstrip())
    return Span(min(len(line) - len(line.lstrip()), end), end), message, ""
