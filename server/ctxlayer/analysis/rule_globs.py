"""The patterns of all rule files: each as it stands in its file, with every runtime that reads it.

A file may be read by several runtimes, each in its own dialect. What is wrong with a pattern is said
once, on the pattern, and names those that read it so.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from ctxlayer.analysis.justifications import Standing, justification_of
from ctxlayer.analysis.rules import RuleBook, rule_book
from ctxlayer.globs import LAYER, Glob, compile_glob, has_magic
from ctxlayer.layer.document import Document
from ctxlayer.layer.rule import Rule
from ctxlayer.layer.runtimes import store_of
from ctxlayer.layer.siblings import Siblings
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.layer.unlisted import Unlisted
from ctxlayer.syntax.nodes import Node, Scalar, Sequence
from ctxlayer.text import Span

_FEWEST_FOR_OTHERS = 4
"""Rule files with patterns below which a layer is not taken for a library of rules."""


T = TypeVar("T")

_QUOTES = frozenset("'\"")


class Reader(NamedTuple):
    """One runtime that reads a pattern, and how; `own` where the file is written for it."""

    runtime: str
    glob: Glob
    own: bool

    @property
    def title(self) -> str:
        """What to call the runtime in messages."""
        return self.glob.dialect.name


class WrittenGlob(NamedTuple):
    """One pattern of a rule file.

    `scalar` is the value that holds it, alone or with others; `in_list` says that the value is an
    item of a list. `exact` is False where the source spells the pattern otherwise, `damaged` says that
    it was read out of YAML that does not parse.
    """

    path: str
    span: Span
    text: str
    readers: tuple[Reader, ...]
    scalar: Scalar | None
    in_list: bool
    exact: bool
    damaged: bool

    def titles(self) -> str:
        """The runtimes that read it: `Cursor`, `VS Code and GitHub`."""
        return and_joined(tuple(dict.fromkeys(reader.title for reader in self.readers)))

    def matches_any(self, tree: Tree) -> bool:
        """Whether a file of the tree matches, as any of its readers reads it or may read it."""
        return any(_may_match(reader.glob, tree) for reader in self.readers)

    def may_lie_beyond(self, unlisted: Unlisted) -> bool:
        """Whether it names a folder that is a repository or layer of its own: what is in there is
        not listed."""
        named = list(takewhile(lambda part: not has_magic(part), self.text.split("/")))
        return bool(named) and unlisted.is_beyond("/".join(named))

    @property
    def is_mangled(self) -> bool:
        """Whether quotes have got into it: out of YAML that does not parse, or out of a comma list
        with quotes of its own, which some loaders take off. What was meant is not known."""
        return (self.damaged and not _QUOTES.isdisjoint(self.text)) or self.text[:1] in _QUOTES

    @property
    def works(self) -> bool:
        """Whether it is a pattern that could match by itself, in all that read it."""
        return not any(reader.glob.error or reader.glob.negated for reader in self.readers)


@dataclass(frozen=True, eq=False)
class RuleFile:
    """The patterns of one rule file that decide when it loads.

    `hot` says that the runtime that it is written for takes one of them for a switch: always.
    """

    path: str
    globs: tuple[WrittenGlob, ...]
    justified: bool
    hot: bool
    key: tuple[object, ...]
    memo: dict[str, Any] = field(default_factory=dict)
    """What was worked out of it; readers own their key."""

    def kept(
        self, name: str, inputs: tuple[object, ...], make: Callable[[], Iterable[T]]
    ) -> Iterable[T]:
        """What `make` gives, worked out once for the same inputs: typing in one rule leaves the others."""
        known = self.memo.get(name)
        if known is None or known[0] != inputs:
            known = self.memo[name] = (inputs, tuple(make()))
        found: tuple[T, ...] = known[1]
        return found


@dataclass(frozen=True, eq=False)
class RuleGlobs:
    """All rule files that have patterns, by path, over the files that these can match."""

    files: Mapping[str, RuleFile]
    tree: Tree
    siblings: Siblings
    unlisted: Unlisted
    _kept: dict[str, bool] = field(default_factory=dict)

    @property
    def for_others(self) -> bool:
        """Whether this repository keeps rules for other repositories: most of them name files of
        kinds and names that are nowhere here."""
        if "for-others" not in self._kept:
            self._kept["for-others"] = self._is_library()
        return self._kept["for-others"]

    def strangers(self) -> tuple[str, ...]:
        """Rules that match nothing, of which nothing that they name is here, where there are several.

        They came along from another kind of project.
        """
        found = tuple(
            path
            for path, file in sorted(self.files.items())
            if any(map(_names_something, file.globs))
            and any(file.kept("foreign", (self.tree,), partial(_foreign, file, self.tree)))
            and not any(written.matches_any(self.tree) for written in file.globs)
        )
        return found if len(found) >= _FEWEST_FOR_OTHERS else ()

    def _is_library(self) -> bool:
        # A rule for every file says nothing about which repository it is for.
        judged = [file for file in self.files.values() if any(map(_names_something, file.globs))]
        if len(judged) < _FEWEST_FOR_OTHERS:
            return False
        foreign = 0
        for file in judged:
            foreign += sum(file.kept("foreign", (self.tree,), partial(_foreign, file, self.tree)))
        return 2 * foreign > len(judged)


def rule_globs(snapshot: Snapshot, last: RuleGlobs | None) -> RuleGlobs:
    """A query: the patterns of the rules. The same object while patterns and files are the same."""
    files = snapshot.ask(_rule_files).files
    same_world = (
        last is not None
        and last.tree is snapshot.tree
        and last.siblings is snapshot.siblings
        and last.unlisted is snapshot.unlisted
    )
    if last is not None and same_world and files == last.files:
        return last
    return RuleGlobs(files, snapshot.tree, snapshot.siblings, snapshot.unlisted)


class _RuleFiles(NamedTuple):
    book: RuleBook
    files: Mapping[str, RuleFile]


def _rule_files(snapshot: Snapshot, last: _RuleFiles | None) -> _RuleFiles:
    """A query: the patterns by file; those of a rule are read again when it changes."""
    book, changed = snapshot.ask(rule_book), snapshot.changed_since_last(_rule_files)
    known = last.files if last is not None else {}
    is_same = last is not None and last.book is book and changed is not None
    paths = known.keys() & (changed or ()) if is_same else book.by_path.keys()
    if last is not None and is_same and not paths:
        return last
    files = dict(known) if is_same else {}
    for path in paths:
        rules = [rule for rule in book.by_path[path] if rule.patterns and _decides(rule)]
        document = snapshot.document(path) if rules else None
        if document is not None:
            files[path] = _file(document, rules, known.get(path))
    return _RuleFiles(book, files)


def _decides(rule: Rule) -> bool:
    """Whether the patterns are what the rule loads by; a switch that makes it hot ignores them."""
    globs = rule.store.globs_key
    return not rule.always or (globs is not None and rule.load.key == globs.name)


def and_joined(words: tuple[str, ...]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *rest, last = words
    return f"{', '.join(rest)} and {last}" if rest else last


def _file(document: Document, rules: list[Rule], last: RuleFile | None) -> RuleFile:
    block = document.frontmatter.span.of(document.text)
    key = (block, *(rule.profile.id for rule in rules))
    if last is not None and last.key == key:
        return last
    # Where one is begun, another finding asks for the rest.
    justified = justification_of(document).standing in (Standing.OPEN, Standing.GIVEN)
    hot = any(rule.always and rule.store.own for rule in rules)
    return RuleFile(document.path, tuple(_written(document, rules)), justified, hot, key)


def _written(document: Document, rules: list[Rule]) -> Iterator[WrittenGlob]:
    readers: dict[tuple[Span, str], list[Reader]] = {}
    for rule in rules:
        for span, glob in rule.patterns:
            readers.setdefault((span, glob.pattern), []).append(
                Reader(rule.profile.id, glob, rule.store.own)
            )
    entries = [rule.globs_entry for rule in rules if rule.globs_entry is not None]
    holders = {id(entry): _scalars(entry.value) for entry in entries}
    for (span, text), found in sorted(readers.items(), key=lambda each: each[0]):
        entry = next((each for each in entries if each.value.span.holds(span.start)), None)
        scalar = _holder(holders[id(entry)], span) if entry is not None else None
        yield WrittenGlob(
            document.path,
            span,
            text,
            tuple(found),
            scalar,
            in_list=entry is not None and isinstance(entry.value, Sequence),
            exact=span.of(document.text) == text and not _has_escapes(text, scalar),
            damaged=entry is not None and entry.damaged,
        )


_ESCAPED = {"single": frozenset("'"), "double": frozenset('"\\')}
"""By the quotes around it, what stands in a value by an escape."""


def _has_escapes(text: str, scalar: Scalar | None) -> bool:
    return scalar is not None and not _ESCAPED.get(scalar.style, frozenset()).isdisjoint(text)


def _scalars(value: Node) -> list[Scalar]:
    """The scalars that patterns stand in, in the order of the text."""
    items = value.items if isinstance(value, Sequence) else (value,)
    return sorted((each for each in items if isinstance(each, Scalar)), key=_start)


def _start(scalar: Scalar) -> int:
    return scalar.span.start


def _holder(scalars: list[Scalar], span: Span) -> Scalar | None:
    """The scalar that holds what is at `span`."""
    at = bisect_right(scalars, span.start, key=_start)
    return scalars[at - 1] if at and span.start <= scalars[at - 1].span.end else None


def _names_something(written: WrittenGlob) -> bool:
    """Whether a pattern that works says more than `**/*`."""
    return written.works and any(char.isalnum() for char in written.text)


_ODD = re.compile(r"[\[\]\\!,?]|\*\*[^/]|[^/]\*\*")


def _may_match(glob: Glob, tree: Tree) -> bool:
    if tree.index.any_match(glob):
        return True
    if glob.dialect.anchored is not None or glob.negated or glob.error:
        return False
    # Nothing says how its runtime reads patterns: not where they start, and not odd forms at all.
    if _ODD.search(glob.pattern):
        return True
    return tree.index.any_match(compile_glob(f"**/{glob.pattern.lstrip('/')}", glob.dialect))


def _foreign(file: RuleFile, tree: Tree) -> Iterator[bool]:
    """Whether most patterns match nothing, nor would they anywhere else in this tree."""
    working = [each for each in file.globs if _names_something(each)]
    strange = sum(not each.matches_any(tree) and not _is_at_home(each, tree) for each in working)
    yield 2 * strange > len(working)


def _is_at_home(written: WrittenGlob, tree: Tree) -> bool:
    """Whether something of what the pattern names is here: then it may be a slip or a leftover."""
    for reader in written.readers:
        for alternative in reader.glob.alternatives:
            folders = alternative.strip("/").split("/")
            name = folders.pop()
            # Rules that name their own files name nothing of the repository.
            if name.strip("*") and any(
                store_of(path) is None
                for path in tree.index.matching(compile_glob(f"**/{name}", LAYER))
            ):
                return True
            if any(folder in tree.folders for folder in folders if folder.strip("*.")):
                return True
    return False
