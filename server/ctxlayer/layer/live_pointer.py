"""Live pointers: `<adapter> <object>[, read-only]`, several of them separated by ` · `."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from ctxlayer.layer.pointer import MAX_PIECES
from ctxlayer.text import Span

_ABSENT = frozenset(
    (
        "",
        "-",
        "--",
        "---",
        "—",
        "–",
        "none",
        "n/a",
        "na",
        "nil",
        "null",
        "tbd",
        "todo",
        "?",
        "…",
        "...",
    )
)
_YET = re.compile(r"\s+(?:yet|so far|for now)\Z")
_CODE = r"`[^`\n]*`"
_DOTS = re.compile(rf"{_CODE}|(?P<cut>(?<!\S)·(?!\S))")
_OTHERS = re.compile(rf"{_CODE}|(?P<cut>;|<[bB][rR][ \t]*/?>)")
_READ_ONLY = re.compile(r"(?P<mark>read[-_ ]?only)(?P<close>\s*\))?\s*\Z", re.IGNORECASE)
_BEFORE_READ_ONLY = re.compile(r"(?:,\s*|\s+)\(?\Z")
_MARK_FAULT = "the mark is written `, read-only`"
_AFTER_OBJECT = "only `, read-only` may follow the object, then ` · ` and the next live pointer"
_ADAPTER_NAME = re.compile(r"\w[\w.-]*")
_PLACEHOLDER = re.compile(r"<[^<>]*>")
MAX_ABSENT = 200
"""Characters of a cell that could say that there is nothing."""

# What people write for the mark, at the end of one live pointer and between two of them.
_MARK = r"(?:read[-_ ]?only|r/o|ro)"
_ENDING = re.compile(rf"[\s,;—–-]*[(\[]?\s*\b{_MARK}(?:\s*[)\]])?[\s.,;]*\Z", re.IGNORECASE)
_LONGEST_ENDING = 64
_BETWEEN = re.compile(r"(?<=read-only)\s*,\s*(?=[\w`])", re.IGNORECASE)
_PROSE = frozenset(
    "ask see use check look run query call the a an in on via from select with show describe".split()
)
"""First words of sentences and queries; what follows them is no object, however it is quoted."""
_JOINT = re.compile(r"(\w[\w-]*)(?:\s*(?:→|->|=>|—|:|,)\s*|[/:])(?=[\w`])")


class LivePointer(NamedTuple):
    """One live pointer; spans count from the topic's start.

    `object` is the text inside its code span, if it has one. `reason` says why it is not
    `well_formed`; the other fields then hold whatever could be read ("" with an empty span).
    """

    span: Span
    adapter: str
    adapter_span: Span
    object: str
    object_span: Span
    read_only: bool
    well_formed: bool
    reason: str = ""


def is_absent(text: str) -> bool:
    """Whether a cell says that there is nothing: empty, a dash, `none yet`, `n/a`, `TBD`."""
    if len(text) > MAX_ABSENT:
        return not text.strip()
    word = text.strip(" \t\r\n`*_").casefold()
    return _YET.sub("", word.strip("().")) in _ABSENT or word in _ABSENT


def read_live_pointers(text: str, start: int, end: int) -> list[LivePointer]:
    """The live pointers of `text[start:end]`; none where that says that there are none."""
    piece = text[start:end]
    if is_absent(piece):
        return []
    cuts = _cuts(_DOTS, piece) or _cuts(_OTHERS, piece)
    found, at = [], 0
    for head, tail in (*cuts, (len(piece), len(piece))):
        one = piece[at:head]
        if not is_absent(one):
            lead = len(one) - len(one.lstrip())
            found.append(_read(one.strip(), start + at + lead))
        at = tail
    return found


def _cuts(pattern: re.Pattern[str], piece: str) -> list[tuple[int, int]]:
    found = (cut.span() for cut in pattern.finditer(piece) if cut.lastgroup)
    return list(islice(found, MAX_PIECES))


def _read(piece: str, base: int) -> LivePointer:
    """One live pointer; `piece` has no outer blanks and starts at `base`."""
    flat = piece.replace("`", " ")
    if "**" in flat and "`" not in piece:
        flat = flat.replace("**", "  ")
    marked, body_end, mark_fault = _read_only(flat)
    adapter = _word(flat, 0, body_end)
    name = adapter.of(piece).rstrip(":,")
    adapter = Span(adapter.start, adapter.start + len(name))
    start, end = _trimmed(flat, adapter.end, body_end)
    if flat[start : start + 1] in (":", ","):
        start, end = _trimmed(flat, start + 1, end)
    target = Span(start, start + len(flat[start:end].rstrip(", ")))
    reason = _fault(piece, name, adapter, target) or mark_fault
    if not reason and "," in flat[target.end : body_end]:
        reason = _AFTER_OBJECT
    return LivePointer(
        Span(base, base + len(piece)),
        name,
        adapter.shift(base),
        target.of(piece),
        target.shift(base),
        marked,
        not reason,
        reason,
    )


def _read_only(flat: str) -> tuple[bool, int, str]:
    """(marked read-only, end of what stands before the mark, what is wrong with the mark)."""
    mark = _READ_ONLY.search(flat, max(0, len(flat) - 64))
    before = (
        _BEFORE_READ_ONLY.search(flat, max(0, mark.start() - 64), mark.start()) if mark else None
    )
    if mark is None or before is None:
        return False, len(flat), ""
    plain = before[0].startswith(",") and "(" not in before[0] and not mark["close"]
    fault = "" if plain and mark["mark"].lower() == "read-only" else _MARK_FAULT
    return True, before.start(), fault


def _fault(piece: str, name: str, adapter: Span, target: Span) -> str:
    """What keeps adapter and object from being read as such; "" if nothing does."""
    if _READ_ONLY.fullmatch(name):
        return "it names no adapter and no object"
    if not _ADAPTER_NAME.fullmatch(name):
        return "it starts with no adapter name"
    if target.start == target.end:
        return "it names no object after the adapter"
    if _PLACEHOLDER.fullmatch(target.of(piece)):
        return "its object is still to be filled in"
    between = piece[adapter.end : target.start]
    if ":" in between or "," in between:
        return "a blank alone separates adapter and object"
    coded = piece[target.start - 1] == "`" == piece[target.end : target.end + 1]
    if coded or len(target.of(piece).split(None, 1)) < 2:
        return ""
    if "," in target.of(piece):
        return _AFTER_OBJECT
    return "an object with blanks in it needs a code span"


def _word(flat: str, start: int, end: int) -> Span:
    start, end = _trimmed(flat, start, end)
    words = flat[start:end].split(None, 1)
    return Span(start, start + len(words[0]) if words else start)


def _trimmed(flat: str, start: int, end: int) -> tuple[int, int]:
    inner = flat[start:end]
    text = inner.strip()
    start = start + len(inner) - len(inner.lstrip()) if text else end
    return start, start + len(text)


def mended(piece: str, adapters: Collection[str] | None) -> str | None:
    """`piece`, a malformed live pointer, as its author meant it; None where that is not clear.

    `adapters` are the ones there are, None where nobody says. Nothing is added that the author
    did not say: a pointer without any mark stays without.
    """
    split = _BETWEEN.sub(" · ", piece)
    for text in (piece, split) if split != piece else (piece,):
        for candidate in _readings(text):
            found = read_live_pointers(candidate, 0, len(candidate))
            if found and all(
                each.well_formed and (adapters is None or each.adapter in adapters)
                for each in found
            ):
                return candidate
    return None


def _readings(piece: str) -> Iterator[str]:
    """Ways to write `piece` by the rules, the smallest change first."""
    at = max(0, len(piece) - _LONGEST_ENDING)
    ending = _ENDING.search(piece, at)
    body = piece[: ending.start()] if ending else piece.rstrip(" ,;")
    mark = ", read-only" if ending else ""
    yield body + mark
    joint = _JOINT.match(body)
    joined = f"{joint[1]} {body[joint.end() :]}" if joint else body
    yield joined + mark
    for text in dict.fromkeys((body, joined)):
        adapter, _, target = text.partition(" ")
        if target and "`" not in text and "," not in target and adapter.lower() not in _PROSE:
            yield f"{adapter} `{target.strip()}`{mark}"
