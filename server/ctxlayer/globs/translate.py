"""From one pattern without braces to a regular expression that ends in linear time.

A star is matched where it first succeeds and never reconsidered, except the last of its segment,
which the end of the segment decides. That is enough for globs, because what stands between two
stars has a fixed length, and it keeps `*a*a*a*b` from trying every way to share out the letters.
`re` had no atomic groups before Python 3.11: a captured lookahead and its backreference are one.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from ctxlayer.globs.dialect import Dialect
from ctxlayer.globs.syntax import class_end, class_members

SEPARATOR = "\0"
"""Stands between paths that are matched in one go; no path holds it."""

ANY = r"[^/\0]"
"""Regular expression of one character inside a path segment."""

_NEVER = r"(?!)"


class Wild(Enum):
    """What stands for more than one character."""

    STAR = "*"
    """Any characters of one segment."""
    DEEP = "**"
    """As a whole segment: any number of segments."""


Segment = list["str | Wild"]
"""Regular expressions of one character each, and stars."""


class Translation(NamedTuple):
    """A regular expression for one pattern, and what every path that it matches has."""

    regex: str
    extension: str | None
    """In lower case, without the dot."""
    first: str | None
    """The first folder, as written."""
    ending: str | None = None
    """As written, with the dot: the pattern is this ending in any folder, and nothing else."""
    literal: frozenset[str] = frozenset()
    """Segments without wildcards, as written."""


class Groups:
    """Hands out names for captured lookaheads, unique in one regular expression."""

    def __init__(self) -> None:
        self.count = 0

    def atomic(self, regex: str) -> str:
        """`regex`, matched once and not reconsidered."""
        self.count += 1
        return f"(?=(?P<g{self.count}>{regex}))(?P=g{self.count})"


def translate(pattern: str, dialect: Dialect, groups: Groups) -> Translation:
    """Translate a faultless `pattern` without braces."""
    names = names_of(pattern, dialect)
    if not names:
        return Translation(_NEVER, None, None)
    parsed = [_parse(name, dialect) for name in names]
    return Translation(
        _assemble(parsed, groups),
        _extension(names[-1]),
        _first(names),
        _ending(names),
        frozenset(filter(_PLAIN.fullmatch, names)),
    )


def parse(pattern: str, dialect: Dialect) -> list[Segment | Wild]:
    """The segments of a faultless `pattern` without braces; none where it matches nothing."""
    return [_parse(name, dialect) for name in names_of(pattern, dialect)]


def names_of(pattern: str, dialect: Dialect) -> list[str]:
    """The segments as written, with what the dialect adds to them."""
    written = _segments(pattern, dialect.brackets is not False)
    bare = len(written) == 1
    rooted = len(written) > 1 and written[0] in ("", ".")
    if rooted and not written[0] and dialect.leading_slash is False:
        return []  # the path of a file is compared with it from the root of the disk
    names = [segment for segment in written[:-1] if segment not in ("", ".")]
    if written[-1] == "":
        if dialect.folder is False or not names:
            return []
        names.append(Wild.DEEP.value)
    elif written[-1] != ".":
        names.append(written[-1])
    any_depth = dialect.bare_name_any_depth is not False if bare else dialect.anchored is False
    if names and any_depth and not rooted:
        names.insert(0, Wild.DEEP.value)
    return names


def _parse(name: str, dialect: Dialect) -> Segment | Wild:
    return Wild.DEEP if name == Wild.DEEP.value else _atoms(name, dialect)


def _segments(pattern: str, brackets: bool) -> list[str]:
    """`pattern` at its slashes; an escaped slash is one as well."""
    segments, start, at = [], 0, 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\" and pattern[at + 1 : at + 2] != "/":
            at += 1
        elif char == "[" and brackets:
            at = max(at, class_end(pattern, at))
        elif char == "/" or char == "\\":
            segments.append(pattern[start:at])
            at += char == "\\"
            start = at + 1
        at += 1
    segments.append(pattern[start:])
    return segments


def _atoms(segment: str, dialect: Dialect) -> Segment:
    atoms: Segment = []
    at = 0
    while at < len(segment):
        char = segment[at]
        end = class_end(segment, at) if char == "[" and dialect.brackets is not False else -1
        if char == "*":
            if not atoms or atoms[-1] is not Wild.STAR:
                atoms.append(Wild.STAR)
        elif char == "?":
            atoms.append(ANY)
        elif end > 0:
            atoms.append(_class(segment, at, end))
            at = end
        else:
            at += char == "\\" and at + 1 < len(segment)
            atoms.append(re.escape(segment[at]))
        at += 1
    return atoms


def _class(segment: str, start: int, end: int) -> str:
    negated = segment[start + 1] in "!^"
    members = "".join(
        re.escape(low) if low == high else f"{re.escape(low)}-{re.escape(high)}"
        for low, high, _ in class_members(segment, start, end)
    )
    # A range such as `+-9` runs over the slash, which no class matches.
    return rf"[^{members}/\0]" if negated else f"(?!/)[{members}]"


def _assemble(parsed: list[Segment | Wild], groups: Groups) -> str:
    blocks: list[list[str]] = [[]]
    for segment in parsed:
        if isinstance(segment, list):
            blocks[-1].append(_segment_regex(segment, groups))
        elif len(blocks) == 1 or blocks[-1]:
            blocks.append([])
    head, *rest = ["/".join(block) for block in blocks]
    if not rest:
        return head
    *middle, last = rest
    out = [head + "/"] if head else []
    out += [groups.atomic(rf"(?:[^\0]*?/)??{block}/") for block in middle]
    out.append(rf"(?:[^\0]*/)?{last}" if last else r"[^\0]+")
    return "".join(out)


def _segment_regex(atoms: Segment, groups: Groups) -> str:
    chunks = [""]
    for atom in atoms:
        if isinstance(atom, str):
            chunks[-1] += atom
        else:
            chunks.append("")
    head, *rest = chunks
    if not rest:
        return head
    *middle, last = rest
    if not (head or middle or last):
        return f"{ANY}+"
    return "".join((head, *(groups.atomic(f"{ANY}*?{c}") for c in middle), f"{ANY}*{last}"))


_TAIL = re.compile(r"\.([A-Za-z0-9]+)$")
_ENDING = re.compile(r"\*(\.[A-Za-z0-9]+)")
_PLAIN = re.compile(r"[^*?\[\]{}\\]+")


def _extension(last: str) -> str | None:
    found = _TAIL.search(last)
    return found[1].lower() if found else None


def _first(names: list[str]) -> str | None:
    return names[0] if len(names) > 1 and _PLAIN.fullmatch(names[0]) else None


def _ending(names: list[str]) -> str | None:
    deep, last = names[0] == Wild.DEEP.value, names[-1]
    found = _ENDING.fullmatch(last) if deep and len(names) == 2 else None
    return found[1] if found else None
