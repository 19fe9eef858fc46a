"""Flat YAML, which nearly all frontmatter is, read line by line without PyYAML.

Flat means: `key: scalar`, lists of scalars on one line or one item a line, comments, blank
lines. Whatever else occurs makes `read_flat` decline, so that it never has to guess.
"""

from __future__ import annotations

import re

from ctxlayer.syntax._yaml_scalars import resolve, unquote
from ctxlayer.syntax.nodes import Entry, Node, Scalar, Sequence
from ctxlayer.text import Span

# Written as what is odd, not as what is allowed: that class takes 5 ms to compile.
_ODD = re.compile(
    "[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)
_KEY = re.compile(
    r"""(?:([^\W\d][\w-]{0,199})|"([^"\\\r\n]{0,199})"|'([^'\r\n]{0,199})'):(?:\ +|(?=[\r\n])|\Z)"""
)
_SKIP = re.compile(r" *(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_ITEM = re.compile(r"( *)- +(?=[^ \r\n])")
_REST = re.compile(r"[^\r\n]*")
_QUOTED = re.compile(r""""[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"|'[^'\r\n]*(?:''[^'\r\n]*)*'""")
_TAIL = re.compile(r"(?: *| +#[^\r\n]*)(?=[\r\n]|\Z)")
_FLOW_PLAIN = re.compile(r"""(?:[^\s,\[\]{}"'#&*!|>%@`:?<-]|-(?=[^\s,\[\]]))[^,\[\]{}:#?\r\n]*""")
_FLOW_SEP = re.compile(r" *(?:, *(\])?|(\]))")
MAX_ENTRIES = 20_000
_NEVER_PLAIN = frozenset("{}]&*!|>%@`,#")


def read_flat(text: str, start: int, end: int) -> tuple[Entry, ...] | None:
    """The entries of the block `text[start:end]`, or None if it is not flat."""
    if _ODD.search(text, start, end):
        return None
    entries: list[Entry] = []
    at = start
    while at < end:
        first = text[at]
        if first == "\n" or first == "\r":
            at += 1
            continue
        if first in " #-":
            if blank := _SKIP.match(text, at, end):
                at = blank.end()
                continue
            listed = _read_list(text, at, end) if entries else None
            if listed is None or not _takes_list(entries[-1]):
                return None
            value, at = listed
            key = entries[-1]
            entries[-1] = key._replace(value=value, span=Span(key.span.start, value.span.end))
            continue
        entry = _read_entry(text, at, end)
        if entry is None or len(entries) == MAX_ENTRIES:
            return None
        entries.append(entry[0])
        at = entry[1]
    return tuple(entries)


def _takes_list(entry: Entry) -> bool:
    return isinstance(entry.value, Scalar) and entry.value.style == "empty"


def _read_entry(text: str, at: int, end: int) -> tuple[Entry, int] | None:
    """The entry whose key starts at `at`, and where its line ends."""
    found = _KEY.match(text, at, end)
    if found is None:
        return None
    which = found.lastindex or 1
    key_end = found.end(which) + (which > 1)
    begin = found.end()
    eol = _end_of_line(text, begin, end)
    if begin == eol or text[begin] == "#":
        place = Span.at(min(key_end + 2, begin))
        value: Node | None = Scalar(place, "", "empty", None)
        begin = place.end
    else:
        value = read_inline(text, begin, eol)
        if value is None:
            return None
        begin = value[0].end
    assert value is not None
    key_span = Span(at, key_end)
    return Entry(found[which], key_span, value, Span(at, begin), False), eol


def _end_of_line(text: str, at: int, end: int) -> int:
    found = _REST.match(text, at, end)
    return found.end() if found else at


def _read_list(text: str, at: int, end: int) -> tuple[Sequence, int] | None:
    """A list of scalars, one item a line, from the line start `at`; where its last line ends."""
    items: list[Node] = []
    indent, start, last = -1, at, at
    while at < end:
        if text[at] in "\r\n":
            at += 1
            continue
        if blank := _SKIP.match(text, at, end):
            at = blank.end()
            continue
        found = _ITEM.match(text, at, end)
        if found is None:
            if text[at] in " -":
                return None
            break
        if indent < 0:
            indent, start = found.end(1) - at, found.end(1)
        elif found.end(1) - at != indent:
            return None
        last = _end_of_line(text, found.end(), end)
        item = read_inline(text, found.end(), last)
        if not isinstance(item, Scalar) or len(items) == MAX_ENTRIES:
            return None
        items.append(item)
        at = last
    return (Sequence(Span(start, items[-1].span.end), tuple(items), False), last) if items else None


def read_inline(text: str, at: int, eol: int) -> Scalar | Sequence | None:
    """The scalar or one-line list that fills `text[at:eol]` up to a comment; None if neither."""
    first = text[at]
    if first == '"' or first == "'":
        quoted = _read_quoted(text, at, eol)
        return quoted if quoted and _TAIL.match(text, quoted.span.end, eol) else None
    if first == "[":
        return _read_flow(text, at, eol)
    return read_plain(text, at, eol)


def read_plain(text: str, at: int, eol: int) -> Scalar | None:
    """The plain scalar at `at` up to a comment or `eol`; None where YAML sees something else."""
    first = text[at]
    if first in _NEVER_PLAIN or (first in "-?:" and text[at + 1 : at + 2] in ("", " ", "\r", "\n")):
        return None
    raw = text[at:eol]
    if " #" in raw:
        raw = raw[: raw.index(" #")]
    raw = raw.rstrip(" ")
    # `<%` is valid YAML, but an unfilled placeholder: the diagnosis has a word to say.
    if ": " in raw or raw[-1] == ":" or raw.startswith("<%"):
        return None
    return Scalar(Span(at, at + len(raw)), raw, "plain", resolve(raw))


def _read_quoted(text: str, at: int, eol: int) -> Scalar | None:
    found = _QUOTED.match(text, at, eol)
    inner = unquote(found[0]) if found else None
    if found is None or inner is None:
        return None
    return Scalar(Span(at, found.end()), inner, "double" if text[at] == '"' else "single", inner)


def _read_flow(text: str, at: int, eol: int) -> Sequence | None:
    """`[a, "b"]`: scalars only, on one line."""
    items: list[Node] = []
    here = at + 1
    while here < eol and text[here] == " ":
        here += 1
    closed = text[here : here + 1] == "]"
    end = here + 1
    while not closed:
        item = _read_flow_item(text, here, eol)
        separator = _FLOW_SEP.match(text, item.span.end, eol) if item else None
        if item is None or separator is None:
            return None
        items.append(item)
        here = end = separator.end()
        closed = separator.lastindex is not None
    if not _TAIL.match(text, end, eol):
        return None
    return Sequence(Span(at, end), tuple(items), True)


def _read_flow_item(text: str, at: int, eol: int) -> Scalar | None:
    if text[at : at + 1] in ("", '"', "'"):
        return _read_quoted(text, at, eol)
    found = _FLOW_PLAIN.match(text, at, eol)
    if found is None:
        return None
    raw = found[0].rstrip(" ")
    return Scalar(Span(at, at + len(raw)), raw, "plain", resolve(raw))
