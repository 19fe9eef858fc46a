"""The frontmatter of a Markdown document: entries with exact spans, whatever state it is in."""

from __future__ import annotations

import re
from dataclasses import replace

from ctxlayer.syntax import fences
from ctxlayer.syntax.fences import Fence, Look
from ctxlayer.syntax.nodes import Frontmatter
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.yaml import read_block
from ctxlayer.text import Edit, Span

_EOL = re.compile(r"\r\n|\n|\r")
_BLANK = re.compile(r"[ \t\r\n]*")
_INDENTED_FENCE = re.compile(r"[ \t]+(?=---[ \t]*(?:[\r\n]|\Z))")
_CODE_FENCE = re.compile(r"(?:```|~~~)[\w-]*[ \t]*(?:\r\n|\n|\r)")
_COMMENT_LINE_END = re.compile(r"[ \t]*(?:\r\n|\n|\r|\Z)")
_HEADING = re.compile(r"#{1,6}[ \t][^\r\n]*(?:\r\n|\n|\r)")
_MAX_OPEN_LINES = 200


def parse_frontmatter(text: str) -> Frontmatter:
    """The block at the top of `text`; `exists` is False where there is none. Never raises."""
    base = 1 if text.startswith("\ufeff") else 0
    fence = fences.opening(text, base)
    if fence is None:
        return _none(_late(text, base), base)
    if fence.glued.start < fence.glued.end:
        return _none(_glued_opening(text, fence), base)
    block = _block(text, fence)
    if block is None or not block.closed:
        return block or _none((), base)
    return _with_second(text, block)


def _none(problems: tuple[Problem, ...], base: int) -> Frontmatter:
    """No frontmatter; the body begins at `base`, behind a byte order mark."""
    nowhere = Span.at(0)
    return Frontmatter(False, False, nowhere, None, nowhere, base, (), problems, None)


def _eol(text: str) -> str:
    found = _EOL.search(text)
    return found[0] if found else "\n"


def _block(text: str, fence: Fence) -> Frontmatter | None:
    """The block that `fence` opens; None if it is a thematic break."""
    close = fences.closing(text, fence.after)
    if close is None:
        return _unclosed(text, fence, len(text))
    start, end = fence.after, close.dashes.start
    # A key right behind the fence settles it; only other beginnings need a look at all lines.
    lines: list[Look] | None = None
    if text[start : start + 1] not in _KEY_START:
        lines = fences.looks(text, start, end)
        if not fences.is_frontmatter(lines):
            return None
    entries, problems = read_block(text, start, end)
    if problems or lines is not None or not entries:
        lines = fences.looks(text, start, end) if lines is None else lines
        if not fences.is_frontmatter(lines):
            return None
        if fences.runs_into_body(lines):
            return _unclosed(text, fence, end)
    found = (*problems, *_glued_closing(text, close))
    glued = close.glued.start < close.glued.end
    return Frontmatter(
        exists=True,
        closed=True,
        open_span=fence.dashes,
        close_span=close.dashes,
        span=Span(fence.dashes.start, close.dashes.end),
        body_start=close.glued.start if glued else close.after,
        entries=entries,
        problems=found,
        second=None,
    )


_KEY_START = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_\"'")


def _glued_closing(text: str, close: Fence) -> tuple[Problem, ...]:
    if close.glued.start == close.glued.end:
        return ()
    if set(close.glued.of(text)) == {"-"}:
        message = "the closing fence is longer than `---`, which strict loaders do not see; cut it to `---`"
        edit = Edit(Span(close.dashes.end, close.glued.end), "")
        title = "Shorten the fence"
    else:
        message = "text is glued to the closing fence `---`; put it on a line of its own"
        edit = Edit(Span(close.dashes.end, close.glued.start), _eol(text))
        title = "Move the text below the fence"
    return (Problem("frontmatter-unclosed", close.glued, message, (edit,), title, True),)


def _glued_opening(text: str, fence: Fence) -> tuple[Problem, ...]:
    """`---status: x`: no loader sees a block here, though its author meant one."""
    glued = fence.glued
    lines = fences.looks(text, glued.start, glued.end)
    close = fences.closing(text, fence.after)
    if close is None or lines[0].kind != "key":
        return ()
    message = (
        "text is glued to the opening fence `---`, so loaders see no frontmatter; start a new line"
    )
    edit = Edit(Span(fence.dashes.end, glued.start), _eol(text))
    title = "Move the text below the fence"
    return (Problem("frontmatter-unclosed", glued, message, (edit,), title, True),)


