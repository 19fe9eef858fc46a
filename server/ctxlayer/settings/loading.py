"""From the text of a settings file to settings and what is wrong with it."""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from typing import Any

from ctxlayer.settings.model import Settings
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Span

PYPROJECT = "pyproject.toml"
SETTINGS_FILE = "ctxlayer.toml"

MAX_LENGTH = 250_000
"""Code points of a settings file; a larger one is no settings file."""

_SECTION = ("tool", "ctxlayer")
_HEADER = re.compile(r"""^[ \t]*\[+[ \t]*tool[ \t]*\.[ \t]*["']?ctxlayer\b""", re.MULTILINE)
_PART = r"""(?:[\w-]+|"[^"\r\n]{0,200}"|'[^'\r\n]{0,200}')"""
_TOO_DEEP = re.compile(rf"(?<![\w\"'-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{100}}")
"""A key of a hundred parts: what the reader takes for it grows with their square."""


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
    from ctxlayer.settings.reading import Reader  # most runs meet no settings file

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
        return _HEADER.search(text) is not None
    return isinstance(tool, dict) and isinstance(tool.get("ctxlayer"), dict)


def read_toml(text: str) -> tuple[dict[str, Any] | None, Problem | None]:
    """The table of any TOML file, or why there is none. Never raises."""
    try:
        return _parse(text), None
    except _Broken as broken:
        return None, broken.problem


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
    too_deep = "lists or tables are nested too deep to read; flatten them"
    if deep := _TOO_DEEP.search(text):
        raise _Broken(Problem("invalid-settings", Span(*deep.span()), too_deep))
    try:
        return tomllib.loads(text[mark:])
    except RecursionError:
        raise _Broken(Problem("invalid-settings", Span(0, 0), too_deep)) from None
    except ValueError as error:
        from ctxlayer.settings.toml_faults import syntax_problem

        raise _Broken(syntax_problem(text, int(mark), str(error))) from None
