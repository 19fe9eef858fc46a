"""What is wrong with one YAML value on one line, what it was meant to say, and how to mend it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from ctxlayer.syntax._yaml_flat import read_inline
from ctxlayer.syntax._yaml_scalars import unquote
from ctxlayer.syntax.nodes import Entry, Node, Scalar, Sequence
from ctxlayer.syntax.problem import Problem
from ctxlayer.syntax.writing import quote, quote_lines
from ctxlayer.text import Edit, Span

KIND = "frontmatter-syntax"

_STARTS = {
    "*": "which YAML reads as an alias",
    "&": "which YAML reads as an anchor",
    "!": "which YAML reads as a tag",
    "@": "which YAML reserves",
    "`": "which YAML reserves",
    "%": "which YAML keeps for directives",
    "|": "which YAML reads as the start of a text block",
    ">": "which YAML reads as the start of a text block",
    "{": "which YAML reads as a mapping",
    "[": "which YAML reads as a list",
    "}": "which closes a mapping in YAML",
    "]": "which closes a list in YAML",
    ",": "which separates items in YAML",
    "-": "which YAML reads as a list item",
    "?": "which YAML reads as a key",
    ":": "which YAML reads as a key's end",
}
_QUOTED = re.compile(r""""[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"|'[^'\r\n]*(?:''[^'\r\n]*)*'""")
_SEPARATOR = re.compile(r"[ \t]*,[ \t]*|[ \t]+")
_WRONG_ESCAPE = re.compile(
    r"\\(?![0abt\tnvfre \"\\/N_LP]|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U000[\da-fA-F]{5})"
)
_COLON = re.compile(r":(?=[ \t\r\n]|\Z)")
_LAST_WORD = re.compile(r"([ \t]+)([A-Za-z_][\w-]*)\Z")
_LONE_KEYS = frozenset(
    "source created last-verified last_verified verified-by verified_by status tracks superseded-by"
    " superseded_by hot-memory description globs alwaysApply paths applyTo name title justification"
    " allowed-tools argument-hint disable-model-invocation user-invocable model tools".split()
)
_PROSE_KEYS = frozenset("description title justification hot-memory argument-hint".split())
_MAX_JOINED = 8


class Fault(NamedTuple):
    """A broken value: its problems, the value as meant, and keys found further on in its line."""

    problems: tuple[Problem, ...]
    node: Node
    more: tuple[Entry, ...] = ()


def raw_scalar(text: str, span: Span) -> Scalar:
    """The source in `span` as a plain text."""
    source = span.of(text)
    return Scalar(span, source, "plain", source)


def quoting(text: str, span: Span, at: Span, message: str, content: str | None = None) -> Problem:
    """A problem at `at` that quoting all of `span` mends."""
    new = quote_lines(span.of(text)) if content is None else quote(content)
    return Problem(KIND, at, message, (Edit(span, new),), "Quote the value", True)


def diagnose_value(
    text: str, at: int, eol: int, name: str, eol_text: str, depth: int = 0
) -> Fault | None:
    """The fault of the value in `text[at:eol]`, called `name` in messages: "the value of `key`".

    None where one line alone shows none. `eol_text` is what the document ends its lines with.
    `depth` counts the keys that were found joined on this line so far.
    """
    while eol > at and text[eol - 1] in " \t":
        eol -= 1
    first = text[at : at + 1]
    if not first or first == "#":
        return None
    if first in "\"'":
        return _diagnose_quoted(text, at, eol, name)
    span = Span(at, _before_comment(text, at, eol))
    raw = span.of(text)
    if raw.startswith(("{{", "<%")):
        return _placeholder(text, span, name)
    if first == "[":
        return _diagnose_list(text, span, name, eol_text)
    if first in "-?:" and raw[1:2] not in ("", " ", "\t"):
        return _diagnose_colon(text, span, name, eol_text, depth)
    if first in _STARTS:
        shown = "a backtick" if first == "`" else f"`{first}`"
        message = f"{name} starts with {shown}, {_STARTS[first]}; quote it"
        return Fault((quoting(text, span, span, message),), raw_scalar(text, span))
    return _diagnose_colon(text, span, name, eol_text, depth)


def _key_of(name: str) -> str:
    return name.split("`")[1] if "`" in name else ""


def _before_comment(text: str, at: int, eol: int) -> int:
    found = text.find(" #", at, eol)
    end = eol if found < 0 else found
    while end > at + 1 and text[end - 1] in " \t":
        end -= 1
    return end


def _placeholder(text: str, span: Span, name: str) -> Fault:
    message = f"{name} is an unfilled placeholder; fill it in, or quote it"
    # Quoting hides that nobody filled it in, so it is not for a machine to do.
    problem = replace(quoting(text, span, span, message), safe=False)
    return Fault((problem,), raw_scalar(text, span))


def _diagnose_quoted(text: str, at: int, eol: int, name: str) -> Fault | None:
    found = _QUOTED.match(text, at, eol)
    mark = text[at]
    if found is None:
        span = Span(at, eol)
        message = f"{name} opens with {mark} and nothing closes it; add {mark} at its end"
        close = (Edit(Span.at(eol), mark),)
        problem = Problem(KIND, span, message, close, "Close the quote", True)
        return Fault((problem,), _inside(text, span, mark, closed=False))
    end = found.end()
    surplus_end = _before_comment(text, end, eol) if end < eol else end
    surplus = text[end:surplus_end].strip()
    if surplus and not surplus.startswith("#"):
        whole = Span(at, surplus_end)
        return _several_quoted(text, whole, name) or _after_quoted(text, whole, end, name)
    if unquote(found[0]) is None:
        return _wrong_escape(text, Span(at, end), name)
    return None


def _inside(text: str, span: Span, mark: str, closed: bool) -> Scalar:
    source = text[span.start + 1 : span.end - closed]
    return Scalar(span, source, "single" if mark == "'" else "double", source)


def _several_quoted(text: str, span: Span, name: str) -> Fault | None:
    """`'a', 'b'`: meant as a list, and read by most runtimes as comma-separated text."""
    items: list[Node] = []
    at = span.start
    while True:
        found = _QUOTED.match(text, at, span.end)
        inner = unquote(found[0]) if found else None
        if found is None or inner is None:
            return None
        items.append(
            Scalar(Span(*found.span()), inner, "single" if found[0][0] == "'" else "double", inner)
        )
        if found.end() == span.end:
            break
        separator = _SEPARATOR.match(text, found.end(), span.end)
        if separator is None:
            return None
        at = separator.end()
    joined = ",".join(item.text for item in items if isinstance(item, Scalar))
    message = f"{name} is {len(items)} quoted texts on one line; put one pair of quotes around all"
    problem = quoting(text, span, span, message, joined)
    return Fault((problem,), Sequence(span, tuple(items), True))


def _after_quoted(text: str, whole: Span, end: int, name: str) -> Fault:
    begin = end
    while text[begin] in " \t":
        begin += 1
    mark = text[whole.start]
    source = whole.of(text)
    wrapped = len(source) > 1 and source[-1] == mark
    content = source[1:-1] if wrapped else source
    surplus = Span(begin, whole.end)
    message = f"text follows the closing {mark} of {name}; put all of the value in quotes"
    problem = quoting(text, whole, surplus, message, content)
    node = Scalar(whole, content, "plain", content) if wrapped else raw_scalar(text, whole)
    return Fault((problem,), node)


def _wrong_escape(text: str, span: Span, name: str) -> Fault:
    wrong = _WRONG_ESCAPE.search(text, span.start, span.end)
    start = wrong.start() if wrong else span.start
    at = Span(start, min(start + 2, span.end - 1))
    inner = text[span.start + 1 : span.end - 1]
    message = f"`{at.of(text)}` in {name} is no escape that YAML knows; use single quotes"
    problem = quoting(text, span, at, message, inner.replace('\\"', '"'))
    return Fault((problem,), _inside(text, span, '"', closed=True))


def _diagnose_colon(text: str, span: Span, name: str, eol_text: str, depth: int) -> Fault | None:
    colon = _COLON.search(text, span.start, span.end)
    if colon is None:
        return None
    if depth < _MAX_JOINED:
        joined = _diagnose_joined(text, span, name, eol_text, colon, depth)
        if joined is not None:
            return joined
    place = Span(*colon.span())
    message = f"{name} holds a second colon, which YAML reads as another key; quote the value"
    return Fault((quoting(text, span, place, message),), raw_scalar(text, span))


def _diagnose_joined(
    text: str, span: Span, name: str, eol_text: str, colon: re.Match[str], depth: int
) -> Fault | None:
    """`status: confirmed verified-by: developer`: a line end got lost between two keys."""
    word = _LAST_WORD.search(text[span.start : colon.start()])
    if word is None:
        return None
    head = Span(span.start, span.start + word.start())
    key = word[2]
    if " " in head.of(text) or not _is_lost_key(key, _key_of(name)):
        return None
    key_span = Span(span.start + word.start(2), colon.start())
    begin = colon.end()
    while begin < span.end and text[begin] in " \t":
        begin += 1
    rest = Span(begin, span.end)
    inner = diagnose_value(text, *rest, f"the value of `{key}`", eol_text, depth + 1)
    edits = [Edit(Span(head.end, key_span.start), eol_text)]
    edits += inner.problems[0].fix if inner else ()
    value = inner.node if inner else _rest_value(text, rest)
    end = max(colon.end(), value.span.end)
    entry = Entry(key, key_span, value, Span(key_span.start, end), True)
    message = f"`{key}` stands on the line of `{_key_of(name)}`; give it a line of its own"
    problem = Problem(KIND, key_span, message, tuple(edits), "Split the line")
    return Fault((problem,), raw_scalar(text, head), (entry, *(inner.more if inner else ())))


def _is_lost_key(word: str, key: str) -> bool:
    """Whether `word` and a colon in the value of `key` are a key rather than prose."""
    if word not in _LONE_KEYS or word == key:
        return False
    return key not in _PROSE_KEYS or word == "globs" or not (word.isalpha() and word.islower())


def _rest_value(text: str, rest: Span) -> Node:
    if rest.start >= rest.end:
        return Scalar(Span.at(rest.start), "", "empty", None)
    return read_inline(text, *rest) or raw_scalar(text, rest)


def _diagnose_list(text: str, span: Span, name: str, eol_text: str) -> Fault | None:
    end, pieces = _split_list(text, span)
    if end is not None and text[end : span.end].strip():
        message = f"{name} starts as a YAML list and text follows the `]`; quote all of it"
        return Fault((quoting(text, span, span, message),), raw_scalar(text, span))
    problems: list[Problem] = []
    items: list[Node] = []
    for piece in pieces:
        fault = _diagnose_item(text, piece, name, eol_text)
        problems += fault.problems if fault else ()
        node = fault.node if fault else read_inline(text, piece.start, piece.end)
        items.append(node or raw_scalar(text, piece))
    if end is None:
        message = f"{name} is a list that is never closed; add `]` at its end"
        close = (Edit(Span.at(span.end), "]"),)
        problems = [Problem(KIND, span, message, close, "Close the list")]
    return Fault(tuple(problems), Sequence(span, tuple(items), True)) if problems else None


def _diagnose_item(text: str, piece: Span, name: str, eol_text: str) -> Fault | None:
    item = piece.of(text)
    # A list in a list is looked at from outside only: depth costs a level of recursion each.
    if item[0] in "[{":
        closed = item[-1] in "]}"
        return None if closed else _placed(text, piece, name)
    fault = diagnose_value(text, piece.start, piece.end, f"an item of `{_key_of(name)}`", eol_text)
    if fault is not None:
        return fault
    if item[0] not in "\"'" and any(char in item for char in "[]{}"):
        message = f"{name} holds brackets, which YAML reads as a list or mapping; quote it"
        return Fault((quoting(text, piece, piece, message),), raw_scalar(text, piece))
    return None


def _placed(text: str, piece: Span, name: str) -> Fault:
    first = text[piece.start]
    message = f"{name} starts with `{first}`, {_STARTS[first]}; quote it"
    return Fault((quoting(text, piece, piece, message),), raw_scalar(text, piece))


def _split_list(text: str, span: Span) -> tuple[int | None, list[Span]]:
    """Behind the `]` that closes the `[` at the start of `span`, and the items between."""
    pieces: list[Span] = []
    depth, at = 0, span.start
    begin = at + 1
    while at < span.end:
        char = text[at]
        if char in "\"'" and not text[begin:at].strip():
            quoted = _QUOTED.match(text, at, span.end)
            at = quoted.end() if quoted else at + 1
            continue
        if char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
        if depth == 0 or (depth == 1 and char == ","):
            _add_piece(text, begin, at, pieces)
            begin = at + 1
        at += 1
        if depth == 0:
            return at, pieces
    _add_piece(text, begin, span.end, pieces)
    return None, pieces


def _add_piece(text: str, start: int, end: int, pieces: list[Span]) -> None:
    while start < end and text[start] in " \t":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    if start < end:
        pieces.append(Span(start, end))
