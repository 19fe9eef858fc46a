"""Strings and numbers of JSON: where they end, what they say, what is wrong in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

KIND = "json-syntax"
"""The kind of all problems; the lint of a file maps it to its own."""

_LONGEST_NUMBER = 300
_STOPS = {'"': re.compile(r'["\\\r\n]'), "'": re.compile(r"['\\\r\n]")}
_ESCAPE = re.compile(r"\\(?:([\"\\/bfnrt])|u([0-9a-fA-F]{4})|(.?))", re.DOTALL)
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONTROL = re.compile(r"[\x00-\x1f]")


def string_end(text: str, at: int, quote: str) -> tuple[int, bool]:
    """(where a string ends, whether a quote ends it); `at` is inside."""
    stop = _STOPS[quote]
    while match := stop.search(text, at):
        char = match.group()
        if char == quote:
            return match.end(), True
        if char != "\\" or text[match.end() : match.end() + 1] in ("", "\r", "\n"):
            return (match.start() if char != "\\" else match.end()), False
        at = match.end() + 1
    return len(text), False


def faults_inside(raw: str, start: int) -> Iterator[Problem]:
    """Control characters and escapes that JSON does not have, one problem of each kind."""
    control = _CONTROL.search(raw)
    if control is not None:
        span = Span(start + control.start(), start + control.end())
        written = json.dumps(control.group())[1:-1]
        message = (
            f"U+{ord(control.group()):04X} cannot stand in a JSON text; write `{written}` for it"
        )
        yield Problem(KIND, span, message, (Edit(span, written),), f"Write `{written}`", True)
    if "\\" not in raw:
        return
    wrong = [match for match in _ESCAPE.finditer(raw) if match[3] is not None]
    if wrong:
        span = Span(start + wrong[0].start(), start + wrong[0].end())
        edits = tuple(Edit(Span.at(start + each.start()), "\\") for each in wrong)
        message = "JSON has no such escape; a backslash is written `\\\\`"
        yield Problem(KIND, span, message, edits, "Double the backslash")


def number(word: str) -> int | float:
    """The value of a number; of one with more digits than anybody needs, an approximation."""
    if len(word) > _LONGEST_NUMBER:
        return float(word[:_LONGEST_NUMBER].rstrip(".eE+-"))
    return int(word) if word.lstrip("-").isdigit() else float(word)


def decoded(raw: str) -> str:
    """The text that a string says; escapes that JSON does not have are left as they are."""
    if "\\" not in raw:
        return raw
    try:
        found = json.loads(f'"{raw}"', strict=False)
    except ValueError:
        return _ESCAPE.sub(_unescaped, raw)
    return str(found)


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return _SHORT.get(match[1], match[1])
    return chr(int(match[2], 16)) if match[2] else match[0]
