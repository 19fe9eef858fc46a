"""Lints: how one is declared, and how all of them are found.

A lint is one function in one file, `lints/<family>/<lint_id>.py`, under one of the decorators
below. Its family is its folder, its id is its name with dashes, its page is its docstring. The
registry walks the package; no file lists the lints.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any, Literal, cast

from ctxlayer.analysis.standing import Standing
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Query, Snapshot
from ctxlayer.lints.model import Report, Severity
from ctxlayer.lints.suppression import Suppression

Scope = Literal["document", "topic", "placed", "layer", "suppression"]
Reads = Literal[
    "tree",
    "today",
    "siblings",
    "history",
    "authors",
    "adapters",
    "adapter-use",
    "settings-problems",
    "links",
    "crossings",
    "bundles",
    "edits",
    "evidence",
    "gate",
    "stops",
    "documents",
]
"""What a document lint looks at besides its document and the settings.

"authors" is who wrote the entries of the document, as committed; "adapters" are those of the layer.
"adapter-use" is which of them live pointers name, and what they were found to cost.
"links" is where the links of the document lead, "crossings" which of them leave their cluster,
"bundles" which folders are declared as bundles of the Open Knowledge Format. "edits" is what was edited in
the document since it was verified, as the disk has it; "evidence" what became of the sources that it relies
on. "gate" is what the freshness gate says of all siblings, "stops" which of those that the document relies
on it stops.
"""

DocumentCheck = Callable[[Document, Snapshot], Iterator[Report]]
TopicCheck = Callable[[TopicFacts], Iterator[Report]]
PlacedCheck = Callable[[TopicFacts, Standing], Iterator[Report]]
LayerCheck = Callable[[Snapshot], Iterator[Report]]
SuppressionCheck = Callable[[Document, frozenset[Suppression]], Iterator[Report]]

FIRST_RELEASE = "0.1.0"


@dataclass(frozen=True, slots=True)
class Lint:
    """One lint. `check` is called as its `scope` says.

    `reads` of a document lint and `asks` of a layer lint tell when its answer can change. `beside`
    is a document lint of the same name: for a topic lint that looks at documents as well, or for
    what goes by other things.
    """

    id: str
    family: str
    severity: Severity
    scope: Scope
    check: Callable[..., Iterator[Report]]
    fixable: bool
    since: str
    kinds: frozenset[Kind]
    reads: frozenset[Reads]
    asks: tuple[Query[Any], ...]
    page: str
    beside: Lint | None = None

    @property
    def summary(self) -> str:
        """The first line of its page."""
        return self.page.strip().partition("\n")[0]

    @property
    def sections(self) -> dict[str, str]:
        """Its page by heading, in the order of the headings; further headings follow."""
        found: dict[str, list[str]] = {}
        current: list[str] | None = None
        for line in self.page.splitlines()[1:]:
            if line.startswith("## "):
                current = found.setdefault(line[3:].strip(), [])
            elif current is not None:
                current.append(line)
        return {name: "\n".join(lines).strip("\n") for name, lines in found.items()}


def document_lint(
    severity: Severity,
    *,
    kinds: Collection[Kind],
    reads: Collection[Reads] = (),
    fixable: bool = False,
    since: str = FIRST_RELEASE,
    beside: DocumentCheck | None = None,
) -> Callable[[DocumentCheck], DocumentCheck]:
    """Declare a lint over one document of one of `kinds`.

    `beside` is a part of the same lint that goes by other things; the id and the page are this one's.
    """
    return _declare("document", severity, fixable, since, kinds, reads, beside=beside)


def topic_lint(
    severity: Severity,
    *,
    fixable: bool = False,
    since: str = FIRST_RELEASE,
    beside: DocumentCheck | None = None,
) -> Callable[[TopicCheck], TopicCheck]:
    """Declare a lint over one topic of a trigger table; its spans count from the topic's start.

    `beside` is the same lint over documents, declared as one; the id and the page are the topic's.
    """
    return _declare("topic", severity, fixable, since, beside=beside)


def placed_lint(
    severity: Severity, *, fixable: bool = False, since: str = FIRST_RELEASE
) -> Callable[[PlacedCheck], PlacedCheck]:
    """Declare a lint over one topic and how it stands in its table, spans as in `topic_lint`.

    Fixes are `Late`: a report outlives the place that its topic has now.
    """
    return _declare("placed", severity, fixable, since)


def layer_lint(
    severity: Severity,
    *,
    asks: Collection[Query[Any]] = (),
    fixable: bool = False,
    since: str = FIRST_RELEASE,
) -> Callable[[LayerCheck], LayerCheck]:
    """Declare a lint over the whole layer; each report names its path.

    `asks` are the queries that it goes by: while their answers stay equal, it is not run again.
    Without any, it is run after each change.
    """
    return _declare("layer", severity, fixable, since, asks=asks)


def suppression_lint(
    severity: Severity, *, fixable: bool = False, since: str = FIRST_RELEASE
) -> Callable[[SuppressionCheck], SuppressionCheck]:
    """Declare a lint over a document and those of its suppressions that silenced something."""
    return _declare("suppression", severity, fixable, since)


def _declare(
    scope: Scope,
    severity: Severity,
    fixable: bool,
    since: str,
    kinds: Collection[Kind] = (),
    reads: Collection[Reads] = (),
    asks: Collection[Query[Any]] = (),
    beside: Any = None,
) -> Callable[[Any], Any]:
    def declare(check: Any) -> Any:
        name = check.__name__.replace("_", "-")
        check.lint = Lint(
            id=name,
            family=check.__module__.split(".")[-2].replace("_", "-"),
            severity=severity,
            scope=scope,
            check=check,
            fixable=fixable,
            since=since,
            kinds=frozenset(kinds),
            reads=frozenset(reads),
            asks=tuple(asks),
            page=_dedent(check.__doc__ or ""),
            beside=replace(beside.lint, id=name) if beside is not None else None,
        )
        return check

    return declare


def _dedent(docstring: str) -> str:
    """The docstring without the indentation of its function."""
    first, _, rest = docstring.partition("\n")
    lines = [line[4:] if line.startswith("    ") else line for line in rest.split("\n")]
    return "\n".join([first, *lines]).strip() + "\n"


@cache
def all_lints() -> tuple[Lint, ...]:
    """Every lint, by family and id."""
    found = (_lint_in(module, module.rpartition(".")[2]) for module in _modules())
    return tuple(sorted(found, key=lambda lint: (lint.family, lint.id)))


def _modules() -> Iterator[str]:
    """The modules that hold a lint each; none of them is imported."""
    import ctxlayer.lints as package

    for family in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        if not family.ispkg:
            continue
        for module in pkgutil.iter_modules(import_module(family.name).__path__, f"{family.name}."):
            if not module.name.rpartition(".")[2].startswith("_"):
                yield module.name


@cache
def document_lints() -> tuple[Lint, ...]:
    """Every lint over single documents, those beside another one too."""
    lints = (each for lint in all_lints() for each in (lint, lint.beside) if each is not None)
    return tuple(lint for lint in lints if lint.scope == "document")


def _lint_in(module: str, name: str) -> Lint:
    lint = getattr(getattr(import_module(module), name, None), "lint", None)
    if lint is None:
        raise LookupError(f"{module} has no lint function called {name}")
    return cast(Lint, lint)


@cache
def lint_by_id() -> dict[str, Lint]:
    """The lints by id."""
    return {lint.id: lint for lint in all_lints()}


@cache
def known_names() -> frozenset[str]:
    """Every lint id and family: what settings and suppressions may name.

    By the names of their files, as whoever only reads settings needs no lint.
    """
    names = (name for module in _modules() for name in module.split(".")[-2:])
    return frozenset(name.replace("_", "-") for name in names)
