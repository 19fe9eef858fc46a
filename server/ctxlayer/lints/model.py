"""What a lint reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit, Span

Severity = Literal["error", "warning", "info", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info", "hint")
"""From the worst down."""

Tag = Literal["", "unnecessary", "deprecated"]


class Related(NamedTuple):
    """Another place that a finding speaks of."""

    path: str
    span: Span
    message: str


class Deferred(Mapping[str, tuple[Edit, ...]]):
    """Edits that are worked out when somebody looks at them: some cost a look into the history."""

    __slots__ = ("_edits", "_make")

    def __init__(self, make: Callable[[], Mapping[str, tuple[Edit, ...]]]) -> None:
        self._make = make
        self._edits: Mapping[str, tuple[Edit, ...]] | None = None

    def _get(self) -> Mapping[str, tuple[Edit, ...]]:
        if self._edits is None:
            self._edits = self._make()
        return self._edits

    def __getitem__(self, path: str) -> tuple[Edit, ...]:
        return self._get()[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._get())

    def __len__(self) -> int:
        return len(self._get())


class Late(Mapping[str, tuple[Edit, ...]]):
    """Edits that are worked out of the layer as it is when somebody wants them.

    A finding outlives the snapshot that it was found in; edits made of that one would fall on
    texts that have changed since. So the snapshot is given when it is asked for them, and none is
    kept. Until then this is no mapping to look into, and equal only to itself.
    """

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[Snapshot], Mapping[str, tuple[Edit, ...]]]) -> None:
        self._make = make

    def bound(self, layer: Snapshot) -> Deferred:
        """The edits for this layer."""
        make = self._make
        return Deferred(lambda: make(layer))

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __getitem__(self, path: str) -> tuple[Edit, ...]:
        raise TypeError("bind these edits to a layer first")

    def __iter__(self) -> Iterator[str]:
        raise TypeError("bind these edits to a layer first")

    def __len__(self) -> int:
        raise TypeError("bind these edits to a layer first")


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend a finding. `edits` maps layer-relative paths to edits of that file.

    A path where no document is names a file to create: one insertion at offset 0, all its text.

    `safe` fixes may run unasked (`--fix`, fix all); they never change what the author meant,
    and no fix raises trust.
    """

    title: str
    edits: Mapping[str, tuple[Edit, ...]]
    safe: bool = False


class Report(NamedTuple):
    """What a lint function yields: a finding without the lint's own name and default severity.

    `path` is empty for the document that the lint looks at. `severity` is set only where a
    lint speaks less loudly than its default. `habit` names a cause that a team may have in all its
    rules, such as a key of its own: where most have it, one of them speaks for all (`habits`).
    """

    span: Span
    message: str
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()
    severity: Severity | None = None
    path: str = ""
    tag: Tag = ""
    habit: str = ""


class Finding(NamedTuple):
    """One fault at one place of one file, as every door shows it.

    A tuple, since a large table has a thousand of them that move along with each key.
    """

    lint: str
    family: str
    severity: Severity
    path: str
    span: Span
    message: str
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()
    tag: Tag = ""
    habit: str = ""

    def bound(self, layer: Snapshot) -> Finding:
        """The finding with fixes for this layer: see `Late`."""
        if not any(isinstance(fix.edits, Late) for fix in self.fixes):
            return self
        fixes = (
            replace(fix, edits=fix.edits.bound(layer)) if isinstance(fix.edits, Late) else fix
            for fix in self.fixes
        )
        return self._replace(fixes=tuple(fixes))

    @property
    def order(self) -> tuple[str, Span, str, str]:
        """Sort key: path, place, lint."""
        return (self.path, self.span, self.lint, self.message)


@dataclass(frozen=True, slots=True)
class FileFindings:
    """The findings of one file after suppression, and how many were suppressed."""

    findings: tuple[Finding, ...] = ()
    suppressed: int = 0
    failures: tuple[str, ...] = ()
