"""Fixtures: Markdown in, cases out."""

from __future__ import annotations

import datetime
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tests.harness.marks import FixtureError, MarkedText, read_marked

DEFAULT_TODAY = datetime.date(2026, 11, 29)
OPTIONS = frozenset({"crlf", "bom", "no-eol", "escapes"})
FACTS = frozenset(
    {
        "@today",
        "@lints",
        "@bare",
        "@authors",
        "@schemas",
        "@repos",
        "@tracked",
        "@sources",
        "@edits",
    }
)
_OPEN = re.compile(r"(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`]*?)[ \t]*")
_RANGE = re.compile(r"\{([0-9]{1,3})\.\.([0-9]{1,3})\}")
_UNREADABLE = "unreadable="
_FILL = "fill="
_FILLER = "One more line of the file.\n"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a feature must answer; `lines` is its place in the fixture, half-open and 0-based."""

    feature: str
    argument: str
    text: str
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Case:
    """One small layer and what is expected of it."""

    title: str
    line: int
    files: Mapping[str, MarkedText] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    expectations: tuple[Expectation, ...] = ()

    @property
    def today(self) -> datetime.date:
        """The day on which the case plays."""
        text = self.facts.get("@today")
        return datetime.date.fromisoformat(text.strip()) if text else DEFAULT_TODAY

    @property
    def lints(self) -> frozenset[str]:
        """Ids and families that the case looks at; empty means all."""
        return frozenset(self.facts.get("@lints", "").split())

    @property
    def unreadable(self) -> dict[str, str]:
        """Path to reason, for the files that cannot be read."""
        return {path: file.unreadable for path, file in self.files.items() if file.unreadable}

    @property
    def texts(self) -> dict[str, str]:
        """Path to text, as the layer sees its files."""
        texts = {path: file.text for path, file in self.files.items()}
        if "@bare" not in self.facts and "ctxlayer.toml" not in texts:
            texts["ctxlayer.toml"] = ""
        return texts

    def cursor(self) -> tuple[str, int, int]:
        """Path, start and end of the cursor or selection. Raises `FixtureError` without one."""
        found = [(path, file.cursors) for path, file in self.files.items() if file.cursors]
        if len(found) != 1 or len(found[0][1]) > 2:
            raise FixtureError(f"case {self.title!r} needs one cursor `$0` (or a pair of them)")
        path, offsets = found[0]
        return path, offsets[0], offsets[-1]


@dataclass(frozen=True, slots=True)
class _Fence:
    info: str
    text: str
    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Heading:
    title: str
    line: int


@dataclass(slots=True)
class _Draft:
    title: str
    line: int
    files: dict[str, MarkedText]
    facts: dict[str, str]
    expectations: list[Expectation]

    def add(self, fence: _Fence) -> None:
        words = _words(fence)
        head, rest = (words[0], words[1:]) if words else ("", [])
        if head == "expect" and rest:
            self.expectations.append(
                Expectation(rest[0], " ".join(rest[1:]), fence.text, fence.lines)
            )
        elif head in FACTS and not rest:
            self.facts[head] = fence.text
        elif ("." in head or "/" in head) and not head.startswith("@") and _options(rest):
            for path in _paths(head.removeprefix("./")):
                self.files[path] = _file(fence, rest)
        else:
            raise FixtureError(
                f"line {fence.lines[0]}: {fence.info!r} is no path with options from "
                f"{sorted(OPTIONS)}, none of {sorted(FACTS)} and no `expect feature`"
            )

    def finish(self) -> Case:
        return Case(self.title, self.line, self.files, self.facts, tuple(self.expectations))


def parse_fixture(text: str, title: str = "") -> tuple[Case, ...]:
    """The cases of a fixture; one without `##` headings is one case called `title`.

    Raises `FixtureError` where the fixture does not say what it means.
    """
    shared = _Draft(title, 1, {}, {}, [])
    cases: list[_Draft] = []
    for piece in _pieces(text):
        if isinstance(piece, _Heading):
            cases.append(_Draft(piece.title, piece.line, {**shared.files}, {**shared.facts}, []))
        else:
            (cases[-1] if cases else shared).add(piece)
    if cases and shared.expectations:
        raise FixtureError("an expectation before the first `##` heading belongs to no case")
    return tuple(case.finish() for case in cases or [shared])


def _words(fence: _Fence) -> list[str]:
    try:
        return shlex.split(fence.info)
    except ValueError as error:
        raise FixtureError(f"line {fence.lines[0]}: {fence.info!r}: {error}") from None


def _paths(path: str) -> list[str]:
    """`path` with each number of the range in it, if there is one."""
    many = _RANGE.search(path)
    if many is None:
        return [path]
    first, last = int(many[1]), int(many[2])
    return [f"{path[: many.start()]}{n}{path[many.end() :]}" for n in range(first, last + 1)]


def _options(words: list[str]) -> bool:
    return all(word in OPTIONS or word.startswith((_UNREADABLE, _FILL)) for word in words)


def _file(fence: _Fence, options: list[str]) -> MarkedText:
    reasons = [word[len(_UNREADABLE) :] for word in options if word.startswith(_UNREADABLE)]
    sizes = [int(word[len(_FILL) :]) for word in options if word.startswith(_FILL)]
    try:
        text = _filled(fence.text, *sizes) if sizes else fence.text
        marked = read_marked(text, frozenset(options))
    except FixtureError as error:
        raise FixtureError(f"in the fence at line {fence.lines[0]}: {error}") from None
    return replace(marked, unreadable="".join(reasons))


def _filled(text: str, size: int) -> str:
    """`text` with lines in the place of the line `…`, so that what follows it begins at `size`."""
    head, dots, tail = text.partition("\n…\n")
    missing = size - len(read_marked(f"{head}\n", frozenset()).text)
    if not dots or missing < 0:
        raise FixtureError(f"a file with {_FILL}{size} needs a line `…` before that")
    lines, rest = divmod(missing, len(_FILLER))
    return f"{head}\n{_FILLER * lines}{'x' * (rest - 1)}{chr(10) if rest else ''}{tail}"


def _pieces(text: str) -> Iterator[_Fence | _Heading]:
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.startswith("## "):
            yield _Heading(line[3:].strip(), number)
        opening = _OPEN.fullmatch(line)
        if not opening:
            continue
        first = number
        while number < len(lines) and not _closes(lines[number], opening["fence"]):
            number += 1
        if number == len(lines):
            raise FixtureError(f"line {first}: the fence {opening['info']!r} is never closed")
        content = "".join(f"{body}\n" for body in lines[first:number])
        yield _Fence(opening["info"], content, (first, number))
        number += 1


def _closes(line: str, fence: str) -> bool:
    bare = line.rstrip()
    return len(bare) >= len(fence) and set(bare) == {fence[0]}
