"""What stands under a cursor in frontmatter, also while a line is half typed."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from ctxlayer.syntax.nodes import Entry, Frontmatter
from ctxlayer.text import Span

_KEY_TYPED = re.compile(r"[\"']?([\w-]*)\Z")
_VALUE_TYPED = re.compile(r"[^:#\s][^:]*:[ \t]*")
_ITEM_TYPED = re.compile(r"[ \t]*-(?:[ \t]+|\Z)")


class Cursor(NamedTuple):
    """What a completion at the cursor would write.

    `prefix` runs from where that text starts to the cursor. `entry` owns the value or item.
    """

    kind: Literal["key", "value", "item"]
    entry: Entry | None
    prefix: Span


def entry_at(frontmatter: Frontmatter, offset: int) -> Entry | None:
    """The entry whose span holds `offset`; both ends count."""
    for entry in frontmatter.entries:
        if entry.span.holds(offset):
            return entry
    return None


def key_prefix_at(text: str, frontmatter: Frontmatter, offset: int) -> Cursor | None:
    """What is being typed at `offset`; None outside the block and in its comments."""
    if not frontmatter.exists or not _inside(text, frontmatter, offset):
        return None
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    typed = text[start:offset]
    if typed.lstrip(" \t").startswith("#") or " #" in typed:
        return None
    if key := _KEY_TYPED.match(typed):
        return Cursor("key", None, Span(start + key.start(1), offset))
    owner = _owner(frontmatter, offset)
    if item := _ITEM_TYPED.match(typed):
        return Cursor("item", owner, _unquoted(text, start + item.end(), offset))
    found = _VALUE_TYPED.match(typed)
    if found is None:
        if not typed.strip(" \t"):
            return Cursor("item", owner, Span.at(offset)) if owner else None
        begin = start + len(typed) - len(typed.lstrip(" \t"))
        return Cursor("value", owner, Span(begin, offset))
    begin = start + found.end()
    if text.startswith("[", begin) and begin < offset:
        begin = max(text.rfind(",", begin, offset), begin) + 1
        while begin < offset and text[begin] == " ":
            begin += 1
        return Cursor("item", owner, _unquoted(text, begin, offset))
    return Cursor("value", owner, _unquoted(text, begin, offset))


def _inside(text: str, frontmatter: Frontmatter, offset: int) -> bool:
    if offset <= frontmatter.open_span.end:
        return False
    if frontmatter.close_span is not None:
        return offset < frontmatter.close_span.start
    # An open block reaches to the end of the line below its last: that one is being typed.
    return text.count("\n", frontmatter.span.end, offset) <= 1


def _owner(frontmatter: Frontmatter, offset: int) -> Entry | None:
    owner = None
    for entry in frontmatter.entries:
        if entry.span.start > offset:
            break
        owner = entry
    return owner


def _unquoted(text: str, start: int, offset: int) -> Span:
    if start < offset and text[start] in "\"'":
        start += 1
    return Span(min(start, offset), offset)
