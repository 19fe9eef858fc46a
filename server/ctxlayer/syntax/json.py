"""JSON as nodes with exact spans, also where it is broken, and JSON with comments.

The nodes are those of YAML (`syntax.nodes`). Comments and commas before a closing bracket are
kept apart: whether they are allowed is for the reader of the file to say. Nothing raises, nothing
is read twice, and nesting is followed to a bound.
"""

from __future__ import annotations

import json
import re

from ctxlayer.syntax._json_scalars import decoded, faults_inside, number, string_end
from ctxlayer.syntax._json_structure import MAX_DEPTH, MAX_PROBLEMS, JsonText, Structure
from ctxlayer.syntax.nodes import Scalar, ScalarValue, Style
from ctxlayer.text import Edit, Span

__all__ = ["MAX_DEPTH", "MAX_PROBLEMS", "JsonText", "parse_json"]

_BLANK = re.compile(r"[ \t\r\n]*")
_LINE = re.compile(r"[^\r\n]*")
_WORD = re.compile(r"[^ \t\r\n{}\[\]:,\"']+")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?![<=>|])")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_ENDING = re.compile(r"[ \t]*[,}\]]*[ \t]*\Z")
_LEADS_ON = re.compile(r"[,:\[{][ \t]*\Z")
_LETTER = re.compile(r"\w")


def parse_json(text: str) -> JsonText:
    """Read `text`; what is broken is a problem, and the rest still stands."""
    read = Structure()
    at = 1 if text.startswith("\ufeff") else 0
    while at < len(text):
        at = _token(text, at, read)
    return read.finish()


def _token(text: str, at: int, to: Structure) -> int:
    """Read one token at `at`; where the next may begin."""
    blank = _BLANK.match(text, at)
    at = blank.end() if blank else at
    if at == len(text):
        return at
    char = text[at]
    if char in "\"'":
        return _string(text, at, char, to)
    if char in "{}[]:,":
        to.mark(char, at)
        to.last_end = at + 1
        return at + 1
    if text.startswith(("//", "/*"), at):
        return _comment(text, at, to)
    conflict = _CONFLICT.match(text, at) if text[at - 1 : at] in ("", "\n", "\r") else None
    if conflict is not None:
        return _conflict(text, at, to)
    return _word(text, at, to)


def _comment(text: str, at: int, to: Structure) -> int:
    if text.startswith("//", at):
        line = _LINE.match(text, at)
        end = line.end() if line else len(text)
    else:
        close = text.find("*/", at + 2)
        end = close + 2 if close >= 0 else len(text)
        if close < 0:
            to.problem(Span(at, at + 2), "this comment is never closed; end it with `*/`")
            to.excused = True
    to.comments.append(Span(at, end))
    return end


def _conflict(text: str, at: int, to: Structure) -> int:
    line = _LINE.match(text, at)
    end = line.end() if line else len(text)
    if text.startswith("<", at):
        to.problem(Span(at, end), "a merge conflict is left here; settle it")
    to.excused = True
    return end


def _string(text: str, at: int, quote: str, to: Structure) -> int:
    end, closed = string_end(text, at + 1, quote)
    raw = text[at + 1 : end - closed]
    if closed and _LETTER.match(text, end) and _LEADS_ON.search(raw[-20:]):
        # `"npx, "args"`: that quote opens the next text, and this one was never closed.
        end, closed = end - 1, False
    if not closed:
        ending = _ENDING.search(raw)
        raw = raw[: ending.start()] if ending else raw
        whole = Span(at, at + 1 + len(raw))
        to.problem(
            whole,
            f"this text is never closed; end it with `{quote}`",
            Edit(Span.at(whole.end), quote),
            f"Add the closing `{quote}`",
        )
    elif quote == "'":
        whole = Span(at, end)
        double = json.dumps(decoded(raw.replace("\\'", "'")), ensure_ascii=False)
        to.problem(
            whole,
            "JSON quotes with `\"`, not with `'`",
            Edit(whole, double),
            "Use double quotes",
            safe=True,
        )
    else:
        whole = Span(at, end)
        for problem in faults_inside(raw, at + 1):
            to.add(problem)
    style: Style = "double" if quote == '"' else "single"
    to.scalar(Scalar(whole, raw, style, decoded(raw)), is_key=True)
    to.last_end = whole.end
    to.excused = to.excused or not closed
    return end


def _word(text: str, at: int, to: Structure) -> int:
    match = _WORD.match(text, at)
    end = match.end() if match else at + 1
    comment = text.find("//", at, end)
    end = comment if comment > at else end
    word, span = text[at:end], Span(at, end)
    value: ScalarValue = word
    known = word in _WORDS or _NUMBER.fullmatch(word) is not None
    if known:
        value = _WORDS[word] if word in _WORDS else number(word)
    elif not to.excused:
        quoted = json.dumps(word, ensure_ascii=False)
        to.problem(
            span,
            "a text stands in double quotes in JSON",
            Edit(span, quoted),
            "Put it in double quotes",
        )
    to.scalar(Scalar(span, word, "plain", value), is_key=False)
    to.last_end = end
    to.excused = to.excused or not known
    return end
