"""Texts to fit token weights to: files of checkouts, whole and in pieces, by kind of text."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

KINDS = (
    "agent files",
    "documentation",
    "tables",
    "lists of links",
    "code",
    "accented Latin",
    "other scripts",
    "Chinese, Japanese, Korean",
)
PLAIN_KINDS = KINDS[:5]
"""Those that are nearly all ASCII."""

WHOLE, *PIECES = 16_000, 4_000, 1_200, 350
"""Characters that are taken of a file, at most, and the sizes of the pieces cut out of it."""
_MOST = {"code": 40}
_MOST_OF_A_KIND = 70
"""Files of one kind that are taken of one checkout."""

_MARKDOWN = frozenset({".md", ".mdc", ".mdx"})
_CODE = frozenset(
    ".c .cpp .css .go .html .java .js .json .kt .py .rb .rs .sh .sql .toml .ts .tsx .yaml .yml".split()
)
_AGENT_FILE = re.compile(
    r"\.mdc$|(?:^|/)(?:\.?(?:claude|cursor|rules|agents?|skills?|commands|prompts|instructions|"
    r"modes|chatmodes|workflows)/|(?:CLAUDE|AGENTS|SKILL|GEMINI)\.md$)|\.(?:instructions|prompt|"
    r"agent|chatmode)\.md$",
    re.IGNORECASE,
)
_TABLE = re.compile(r"(?:^[ ]{0,3}\|[^\n]*\n){8,60}", re.MULTILINE)
_LINKS = re.compile(r"(?:^[ ]{0,4}[-*] [^\n]*\]\([^\n]*\n){6,60}", re.MULTILINE)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_SCRIPT = re.compile(r"[\u0370-\u1fff]")
_ACCENT = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]")


class Sample(NamedTuple):
    """A text, its kind, and how large a piece it is ("whole" or a number of characters)."""

    kind: str
    size: str
    text: str


def samples(folders: Iterable[Path]) -> list[Sample]:
    """The samples of some checkouts: the same ones on every machine, whatever lists the files."""
    return [sample for folder in folders for sample in _of_folder(folder)]


def _of_folder(folder: Path) -> Iterator[Sample]:
    taken: Counter[str] = Counter()
    for path, text in _texts(folder):
        kind = _kind(path, text)
        if taken[kind] < _MOST.get(kind, _MOST_OF_A_KIND):
            taken[kind] += 1
            yield from _cut(kind, text)
        for part, pattern in (("tables", _TABLE), ("lists of links", _LINKS)):
            if kind in ("agent files", "documentation") and taken[part] < _MOST_OF_A_KIND:
                for match in list(pattern.finditer(text))[:2]:
                    taken[part] += 1
                    yield from _cut(part, match.group())


def _texts(folder: Path) -> list[tuple[str, str]]:
    """(path, text) of the text files of a folder, in an order that is random but always the same."""
    found = {}
    for path in folder.rglob("*"):
        if path.suffix.lower() not in _MARKDOWN | _CODE or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        if len(text) >= PIECES[-1]:
            found[_digest(text)] = (path.relative_to(folder).as_posix(), text[:WHOLE])
    return [found[digest] for digest in sorted(found)]


def _kind(path: str, text: str) -> str:
    if Path(path).suffix.lower() in _CODE:
        return "code"
    if len(_CJK.findall(text)) > len(text) * 0.12:
        return "Chinese, Japanese, Korean"
    if len(_SCRIPT.findall(text)) > len(text) * 0.12:
        return "other scripts"
    if len(_ACCENT.findall(text)) > len(text) * 0.015:
        return "accented Latin"
    return "agent files" if _AGENT_FILE.search(path) else "documentation"


def _cut(kind: str, text: str) -> Iterator[Sample]:
    """The text, and a piece of each size out of its middle, at line ends."""
    yield Sample(kind, "whole", text)
    for size in PIECES:
        if len(text) > size * 1.3:
            start = int(_digest(f"{size} {text}")[:8], 16) % (len(text) - size)
            start = text.rfind("\n", 0, start) + 1
            end = text.find("\n", start + size) + 1 or len(text)
            piece = text[start : min(end, start + 2 * size)]
            if piece.strip():
                yield Sample(kind, str(size), piece)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
