"""Where frontmatter begins and ends, and what only looks like it.

The rules are those that loaders share: `---` alone on line 1, closed by the next line that
starts with `---`. YAML's own end marker `...` closes nothing for them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ctxlayer.text import Span

LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\r|\Z)")
_KEY = re.compile(
    r"""(?:"[^"\\\r\n]{1,199}"|'[^'\r\n]{1,199}'|\w[\w./-]{0,99})[ \t]{0,9}:(?=[ \t\r\n]|\Z)"""
)
_PHRASE = re.compile(r"\w[\w-]{0,99}(?: [\w-]{1,99}){1,3}[ \t]{0,9}:(?=[ \t\r\n]|\Z)")
GLUED_KEY = re.compile(
    "([A-Za-z_][\\w-]{0,99})(:(?=[^\\s:/])|\uff1a[ \u00a0\u3000]*|:[\u00a0\u3000][ \u00a0\u3000]*)"
)
"""A key whose colon no space follows, or that a wide colon or space keeps from being one."""

_OTHER_EVIDENCE = re.compile(r"(?:<{7}|>{7}|={7})(?: |[\r\n]|\Z)|\{")
_WORD = re.compile(r"[A-Za-z_][\w-]*[ \t]*(?=[\r\n]|\Z)")
_HEADING = re.compile(r"#{1,6} ")
_MAX_LOOKS = 2_000
_TABLE_RULE = re.compile(r"[-|: \t]*\Z")


class Fence(NamedTuple):
    """A line that starts with `---`: the dashes, what is glued to them, where the next begins."""

    dashes: Span
    glued: Span
    after: int


class Look(NamedTuple):
    """How one line of a block looks, told without YAML."""

    kind: str
    """`blank`, `key`, `comment`, `heading`, `item`, `word`, `prose`; `phrase` for a key of several
    words, which prose may begin with as well; `nested` for a key that is indented, `indented` for other such lines; `evidence` for what only frontmatter holds."""
    start: int
    end: int
    after: int


def opening(text: str, at: int) -> Fence | None:
    """The fence at `at`, whatever is glued to it."""
    if not text.startswith("---", at):
        return None
    line = LINE.match(text, at + 3)
    if line is None:
        return None
    start, end = line.span(1)
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    return Fence(Span(at, at + 3), Span(start, end), line.end())


def closing(text: str, at: int) -> Fence | None:
    """The first fence at or behind the line start `at` that loaders close a block at."""
    here: int | None = at if text.startswith("---", at) else _next_fence(text, at)
    for _ in range(_MAX_LOOKS):
        if here is None:
            break
        fence = opening(text, here)
        # A row of dashes and pipes is the delimiter of a table, `----` a fence too long.
        row = text[here + 3 : fence.glued.end] if fence else ""
        if fence and (not _TABLE_RULE.match(row) or not row.strip(" \t-")):
            return fence
        here = _next_fence(text, here)
    return None


def _next_fence(text: str, at: int) -> int | None:
    found = text.find("\n---", at)
    # A lone `\r` ends lines in no file of the last twenty years: look no further than needed.
    returned = text.find("\r---", at, found + 1 if found >= 0 else len(text))
    place = returned if returned >= 0 else found
    return place + 1 if place >= 0 else None


def looks(text: str, start: int, end: int) -> list[Look]:
    """The first lines of `text[start:end]`, each with how it looks."""
    lines: list[Look] = []
    at = start
    while at < end and len(lines) < _MAX_LOOKS:
        line = LINE.match(text, at, end)
        if line is None:
            break
        lines.append(Look(_look(text, at, line.end(1)), at, line.end(1), line.end()))
        at = line.end()
    return lines


def _look(text: str, at: int, end: int) -> str:
    if not text[at:end].strip(" \t"):
        return "blank"
    first = text[at]
    if first in " \t":
        body = at + len(text[at:end]) - len(text[at:end].lstrip(" \t"))
        return "nested" if _KEY.match(text, body, end) else "indented"
    if first == "#":
        return "heading" if _HEADING.match(text, at, end) else "comment"
    if first == "-" and (at + 1 == end or text[at + 1] in " \t"):
        return "item"
    if _KEY.match(text, at, end) or GLUED_KEY.match(text, at, end):
        return "key"
    if _PHRASE.match(text, at, end):
        return "phrase"
    if _OTHER_EVIDENCE.match(text, at, end):
        return "evidence"
    return "word" if _WORD.match(text, at, end) else "prose"


def is_frontmatter(lines: list[Look]) -> bool:
    """Whether the lines between two fences are a block, not text between thematic breaks."""
    solid = [line.kind for line in lines if line.kind != "blank"]
    if not solid:
        return True
    keys = solid.count("key") + solid.count("evidence")
    if lines[0].kind == "blank" and solid[0] in ("heading", "prose", "item", "word"):
        return keys > 0 and "prose" not in solid and solid[0] == "heading"
    if keys or (lines[0].kind != "blank" and "phrase" in solid):
        return True
    return solid[0] in ("word", "nested") or all(kind in ("comment", "heading") for kind in solid)


def runs_into_body(lines: list[Look]) -> bool:
    """Whether the block goes on as prose behind a blank line: its fence is missing.

    The `---` that ends it is then a thematic break of the body.
    """
    blank = keyed = prose = headed = False
    for line in lines:
        if line.kind in ("key", "phrase", "evidence"):
            if prose:
                return False
            keyed = True
        elif keyed and blank and (line.kind == "prose" or (headed and line.kind == "word")):
            prose = True
        headed = headed or (keyed and blank and line.kind == "heading")
        blank = line.kind == "blank" or (blank and line.kind == "heading")
    # Without a heading, prose right above the fence is more likely a value that ran on.
    return prose and (headed or lines[-1].kind == "blank")


def open_extent(lines: list[Look]) -> int:
    """How many of the lines behind a fence that nothing closes still look like its block.

    0 where they do not look like a block at all.
    """
    keys = count = 0
    blank = False
    for number, line in enumerate(lines):
        if line.kind == "blank":
            blank = True
            continue
        if blank and line.kind == "word":
            break
        if line.kind == "prose" or (blank and line.kind == "heading"):
            following = lines[number + 1].kind if number + 1 < len(lines) else "blank"
            if blank or not keys or following != "key":
                break
        if not keys and line.kind not in ("key", "comment", "heading", "nested"):
            break
        keys += line.kind == "key"
        blank = False
        count = number + 1
    # A `# Title` right below the last key begins the body; only between keys is it a comment.
    while count and lines[count - 1].kind == "heading":
        count -= 1
    # `---`, a blank line and one `Note: ...` is a thematic break with prose below it.
    needed = 2 if lines and lines[0].kind == "blank" else 1
    return count if keys >= needed else 0
