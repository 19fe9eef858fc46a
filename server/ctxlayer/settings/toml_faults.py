"""What a TOML syntax error is about: the culprit, the message, and the fix where there is one.

The standard reader stops at the first error and tells its place in words, often one past the
culprit. Its wording is the same in every version that we run on, and is only used to look closer.
"""

from __future__ import annotations

import re

from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_WORD = re.compile(r"[^\s,\[\]{}=#]+|\S")
_PLAIN = re.compile(r"[A-Za-z_][\w./-]*")
_HEADER = re.compile(r"\[\[?[^\]]*\]?\]?")
_OPEN_QUOTE = re.compile(r"""=[^"'#=]*(["'])""")
_REPEATED = re.compile(r"Cannot (?:overwrite|declare|mutate)|Duplicate")
_UNCLOSED = re.compile(
    r"Illegal character '\\n'|Unterminated string|Expected \"[\"']+\"|Unexpected end"
)


def syntax_problem(text: str, mark: int, error: str) -> Problem:
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


def _key(line: str) -> Span:
    """The header or the key that `line` starts with."""
    start = len(line) - len(line.lstrip())
    header = _HEADER.match(line, start)
    end = header.end() if header else start + len(line[start:].partition("=")[0].rstrip())
    return Span(start, end)


def _diagnosis(line: str, column: int, what: str) -> tuple[Span, str, str]:
    """(the culprit in `line`, what is wrong with it, what to write instead or nothing)."""
    key = _key(line)
    if key.start < key.end and _REPEATED.match(what):
        return key, f"`{key.of(line)}` is here for the second time; remove one", ""
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