def _unclosed(text: str, fence: Fence, end: int) -> Frontmatter | None:
    lines = _open_lines(text, fence.after, end)
    count = fences.open_extent(lines)
    if count == 0:
        return None
    eol = _eol(text)
    last = lines[count - 1]
    stop, edit = last.end, Edit(Span.at(last.after), f"---{eol}")
    if last.after == last.end:
        edit = Edit(Span.at(last.end), f"{eol}---")
    for line in lines[:count]:
        indent = _INDENTED_FENCE.match(text, line.start, line.end)
        if indent is not None:
            stop, edit = line.start, Edit(Span(*indent.span()), "")
            break
    entries, _ = read_block(text, fence.after, stop)
    message = (
        "no `---` line closes this frontmatter, so loaders read all of it as body; add `---`"
        " below its last key"
    )
    title = "Close the frontmatter"
    problem = Problem("frontmatter-unclosed", fence.dashes, message, (edit,), title, True)
    span = Span(fence.dashes.start, stop)
    return Frontmatter(
        True, False, fence.dashes, None, span, fence.after, entries, (problem,), None
    )


def _open_lines(text: str, at: int, end: int) -> list[Look]:
    """The first lines behind an open fence; a body of megabytes need not be looked at."""
    stop = at
    for _ in range(_MAX_OPEN_LINES):
        line = fences.LINE.match(text, stop, end)
        if line is None or line.end() == stop:
            break
        stop = line.end()
    return fences.looks(text, at, stop)


def _with_second(text: str, block: Frontmatter) -> Frontmatter:
    """`block` with the further block right behind it, if there is one."""
    fence = fences.opening(text, _skip_blank(text, block.body_start))
    if fence is None or fence.glued.start < fence.glued.end:
        return block
    close = fences.closing(text, fence.after)
    if close is None:
        return block
    kinds = {line.kind for line in fences.looks(text, fence.after, close.dashes.start)}
    second = _block(text, fence) if "key" in kinds and "prose" not in kinds else None
    if second is None or not second.closed:
        return block
    return replace(block, second=second)


def _late(text: str, base: int) -> tuple[Problem, ...]:
    """A block that something stands above: a blank line, a comment, a heading, a code fence."""
    at, coded = _skip_preface(text, base)
    fence = fences.opening(text, at) if at > base else None
    if fence is None or fence.glued.start < fence.glued.end:
        return ()
    close = fences.closing(text, fence.after)
    if close is None or close.glued.start < close.glued.end:
        return ()
    kinds = [line.kind for line in fences.looks(text, fence.after, close.dashes.start)]
    if not kinds or kinds[0] not in ("key", "comment") or "prose" in kinds or "key" not in kinds:
        return ()
    message = (
        "frontmatter must start on line 1; here loaders read it as body. Move it above all else"
    )
    if coded:
        fix, title = _unwrapping(text, base, at, close.after), "Take it out of the code fence"
        return (Problem("frontmatter-late", fence.dashes, message, fix, title if fix else ""),)
    blank = not text[base:at].strip()
    moved = text[fence.dashes.start : close.dashes.end] + _eol(text)
    moving = (Edit(Span.at(base), moved), Edit(Span(fence.dashes.start, close.after), ""))
    fix = (Edit(Span(base, at), ""),) if blank else moving
    title = "Move the frontmatter to line 1"
    # Below a heading it may be a strip of facts between two breaks: a person has to look.
    return (Problem("frontmatter-late", fence.dashes, message, fix, title, blank),)


def _unwrapping(text: str, base: int, at: int, after: int) -> tuple[Edit, ...]:
    """Edits that remove the code fence around the block, or around all of the document."""
    mark = text[base : base + 3]
    start = _skip_blank(text, after)
    if not text.startswith(mark, start):
        start = text.rstrip(" \t\r\n").rfind(mark)
        if start < after or text[start - 1] not in "\r\n" or text.find(mark, after) != start:
            return ()
    line = fences.LINE.match(text, start + 3)
    if line is None or line[1].strip():
        return ()
    return (Edit(Span(base, at), ""), Edit(Span(start, line.end()), ""))


def _skip_blank(text: str, at: int) -> int:
    """The start of the first line at or behind `at` that is not blank."""
    found = _BLANK.match(text, at)
    end = found.end() if found else at
    while end > at and text[end - 1] not in "\r\n":
        end -= 1
    return end


def _skip_preface(text: str, at: int) -> tuple[int, bool]:
    """Behind blank lines, comments and headings from `at`, and whether a code fence is there."""
    if code := _CODE_FENCE.match(text, at):
        return code.end(), True
    while True:
        before = at
        at = _skip_blank(text, at)
        if text.startswith("<!--", at):
            close = text.find("-->", at)
            line = _COMMENT_LINE_END.match(text, close + 3) if close >= 0 else None
            at = line.end() if line else at
        elif heading := _HEADING.match(text, at):
            at = heading.end()
        if at == before:
            return at, False
