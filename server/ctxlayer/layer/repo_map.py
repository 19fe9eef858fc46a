"""The repo map: where this machine has the clones of the sibling repositories.

A JSON object of names and absolute paths. A map that is broken still gives the entries that can be read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.json import parse_json
from ctxlayer.syntax.nodes import Entry, Mapping, Node, Scalar
from ctxlayer.syntax.problem import Problem
from ctxlayer.text import Edit, Span

PathForm = Literal["absolute", "home", "windows", "relative", "empty", "no-text"]
"""How a value names a folder: `/clones/a`, `~/a`, `C:\\a` or `\\\\host\\a`, `../a`, "", and anything else."""

_KIND = "missing-repo"
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\[^\\]")
_HOME = re.compile(r"~[^/\\]*(?:[/\\]|\Z)")


class MapEntry(NamedTuple):
    """One sibling. `path` is as written, "" where the value is no text; `span` is all of the entry.

    `value_span` covers the quotes; where the value is missing it is that of the name. `doubtful` says
    that the JSON is broken right here, so that the path may be another than it looks.
    """

    name: str
    name_span: Span
    path: str
    value_span: Span
    form: PathForm
    span: Span
    doubtful: bool = False

    def may_lie_at(self, place: str) -> bool:
        """Whether this may be the entry of a clone at the absolute path `place`.

        Whose home `~` stands for is not known here.
        """
        if self.form != "home":
            return self.path == place
        return place.endswith(_HOME.sub("", self.path, count=1))


@dataclass(frozen=True, slots=True)
class RepoMap:
    """What a repo map says. `entries` are in the order of the file, names that stand twice included.

    `problems` are those of its JSON, and that it is no object. `strays` are what only some readers take:
    comments, and commas before a closing bracket.
    """

    entries: tuple[MapEntry, ...]
    problems: tuple[Problem, ...] = ()
    strays: tuple[Problem, ...] = ()

    @property
    def by_name(self) -> dict[str, MapEntry]:
        """The entries by name; of two, the last, as every reader of JSON has it."""
        return {each.name: each for each in self.entries}

    @property
    def paths(self) -> dict[str, str]:
        """Names to paths as written, of the entries whose path can be one."""
        return {
            name: each.path
            for name, each in self.by_name.items()
            if each.form in ("absolute", "home", "windows") and not each.doubtful
        }


def repo_map_of(snapshot: Snapshot) -> Document | None:
    """The repo map of a layer; the first by path where settings call several files one."""
    return min(snapshot.of_kind(Kind.REPO_MAP), key=lambda each: each.path, default=None)


def repo_map(document: Document) -> RepoMap:
    """What a repo map says; read once."""
    key = "repo-map"
    if key not in document.reading:
        document.reading[key] = parse_repo_map(document.text)
    found: RepoMap = document.reading[key]
    return found


def parse_repo_map(text: str) -> RepoMap:
    """Read a repo map. An empty file is a map of nothing."""
    found = parse_json(text)
    if found.root is None and not found.problems and not found.comments:
        return RepoMap(())
    if not isinstance(found.root, Mapping):
        return RepoMap((), found.problems or (_no_object(found.root),))
    is_broken = _broken_places(found.problems)
    entries = tuple(_entry(each, is_broken) for each in found.root.entries if each.key)
    strays = (
        *(_stray(span, "a comment", "Remove the comment") for span in found.comments),
        *(
            _stray(span, "a comma before the closing bracket", "Remove the comma")
            for span in found.trailing_commas
        ),
    )
    return RepoMap(entries, found.problems, tuple(sorted(strays, key=lambda each: each.span)))


def _entry(entry: Entry, is_broken: Callable[[Span], bool]) -> MapEntry:
    value = entry.value
    text = value.value if isinstance(value, Scalar) and isinstance(value.value, str) else None
    written = value.span.start < value.span.end
    span = value.span if written else entry.key_span
    if not isinstance(value, Scalar):
        span = Span(span.start, span.start + 1)  # the bracket: the rest may be many lines
    doubtful = entry.damaged or is_broken(entry.span)
    form: PathForm = "no-text" if text is None else _form(text)
    return MapEntry(entry.key, entry.key_span, text or "", span, form, entry.span, doubtful)


def _broken_places(problems: tuple[Problem, ...]) -> Callable[[Span], bool]:
    """Whether a problem lies in a span. One at its border does not: a comma is missing behind an entry."""
    starts = [each.span.start for each in problems]
    ends = list(accumulate((each.span.end for each in problems), max, initial=-1))
    return lambda span: ends[bisect_left(starts, span.end)] > span.start


def _form(path: str) -> PathForm:
    if not path.strip():
        return "empty"
    if _WINDOWS.match(path):
        return "windows"
    if path.startswith("/"):
        return "absolute"
    return "home" if _HOME.match(path) else "relative"


def _no_object(root: Node | None) -> Problem:
    span = root.span if root is not None else Span.at(0)
    end = min(span.end, span.start + 1) if not isinstance(root, Scalar) else span.end
    words = 'a repo map is an object of names and paths: `{"name": "/path/to/clone"}`'
    return Problem(_KIND, Span(span.start, end), words)


def _stray(span: Span, what: str, title: str) -> Problem:
    return Problem(_KIND, span, f"{what} is no JSON", (Edit(span, ""),), title)
