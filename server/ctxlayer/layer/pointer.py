"""File pointers of a trigger table: how they are written, and where they may lead.

Pieces of text become `Pointer`s with exact spans; nothing here knows which files exist.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Literal, NamedTuple

from ctxlayer.text import Span

MAX_PIECES = 4096
"""Separators read of one cell or list item: more is no table, and must not cost more."""

Form = Literal["bare", "path", "link", "url", "sibling", "glob", "folder", "agent"]


class Pointer(NamedTuple):
    """One file pointer; spans count from the topic's start.

    `path` is the target as written, without anchor and line range (`repo:path` for a sibling).
    `form` says what the target is; `label` is not None where it is written as a Markdown link
    (`[label](path)`, then relative to the table's own folder). `anchor` has no `#`; `lines` is
    one-based and inclusive, as written, its span without the colon. `group` counts into the
    topic's groups. Absent parts are None.
    """

    span: Span
    path: str
    path_span: Span
    form: Form
    anchor: str | None = None
    anchor_span: Span | None = None
    lines: tuple[int, int] | None = None
    lines_span: Span | None = None
    annotation: str | None = None
    annotation_span: Span | None = None
    label: str | None = None
    label_span: Span | None = None
    group: int = 0


_LINK = (
    r"!?\[(?P<label>[^\[\]\n]*)\]\([ \t]*"
    r"(?:<(?P<angled>[^<>\n]*)>|(?P<plain>[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*))"
    r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'))?[ \t]*\)"
)
_AUTOLINK = r"<(?P<auto>[A-Za-z][A-Za-z0-9+.-]+:[^<>\s]*)>"
_CODE = r"`(?P<code>[^`\n]+)`"
_WRAPPED = re.compile(rf"{_LINK}|{_AUTOLINK}|{_CODE}")
_UNFINISHED = re.compile(
    r"!?\[(?P<label>[^\[\]\n]*)\]\(<?(?P<plain>[^\s()<>]*)\Z|`(?P<code>[^`\n]*)\Z"
)

_ATOM = re.sub(r"\?P<\w+>", "?:", rf"{_LINK}|{_AUTOLINK}|{_CODE}")
_BREAK = r"<[bB][rR][ \t]*/?>"
_DOTS = re.compile(rf"{_ATOM}|(?P<cut>(?<!\S)·(?!\S))")
# All of them first, then the ones that prose seldom holds, for lists with notes in between.
_CUTS = tuple(re.compile(rf"{_ATOM}|(?P<cut>{cut})") for cut in (rf"[,;]|{_BREAK}", _BREAK, ";"))

_BULLET = re.compile(r"(?:[-*+•]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?|\[[ xX]\][ \t]+")
_DASH = r"(?:—|–|--|-)"
_NOTE = re.compile(rf"\s{_DASH}(?!\S)|:(?!\S)")
_NOTE_AFTER = re.compile(rf"\s*(?:{_DASH}(?!\S)|:(?!\S)|—)?\s*")
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}\Z")
_LINE_RANGE = r"[lL]?([0-9]{1,9})(?:-[lL]?([0-9]{1,9}))?"
_LINE_ANCHOR = re.compile(r"[lL]([0-9]{1,9})(?:-[lL]?([0-9]{1,9}))?")
_LINES_AT_END = re.compile(rf":{_LINE_RANGE}\Z")
_LINES_AFTER = re.compile(rf":{_LINE_RANGE}(?!\S)")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|(?:mailto|tel|data|javascript|urn):|www\.", re.I)
_SIBLING = re.compile(r"(?P<repo>\w[\w.-]+):(?P<path>.*)", re.DOTALL)
_GLOB = re.compile(r"\*|\{[^{}]*,[^{}]*\}")
BOLD = re.compile(r"\*\*[^\W_]")
"""How `**bold words**` begin, and no glob does."""
_DRIVE = re.compile(r"[A-Za-z]:(?:[\\/]|\Z)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


class _Target(NamedTuple):
    """A target taken apart; spans as in `Pointer`."""

    path: Span
    anchor: Span | None = None
    lines: tuple[int, int] | None = None
    lines_span: Span | None = None


def read_pointers(text: str, start: int, end: int, group: int = 0) -> list[Pointer]:
    """All pointers in `text[start:end]`, the content of a cell or of one list item.

    Where ` · ` occurs it alone separates; else commas, semicolons and `<br>` do, if every piece
    then looks like a path. Separators inside links and code spans are text.
    """
    pieces = _split(text[start:end])
    found = (
        read_pointer(text, start + head, start + tail, group)
        for head, tail in pieces
        if text[start + head : start + tail].strip(" \t-–—")
    )
    return [pointer for pointer in found if pointer is not None]


def read_pointer(text: str, start: int, end: int, group: int = 0) -> Pointer | None:
    """The pointer written in `text[start:end]`, however unfinished; None if that is blank."""
    start, end = trim(text, start, end)
    if bullet := _BULLET.match(text, start, end):
        start = bullet.end()
    if start >= end:
        return None
    span = Span(start, end)
    inner = _inside_bold(text, span)
    match = _WRAPPED.match(text, *inner) or _UNFINISHED.match(text, *inner)
    if match is not None:
        label = Span(*match.span("label")) if match.start("label") >= 0 else None
        target = _take_apart(text, Span(*match.span(match.lastgroup or 0)), label is not None)
        tail = match.end()
        if target.lines is None and (lines := _LINES_AFTER.match(text, tail, end)):
            target = target._replace(lines=_range(lines), lines_span=_after_colon(lines))
            tail = lines.end()
        note = _note_from(text, max(tail, inner.end + 2) if inner != span else tail, end)
        return _build(text, span, target, note, label, group)
    if inner != span:
        return _build(
            text,
            span,
            _take_apart(text, inner, False),
            _note_from(text, inner.end + 2, end),
            None,
            group,
        )
    head, tail = _head_and_note(text[start:end])
    target = _take_apart(text, Span(start, start + head), False)
    note = Span(*trim(text, start + tail, end))
    return _build(text, span, target, note, None, group)


def _build(
    text: str, span: Span, target: _Target, note: Span, label: Span | None, group: int
) -> Pointer:
    path = target.path.of(text)
    noted = note.start < note.end
    return Pointer(
        span,
        path,
        target.path,
        _form(path, label is not None),
        None if target.anchor is None else target.anchor.of(text),
        target.anchor,
        target.lines,
        target.lines_span,
        note.of(text) if noted else None,
        note if noted else None,
        None if label is None else label.of(text),
        label,
        group,
    )


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """`start` and `end` without the blanks between them and the text inside."""
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return start, start
    start += len(piece) - len(piece.lstrip())
    return start, start + len(stripped)


def _inside_bold(text: str, span: Span) -> Span:
    """What `**...**` at the start holds, if that is a target; `**/*.md` is a glob."""
    mark = text[span.start : span.start + 2]
    if mark not in ("**", "__"):
        return span
    start = span.start + 2
    close = text.find(mark, start, span.end)
    if close <= start or text[start] in "/*" or not looks_like_path(text[start:close]):
        return span
    return Span(start, close)


def _note_from(text: str, at: int, end: int) -> Span:
    """The annotation that follows a finished target at `at`; its separator is optional."""
    note = _NOTE_AFTER.match(text, at, end)
    return Span(*trim(text, note.end() if note else at, end))


def _head_and_note(piece: str) -> tuple[int, int]:
    """(end of the target, start of the annotation) of a bare piece without outer blanks."""
    note = _NOTE.search(piece)
    if note is not None:
        if note.end() < len(piece) or note[0] != ":" or _EXTENSION.search(piece[:-1]):
            return len(piece[: note.start()].rstrip()), note.end()
        # `repo:` at the very end: a sibling whose path is still to come.
        return len(piece), len(piece)
    words = piece.split()
    if len(words) > 1 and looks_like_path(words[0]) and not looks_like_path(words[-1]):
        return len(words[0]), len(words[0])
    return len(piece), len(piece)


def _take_apart(text: str, span: Span, is_link: bool) -> _Target:
    """Path, anchor and line range of the target at `span`."""
    whole = span.of(text)
    if _URL.match(whole):
        return _Target(span)
    mark = whole.find("#")
    if mark >= 0 and (is_link or mark == 0 or _names_a_file(whole[:mark])):
        at = Span(span.start + mark + 1, span.end)
        path = Span(span.start, span.start + mark)
        lines = _LINE_ANCHOR.fullmatch(whole, mark + 1)
        return _Target(path, None, _range(lines), at) if lines else _Target(path, at)
    found = _LINES_AT_END.search(whole, max(0, len(whole) - 24))
    if found is None or not found.start():
        return _Target(span)
    at = _after_colon(found).shift(span.start)
    return _Target(Span(span.start, at.start - 1), None, _range(found), at)


def _range(match: re.Match[str]) -> tuple[int, int]:
    return int(match[1]), int(match[2] or match[1])


def _after_colon(match: re.Match[str]) -> Span:
    return Span(match.start() + 1, match.end())


def _names_a_file(path: str) -> bool:
    return "/" in path or "*" in path or _EXTENSION.search(path) is not None


def _form(path: str, is_link: bool) -> Form:
    if _URL.match(path):
        return "url"
    if sibling_parts(path) is not None:
        return "sibling"
    if (_GLOB.search(path) and not BOLD.match(path)) or (not is_link and "?" in path):
        return "glob"
    if path.endswith("/"):
        return "folder"
    if is_link:
        return "link"
    return "path" if "/" in path or _DRIVE.match(path) else "bare"


def sibling_parts(path: str) -> tuple[str, str] | None:
    """(repository, path in it) of a `repo:path`; None for anything else, drives and URLs too."""
    match = _SIBLING.match(path)
    if match is None or _URL.match(path):
        return None
    return match["repo"], match["path"]


def looks_like_path(piece: str) -> bool:
    """Whether `piece` is a target by its looks: no blanks, and a slash, star, suffix or scheme."""
    piece = piece.strip()
    if _WRAPPED.fullmatch(piece):
        return piece[0] != "`" or looks_like_path(piece[1:-1])
    if BOLD.match(piece):
        piece = piece[2:].partition("**")[0]
    if len(piece.split(None, 1)) != 1:
        return False
    if piece.count("{") != piece.count("}"):
        return False
    if _URL.match(piece):
        return True
    target = _take_apart(piece, Span(0, len(piece)), False).path.of(piece)
    return (_names_a_file(target) and target.strip("/.") != "") or sibling_parts(target) is not None


def _split(piece: str) -> list[tuple[int, int]]:
    """Where the pieces of a list of pointers are."""
    if "·" in piece:
        dotted = _cut(piece, _DOTS)
        if len(dotted) > 1:
            return dotted
    if "," in piece or ";" in piece or "<" in piece:
        for pattern in _CUTS:
            pieces = _cut(piece, pattern)
            if len(pieces) > 1 and _all_paths(piece, pieces, notes_anywhere=pattern is _CUTS[1]):
                return pieces
    return [(0, len(piece))]


def _cut(piece: str, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """The parts of `piece` between the `cut`s of `pattern`."""
    out, at = [], 0
    cuts = (match for match in pattern.finditer(piece) if match.lastgroup)
    for match in islice(cuts, MAX_PIECES):
        out.append((at, match.start()))
        at = match.end()
    out.append((at, len(piece)))
    return out


def _all_paths(piece: str, pieces: list[tuple[int, int]], *, notes_anywhere: bool) -> bool:
    """Whether a separator found real pieces: each one a path.

    A comma may be part of an annotation, so a piece may carry one only if it is the last, or if
    each of them does. A `<br>` never is.
    """
    noted = []
    for start, end in pieces:
        text = piece[start:end].strip()
        if not text:
            continue
        if bullet := _BULLET.match(text):
            text = text[bullet.end() :]
        head = _WRAPPED.match(text)
        note = _NOTE.search(text, head.end() if head else 0)
        if not looks_like_path(text[: note.start()] if note else text):
            return False
        noted.append(note is not None)
    return notes_anywhere or not any(noted[:-1]) or all(noted)


def pointer_targets(pointer: Pointer, table_path: str, topic_name: str) -> tuple[str, ...]:
    """Paths from the layer root that `pointer` may mean, likeliest first, without `.` and `..`.

    `table_path` is the table's own path from the layer root. A path that leaves the layer stays in
    the answer as `../...` (or absolute, as written): ask `leaves_layer`. Globs stay globs. Empty
    for URLs, siblings and pointers without a path.
    """
    path = pointer.path
    if pointer.form in ("url", "sibling", "agent"):
        return ()
    if not path:
        return (table_path,) if pointer.anchor and pointer.label is not None else ()
    if pointer.label is not None:
        bases = [table_path.rpartition("/")[0]]
        spellings = [_decode(path), path]
    elif path.startswith("./") and "/" not in path[2:]:
        bases, spellings = ["", f"knowledge/{topic_name}"], [path]
    elif "/" in path.rstrip("/"):
        bases, spellings = [""], [path]
    elif path.strip("/"):
        # A name is one of the topic's own files; `name/` may also be a folder of the root.
        bases = (
            ["", f"knowledge/{topic_name}"] if path.endswith("/") else [f"knowledge/{topic_name}"]
        )
        spellings = [path]
    else:
        return ()
    if "\\" in path and not _DRIVE.match(path):
        spellings.append(_ESCAPE.sub(r"\1", path))
    return tuple(dict.fromkeys(_join(base, spelling) for spelling in spellings for base in bases))


def beside_table(pointer: Pointer, table_path: str) -> str | None:
    """What a path that is no link would name from the table's own folder, where links begin.

    Asked last, and only for files that exist. None for links, rooted paths and whatever is no path.
    """
    path = pointer.path
    if (
        pointer.label is not None
        or pointer.form in ("url", "sibling", "agent")
        or not path.strip("/")
    ):
        return None
    return None if path.startswith("/") else _join(table_path.rpartition("/")[0], path)


def leaves_layer(target: str) -> bool:
    """Whether an answer of `pointer_targets` lies outside the layer root."""
    return target.startswith(("../", "~")) or target == ".." or _DRIVE.match(target) is not None


def _decode(path: str) -> str:
    if "%" not in path:
        return path
    from urllib.parse import unquote

    return unquote(path)


def _join(base: str, path: str) -> str:
    """`base/path` without `.`, `..` and doubled slashes; a leading slash means the root."""
    if path.startswith("~") or _DRIVE.match(path):
        return path
    parts: list[str] = [] if path.startswith("/") else base.split("/")
    out: list[str] = []
    for part in (*parts, *path.split("/")):
        if part == ".." and out and out[-1] != "..":
            out.pop()
        elif part not in ("", "."):
            out.append(part)
    return "/".join(out) or "."
