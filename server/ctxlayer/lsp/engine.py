"""Everything of the engine that the server calls, gathered when it is first needed.

The engine takes longer to import than `initialize` may take to answer, so nothing above this
line of the house imports it at start-up. Tests put a small engine of their own in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ctxlayer.host import Host
    from ctxlayer.ide.model import (
        Action,
        Completion,
        DocumentLink,
        Fold,
        FoundSymbol,
        Hint,
        Hover,
        Lens,
        Location,
        Rewrite,
        Symbol,
    )
    from ctxlayer.ide.renaming import Refusal, Renamable
    from ctxlayer.layer.snapshot import Snapshot
    from ctxlayer.lints.model import FileFindings, Finding
    from ctxlayer.text import Edit, Span


@dataclass(frozen=True, slots=True)
class Engine:
    """One host and the pure functions that answer about its snapshots."""

    host: Host
    file_findings: Callable[[Snapshot, str], FileFindings]
    hover: Callable[[Snapshot, str, int], Hover | None]
    complete: Callable[[Snapshot, str, int], tuple[Completion, ...]]
    complete_at_most: int
    """As many suggestions mean that there may be more."""
    actions: Callable[
        [Snapshot, str, Span, Sequence[Finding] | None, Callable[[str], bool]], tuple[Action, ...]
    ]
    fix_all: Callable[[Snapshot, str], Action | None]
    definition: Callable[[Snapshot, str, int], tuple[Location, ...]]
    document_links: Callable[[Snapshot, str], tuple[DocumentLink, ...]]
    references: Callable[..., tuple[Location, ...]]
    """Takes a snapshot, a path, an offset, and whether with the `declaration`."""
    highlights: Callable[[Snapshot, str, int], tuple[Location, ...]]
    prepare_rename: Callable[[Snapshot, str, int], Renamable | Refusal]
    rename: Callable[[Snapshot, str, int, str], Rewrite | Refusal]
    move_edits: Callable[[Snapshot, Mapping[str, str]], Mapping[str, tuple[Edit, ...]]]
    delete_edits: Callable[[Snapshot, Sequence[str]], Mapping[str, tuple[Edit, ...]]]
    folds: Callable[[Snapshot, str], tuple[Fold, ...]]
    workspace_symbols: Callable[[Snapshot, str], tuple[FoundSymbol, ...]]
    document_symbols: Callable[[Snapshot, str], tuple[Symbol, ...]]
    lenses: Callable[[Snapshot, str], tuple[Lens, ...]]
    hints: Callable[[Snapshot, str], tuple[Hint, ...]]
    format_document: Callable[[Snapshot, str, Span | None], tuple[Edit, ...]]
    format_typed: Callable[[Snapshot, str, int], tuple[Edit, ...]]
    formatted: Callable[[Snapshot], Collection[str]]
    """The paths of the documents that formatting is for."""
    match_path: Callable[[Snapshot, str], dict[str, Any] | None]
    file_status: Callable[[Snapshot, str], dict[str, Any] | None]
    layer_status: Callable[[Snapshot, str], dict[str, Any] | None]
    review_queue: Callable[[Snapshot], list[dict[str, Any]]]
    """What a person should verify next."""
    changes_since: Callable[[Snapshot, str], dict[str, Any] | None]
    """What changed since a document was verified."""
    version_reader: Callable[..., Callable[[], str | None]]
    """Takes a layer, a repository, a commit, a path and whether it is as it was `before` that."""
    stamps: Callable[[str], Mapping[str, object]]
    """What lies below a root now: each file with something that changes when the file does."""


def load_engine(trusted: bool) -> Engine:
    """Import the engine and give it an empty host."""
    from ctxlayer.analysis.matching import match_path
    from ctxlayer.analysis.trust import trust_entry
    from ctxlayer.analysis.verification_queue import queue_entries
    from ctxlayer.host import Host
    from ctxlayer.host.versions import version_reader
    from ctxlayer.ide.actions import actions, fix_all
    from ctxlayer.ide.budget_words import layer_status
    from ctxlayer.ide.changed_since import changes_since
    from ctxlayer.ide.completion import MOST, complete
    from ctxlayer.ide.deleting import delete_edits
    from ctxlayer.ide.folding import folds
    from ctxlayer.ide.formatting import format_document, format_typed, formatted
    from ctxlayer.ide.hints import hints
    from ctxlayer.ide.hover import hover
    from ctxlayer.ide.lenses import lenses
    from ctxlayer.ide.moving import move_edits
    from ctxlayer.ide.navigation import definition, document_links
    from ctxlayer.ide.references import highlights, references
    from ctxlayer.ide.renaming import prepare_rename, rename
    from ctxlayer.ide.symbols import document_symbols
    from ctxlayer.ide.workspace_symbols import workspace_symbols
    from ctxlayer.lints.runner import file_findings
    from ctxlayer.probes.clock import today
    from ctxlayer.vfs import scan

    return Engine(
        host=Host(today=today, trusted=trusted),
        file_findings=file_findings,
        hover=hover,
        complete=complete,
        complete_at_most=MOST,
        actions=actions,
        fix_all=fix_all,
        definition=definition,
        document_links=document_links,
        references=references,
        highlights=highlights,
        prepare_rename=prepare_rename,
        rename=rename,
        move_edits=move_edits,
        delete_edits=delete_edits,
        folds=folds,
        workspace_symbols=workspace_symbols,
        document_symbols=document_symbols,
        lenses=lenses,
        hints=hints,
        format_document=format_document,
        format_typed=format_typed,
        formatted=formatted,
        match_path=match_path,
        file_status=trust_entry,
        layer_status=layer_status,
        review_queue=queue_entries,
        changes_since=changes_since,
        version_reader=version_reader,
        stamps=lambda root: scan(root).files,
    )
