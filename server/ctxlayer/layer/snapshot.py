"""The layer at one moment: immutable, cheap to derive the next one from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, TypeVar

from ctxlayer.layer.authors import NO_AUTHORS, Authors
from ctxlayer.layer.beside import Beside, NothingBeside
from ctxlayer.layer.document import Document
from ctxlayer.layer.history import History, NoHistory
from ctxlayer.layer.hot_set import HotSet
from ctxlayer.layer.kinds import RULE_KINDS, Kind, Placement, placement
from ctxlayer.layer.linked_rules import links_to_rules, places_of
from ctxlayer.layer.repos import NO_REPOS, Repos
from ctxlayer.layer.schemas import NothingProbed, Schemas
from ctxlayer.layer.shelf import Shelf
from ctxlayer.layer.siblings import NoSiblings, Siblings
from ctxlayer.layer.sources import NO_SOURCES, Sources
from ctxlayer.layer.tokens import Tokenizer
from ctxlayer.layer.tree import Tree
from ctxlayer.layer.unlisted import NothingUnlisted, Unlisted
from ctxlayer.layer.word_base import WordBase
from ctxlayer.settings import Settings
from ctxlayer.syntax.problem import Problem

T = TypeVar("T")
Query = Callable[["Snapshot", "T | None"], T]
"""Something worked out from a snapshot. It is given its own last answer, to build on."""

_EMPTY = Shelf()

_REMEMBERED = 256
"""Changes that a snapshot can tell of; a query that slept longer starts afresh."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Everything that a lint or a feature may know about a layer.

    `documents` maps layer-relative paths to the files that belong to the layer; `tree` names
    all files below the root, theirs and others. `unreadable` maps a path to the reason why it
    could not be read. `settings_file` is where the settings come from, "" for the defaults.
    `full` is False for a layer that only rule stores show. `tokenizer` counts for the family that
    the settings name, None where nobody can. `authors` tells who wrote trust frontmatter, of as much as
    was read of the history; `sources` what commits did to the files that documents rely on, `repos` how
    the clones of siblings stand, of as many as were looked at. `tracked_local` are the files that git
    tracks in the folders that nobody should commit. `asks_git` is False where git may not be asked, so
    that none of this is ever known. `committed` is the hot set of the commit at HEAD,
    None where that is not known (yet). Two snapshots that follow each other share every document and
    every part that did not change. `word_base` are the texts as somebody read them earlier
    (`analysis.words`), None before that. `unsaved` holds what the disk has of each document whose buffer
    is another text: some findings wait until it is saved. `mark` stands for this snapshot and no other,
    without keeping it.
    """

    root: str
    full: bool
    settings: Settings
    today: date
    tree: Tree
    documents: Shelf
    unreadable: Mapping[str, str] = field(default_factory=dict)
    settings_file: str = ""
    settings_problems: tuple[Problem, ...] = ()
    siblings: Siblings = field(default_factory=NoSiblings)
    unlisted: Unlisted = field(default_factory=NothingUnlisted)
    history: History = field(default_factory=NoHistory)
    authors: Authors = NO_AUTHORS
    repos: Repos = field(default_factory=lambda: NO_REPOS)
    sources: Sources = field(default_factory=lambda: NO_SOURCES)
    tracked_local: frozenset[str] = frozenset()
    asks_git: bool = True
    schemas: Schemas = field(default_factory=NothingProbed)
    beside: Beside = field(default_factory=NothingBeside)
    tokenizer: Tokenizer | None = None
    committed: HotSet | None = None
    by_kind: Mapping[Kind, Shelf] = field(default_factory=dict)
    generation: int = 0
    mark: object = field(default_factory=object)
    word_base: WordBase | None = None
    unsaved: Mapping[str, Document] = field(default_factory=dict)
    _changes: tuple[frozenset[str], ...] = ()
    _answers: dict[Any, Any] = field(default_factory=dict)
    _last: dict[Any, Any] = field(default_factory=dict)
    _asked: dict[Any, int] = field(default_factory=dict)

    def document(self, path: str) -> Document | None:
        """The layer document at `path`, if there is one."""
        return self.documents.get(path)

    def placement(self, path: str) -> Placement | None:
        """What a file at `path` is, or would be, in this layer.

        A file outside of every store is a rule where a link in one leads to it.
        """
        found = placement(path, self.settings, full=self.full)
        if found is not None or not self.tree.links:
            return found
        for place in places_of(path, links_to_rules(self.tree)):
            linked = placement(place, self.settings, full=self.full)
            if linked is not None and linked.kind in RULE_KINDS:
                return linked
        return None

    def is_free(self, path: str) -> bool:
        """Whether a document of the layer can be created at `path`: nothing lies there yet."""
        return (
            path not in self.documents
            and path not in self.tree.paths
            and path not in self.tree.folders
            and path not in self.unreadable
            and not self.tree.leads_out(path)
            and self.placement(path) is not None
        )

    def of_kind(self, *kinds: Kind) -> Iterator[Document]:
        """The documents of these kinds, in no particular order."""
        for kind in kinds:
            yield from self.by_kind.get(kind, _EMPTY).values()

    def ask(self, query: Query[T]) -> T:
        """The answer to `query` about this snapshot, worked out once.

        The query sees its answer about the snapshot before, so that it can reuse the parts
        that still hold. Both ways must give equal answers. An answer is never written to: a trial
        of a fix, which is thrown away, has the same answers behind it as the next keystroke.
        """
        if query not in self._answers:
            # Taken out: what is kept of the past must not keep the past of that as well.
            self._answers[query] = query(self, self._last.pop(query, None))
        answer: T = self._answers[query]
        return answer

    def changed_since(self, generation: int) -> frozenset[str] | None:
        """The paths of documents that came, went or changed after an earlier `generation`.

        None where that is too long ago to tell. A query that keeps the generation of its answer
        can so look at the documents that changed and at no others.
        """
        steps = self.generation - generation
        if steps == 0:
            return frozenset()
        if not 0 < steps <= len(self._changes):
            return None
        return frozenset().union(*self._changes[-steps:])

    def changed_since_last(self, query: Query[Any]) -> frozenset[str] | None:
        """What changed since the answer to `query` that it is given; None without one, or as above."""
        generation = self._asked.get(query)
        return None if generation is None else self.changed_since(generation)

    def after(
        self,
        *,
        changed: Iterable[Document] = (),
        removed: Iterable[str] = (),
        **parts: Any,
    ) -> Snapshot:
        """The next snapshot: documents put in or taken out, other fields replaced by name."""
        changed, removed = tuple(changed), tuple(removed)
        touched = (*removed, *(document.path for document in changed))
        kinds: dict[Kind, tuple[list[str], list[Document]]] = {}
        for path in touched:
            gone = self.documents.get(path)
            if gone is not None:
                kinds.setdefault(gone.kind, ([], []))[0].append(path)
        for document in changed:
            kinds.setdefault(document.kind, ([], []))[1].append(document)
        by_kind = {**self.by_kind}
        for kind, (out, put) in kinds.items():
            by_kind[kind] = by_kind.get(kind, _EMPTY).after(out, put)
        return replace(
            self,
            documents=self.documents.after(removed, changed),
            by_kind=by_kind,
            generation=self.generation + 1,
            mark=object(),
            _changes=(*self._changes[1 - _REMEMBERED :], frozenset(touched)),
            _answers={},
            _last={**self._last, **self._answers},
            _asked={**self._asked, **dict.fromkeys(self._answers, self.generation)},
            **parts,
        )


def snapshot_of(
    *, root: str, full: bool, settings: Settings, today: date, tree: Tree, **parts: Any
) -> Snapshot:
    """A first snapshot without documents; `after` puts them in."""
    return Snapshot(root, full, settings, today, tree, _EMPTY, **parts)
