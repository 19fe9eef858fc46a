"""The small grammar inside a line: link targets, labels, autolinks, tags, and how they decode."""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxlayer.syntax.line_rules import HTML_TAG
from ctxlayer.text import Span

MAX_PARENS = 32
"""Parentheses that may nest in a bare target, as CommonMark's reference reader has it."""

TICKS = re.compile("`+")
AUTOLINK = re.compile(
    r"<([A-Za-z][A-Za-z0-9.+-]{1,31}:[^\s<>\x00-\x20]*"
    r"|[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)>",
    re.ASCII,
)
TAG = re.compile(rf"{HTML_TAG}|<![a-zA-Z][^<>]*>")
ENCLOSED = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"))
"""HTML that runs to a closing mark, whatever it holds."""

LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){0,999})\]", re.DOTALL)
ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ANGLE_TARGET = re.compile(r"<((?:[^<>\n\\]|\\.)*)>")
_TARGET_STOP = re.compile(r"\\[!-/:-@\[-`{-~]|[()\x00-\x20\x7f]")
_TITLE = re.compile(
    r"""[ \t\r\n]+(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\))""", re.DOTALL
)
_GAP = re.compile(r"[ \t\r\n]*")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


class Target(NamedTuple):
    """A link target as written, without angle brackets, and the offset behind the `)`."""

    span: Span
    end: int


def read_target(text: str, at: int, end: int) -> Target | None:
    """The `(target "title")` whose parenthesis opens at `at`; None where there is none."""
    at = _past_gap(text, at + 1, end)
    if text.startswith("<", at, end):
        match = _ANGLE_TARGET.match(text, at, end)
        if not match:
            return None
        span, after = Span(*match.span(1)), match.end()
    else:
        after = bare_target_end(text, at, end)
        span = Span(at, after)
    if after < 0:
        return None
    title = _TITLE.match(text, after, end)
    close = _past_gap(text, title.end() if title else after, end)
    return Target(span, close + 1) if text.startswith(")", close, end) else None


def _past_gap(text: str, at: int, end: int) -> int:
    match = _GAP.match(text, at, end)
    return match.end() if match else at


def bare_target_end(text: str, at: int, end: int) -> int:
    """Where the target without angle brackets ends, or -1 when its parentheses do not pair.

    It ends before a blank, a control character or a `)` that it did not open, or at `end`.
    """
    depth = 0
    while match := _TARGET_STOP.search(text, at, end):
        char = match.group()
        if char == "(":
            depth += 1
            if depth > MAX_PARENS:
                return -1
        elif char == ")" and depth:
            depth -= 1
        elif len(char) == 1:
            return -1 if depth else match.start()
        at = match.end()
    return -1 if depth else end


def label_key(label: str) -> str:
    """A reference label as labels are compared: case and runs of blanks do not matter."""
    return " ".join(label.split()).casefold()


def decode(target: str) -> str:
    """`target` with backslash escapes, character references and percent escapes resolved.

    Percent escapes that are no UTF-8, or that hide control characters, stay as written.
    """
    if "\\" in target or "&" in target:
        target = unescape(target)
    return _PERCENT.sub(_unquote, target) if "%" in target else target


def unescape(source: str) -> str:
    """Backslash escapes and character references resolved."""
    if "&" in source:
        from html import unescape as resolve

        # An escaped `&` starts no reference.
        parts = re.split(r"(\\&)", source)
        source = "".join(
            part if part == "\\&" else ENTITY.sub(lambda match: resolve(match.group()), part)
            for part in parts
        )
    return ESCAPE.sub(r"\1", source)


def _unquote(match: re.Match[str]) -> str:
    try:
        decoded = bytes.fromhex(match.group().replace("%", "")).decode("utf-8")
    except UnicodeDecodeError:
        return match.group()
    return decoded if decoded.isprintable() else match.group()
