"""The plain answers of editor features. Spans are code points of the document at `path`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ctxlayer.lints.model import Finding
from ctxlayer.text import Edit, Span

CompletionKind = Literal[
    "key", "value", "file", "folder", "topic", "adapter", "term", "date", "snippet"
]
ActionKind = Literal["quickfix", "refactor.rewrite", "source.fixAll.ctxlayer"]
SymbolKind = Literal["topic", "group", "heading", "key", "file", "rule", "term"]


class Hover(NamedTuple):
    """Markdown about what `span` covers."""

    span: Span
    markdown: str


@dataclass(frozen=True, slots=True)
class Completion:
    """One suggestion. `edit` replaces what has been typed of it; `sort` orders the list.

    `filter` is what the typed text is compared with, the label where it is empty. A `snippet`
    holds tab stops in `edit.new`.
    """

    label: str
    kind: CompletionKind
    edit: Edit
    sort: str
    detail: str = ""
    documentation: str = ""
    filter: str = ""
    snippet: bool = False


@dataclass(frozen=True, slots=True)
class Action:
    """Something the person may choose to do. `edits` maps layer-relative paths to edits.

    A path where no document is names a file to create: one insertion at offset 0, all its text.
    `moves` are files and folders that move after the edits, as in `Rewrite`. `disabled` is why it cannot
    be done now, for a client that shows such actions too. `personal` is what a person states by choosing
    it: nothing may choose it for them. `command` is one of the client's or the server's, in the place of
    edits; it is called with `arguments`, or without any with the document's URI.
    """

    title: str
    kind: ActionKind
    edits: Mapping[str, tuple[Edit, ...]]
    findings: tuple[Finding, ...] = ()
    preferred: bool = False
    moves: Mapping[str, str] = field(default_factory=dict)
    disabled: str = ""
    personal: bool = False
    command: str = ""
    arguments: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Edits by layer-relative path, then `moves` of files and folders: old path to new one.

    The edits speak of the files before the moves, under their old paths.
    """

    edits: Mapping[str, tuple[Edit, ...]]
    moves: Mapping[str, str] = field(default_factory=dict)


class Location(NamedTuple):
    """A place in a file; `path` is relative to the layer root unless `absolute`."""

    path: str
    span: Span
    absolute: bool = False


class DocumentLink(NamedTuple):
    """Text that leads to a file of the layer (`path`) or to a web page (`url`).

    `place` is the part of the file that is meant, empty at its start for all of it.
    """

    span: Span
    path: str | None
    url: str | None
    tooltip: str
    place: Span = Span.at(0)


@dataclass(frozen=True, slots=True)
class Symbol:
    """One node of a document's outline. `selection` is its name, `span` all of it."""

    name: str
    kind: SymbolKind
    span: Span
    selection: Span
    detail: str = ""
    children: tuple[Symbol, ...] = ()


class FoundSymbol(NamedTuple):
    """A symbol found in the whole layer: what it is called, where it stands, and in what."""

    name: str
    kind: SymbolKind
    location: Location
    container: str = ""


class Fold(NamedTuple):
    """Lines that can be folded away, from the first of `span` to its last, which stays in view."""

    span: Span
    is_comment: bool = False


class Hint(NamedTuple):
    """A few words that an editor shows behind `offset`, as if they stood in the text.

    `tooltip` is plain text.
    """

    offset: int
    label: str
    tooltip: str = ""


class Lens(NamedTuple):
    """A line of facts above `span`; `command` is "" where there is nothing to do about them.

    One that `acts` is nothing but its command, and is left out where that cannot be run.
    """

    span: Span
    title: str
    command: str = ""
    arguments: tuple[object, ...] = ()
    acts: bool = False
