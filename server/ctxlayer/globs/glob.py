"""One compiled pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache, partial

from ctxlayer.globs.dialect import LAYER, Dialect
from ctxlayer.globs.syntax import (
    MAX_ALTERNATIVES,
    Fault,
    TooManyAlternatives,
    expand_braces,
    find_fault,
)
from ctxlayer.globs.translate import Groups, translate
from ctxlayer.text import Span


class Glob:
    """A pattern as one dialect reads it.

    An invalid pattern and a negated one match nothing; `error` and `negated` tell which.
    """

    __slots__ = (
        "_full",
        "_translations",
        "alternatives",
        "dialect",
        "fault",
        "negated",
        "notes",
        "pattern",
    )

    def __init__(self, pattern: str, dialect: Dialect) -> None:
        self.pattern = pattern
        self.dialect = dialect
        self.negated = pattern.startswith("!")
        """It takes paths away from the other patterns of its list, if anything."""
        self.fault, self.alternatives = _expand(pattern, dialect)
        """The patterns without braces that it stands for; none where it matches nothing."""
        groups = Groups()
        self._translations = tuple(translate(each, dialect, groups) for each in self.alternatives)
        self.notes: tuple[str, ...] = () if self.fault else tuple(_notes(pattern, dialect))
        """What is read generously because the dialect is not established there."""
        self._full: re.Pattern[str] | None = None

    def __repr__(self) -> str:
        return f"Glob({self.pattern!r}, {self.dialect.name!r})"

    @property
    def error(self) -> str | None:
        """Why the pattern does not compile."""
        return self.fault.message if self.fault else None

    @property
    def error_span(self) -> Span | None:
        """The part of the pattern that is to blame."""
        return self.fault.span if self.fault else None

    @property
    def is_settled(self) -> bool:
        """Whether it can be read, and nothing in it is read generously for want of a source.

        Letters of either case are: nearly all names are written as they are called.
        """
        dialect, pattern = self.dialect, self.pattern
        open_questions = (
            (dialect.braces is None and "{" in pattern)
            or (dialect.brackets is None and "[" in pattern)
            or (dialect.folder is None and pattern.endswith("/"))
            or (dialect.leading_slash is None and pattern.startswith("/"))
            or (dialect.bare_name_any_depth is None and "/" not in pattern)
            or (dialect.anchored is None and "/" in pattern)
        )
        return not (self.fault or self.negated or open_questions)

    @property
    def regex(self) -> str:
        """One group that matches a whole path; paths in a row are separated by NUL."""
        if not self._translations:
            return "((?!))"
        return f"({'|'.join(each.regex for each in self._translations)})"

    @property
    def flags(self) -> re.RegexFlag:
        """The flags that `regex` is to be compiled with."""
        return re.IGNORECASE if self.dialect.case_sensitive is False else re.RegexFlag(0)

    @property
    def extensions(self) -> frozenset[str] | None:
        """Lower-case extensions, one of which every match has; None where any will do."""
        return _facet(each.extension for each in self._translations)

    @property
    def endings(self) -> tuple[str, ...] | None:
        """Where it is endings in any folder and nothing else (`**/*.{ts,tsx}`), these.

        In lower case where the dialect tells no case apart.
        """
        found = _facet(each.ending for each in self._translations)
        if found is None:
            return None
        return tuple(found) if self.tells_case else tuple(each.lower() for each in found)

    @property
    def tells_case(self) -> bool:
        """Whether `*.TS` and `*.ts` are two patterns, as far as is known."""
        return self.dialect.case_sensitive is not False

    @property
    def first_folders(self) -> frozenset[str] | None:
        """First folders, one of which every match has; None where any will do."""
        if self.dialect.case_sensitive is False:
            return None
        return _facet(each.first for each in self._translations)

    @property
    def literal(self) -> tuple[frozenset[str], ...]:
        """Names of files and folders of which every match has all, by alternative."""
        if self.dialect.case_sensitive is False:
            return tuple(frozenset[str]() for _ in self._translations)
        return tuple(each.literal for each in self._translations)

    @property
    def names(self) -> frozenset[str]:
        """Names of files and folders of which every match has all, in lower case."""
        if not self._translations:
            return frozenset()
        shared = frozenset.intersection(*(each.literal for each in self._translations))
        return frozenset(name.lower() for name in shared)

    def matches(self, path: str) -> bool:
        """Whether a path from the root, with `/` between its parts, matches."""
        if self._full is None:
            self._full = re.compile(self.regex, self.flags)
        return self._full.fullmatch(path) is not None

    def doubts(self, path: str) -> tuple[str, ...]:
        """`notes`, and what else is not established about the match of this path."""
        hidden = {part for part in path.split("/") if part.startswith(".")}
        if self.dialect.dotfiles is not None or hidden <= set(self.pattern.split("/")):
            return self.notes
        question = "lets wildcards match names that begin with a dot"
        return (*self.notes, _note(self.dialect, question, "it is taken to"))


def _facet(values: Iterable[str | None]) -> frozenset[str] | None:
    found: set[str] = set()
    for value in values:
        if value is None:
            return None
        found.add(value)
    return frozenset(found)


def _expand(pattern: str, dialect: Dialect) -> tuple[Fault | None, tuple[str, ...]]:
    fault = find_fault(pattern)
    if fault or pattern.startswith("!"):
        return fault, ()
    if dialect.escapes is False:
        pattern = pattern.replace("\\", "\\\\")  # a backslash is a letter like others
    try:
        alternatives = expand_braces(pattern) if dialect.braces is not False else (pattern,)
    except TooManyAlternatives:
        message = f"the braces stand for more than {MAX_ALTERNATIVES:,} patterns; write fewer"
        return Fault(message, Span(0, len(pattern))), ()
    if dialect.brackets is None and "[" in pattern:
        # A folder may really be called `[id]`; where classes are not established, read both.
        alternatives += tuple(_literal_brackets(each) for each in alternatives)
    return None, alternatives


def _literal_brackets(pattern: str) -> str:
    return re.sub(r"\\.|\[", lambda m: "\\[" if m[0] == "[" else m[0], pattern, flags=re.DOTALL)


def _note(dialect: Dialect, question: str, reading: str) -> str:
    return f"whether {dialect.name} {question} is not established: {reading}"


def _notes(pattern: str, dialect: Dialect) -> Iterable[str]:
    note = partial(_note, dialect)
    if dialect.negation is None and pattern.startswith("!"):
        yield note("reads a leading `!`", "it is taken to match nothing by itself")
    if dialect.braces is None and "{" in pattern:
        yield note("reads braces", "they are read as alternatives")
    if dialect.brackets is None and "[" in pattern:
        yield note("reads brackets", "they are read as a class and as themselves")
    if dialect.leading_slash is None and pattern.startswith("/"):
        yield note("takes a leading `/` for the root of the project", "it is taken to")
    if dialect.folder is None and pattern.endswith("/"):
        yield note("reads a folder as what is below it", "it is read so")
    if dialect.case_sensitive is None and pattern != pattern.lower():
        yield note("minds upper and lower case", "it is taken to")
    if dialect.bare_name_any_depth is None and "/" not in pattern:
        yield note("looks for a bare name in every folder", "it is taken to")
    if dialect.anchored is None and "/" in pattern:
        yield note("starts a pattern at the root", "it is taken to")


_LONGEST_KEPT = 500
"""Somebody who types makes a new pattern with each key; long ones would fill the memory."""


def compile_glob(pattern: str, dialect: Dialect = LAYER) -> Glob:
    """`pattern` as `dialect` reads it. Never raises; see `Glob.error`."""
    return _kept(pattern, dialect) if len(pattern) <= _LONGEST_KEPT else Glob(pattern, dialect)


@lru_cache(maxsize=4096)
def _kept(pattern: str, dialect: Dialect) -> Glob:
    return Glob(pattern, dialect)
