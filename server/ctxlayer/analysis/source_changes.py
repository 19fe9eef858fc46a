"""What became of the sources that a document relies on since somebody last verified it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from ctxlayer.analysis.known_paths import wild_head
from ctxlayer.analysis.ledgers import Ledger, Ledgers, ledgers
from ctxlayer.analysis.reliance import Relied, reliance
from ctxlayer.globs import compile_glob
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE, Commit
from ctxlayer.layer.tree import Tree
from ctxlayer.layer.trust import read_trust


class Moved(NamedTuple):
    """A source that is there and changed: the commits after the last verification, newest first.

    `path` is from the top of the repository, a pattern as it is written.
    """

    repo: str
    path: str
    commits: tuple[Commit, ...]


class Gone(NamedTuple):
    """A source that git has known and that is no more, at each place where the document names it.

    `moved` is where it went, from the top of its repository; "" where git cannot tell. `commit` is the one
    that took it away, None where that is not known; of a pattern, it is not.
    """

    places: tuple[Relied, ...]
    moved: str
    commit: Commit | None

    @property
    def first(self) -> Relied:
        """The place to speak of it at: what tracks it before what mentions it."""
        return self.places[0]


class SourceChanges(NamedTuple):
    """All of it, what most commits touched first. Compared by value, so that a commit concerns only the
    documents whose sources it touched."""

    moved: tuple[Moved, ...] = ()
    gone: tuple[Gone, ...] = ()


NO_CHANGES = SourceChanges()


class _Kept(NamedTuple):
    ledgers: Ledgers
    relied: tuple[Relied, ...]
    tree: Tree
    changes: SourceChanges


def source_changes(document: Document, snapshot: Snapshot) -> SourceChanges:
    """What speaks against a document since its `last-verified`; the same object while that is the same.

    Where a history is not read or does not reach back, nothing is said of it.
    """
    relied = reliance(document, snapshot)
    if not relied:
        return NO_CHANGES
    now = snapshot.ask(ledgers)
    known: _Kept | None = document.memo.get("source-changes")
    if known is not None and (known.ledgers, known.relied, known.tree) == (
        now,
        relied,
        snapshot.tree,
    ):
        return known.changes
    found = _changes(document, relied, now, snapshot)
    if known is not None and known.changes == found:
        found = known.changes
    document.memo["source-changes"] = _Kept(now, relied, snapshot.tree, found)
    return found


def _changes(
    document: Document, relied: tuple[Relied, ...], now: Ledgers, snapshot: Snapshot
) -> SourceChanges:
    by_source: dict[tuple[str, str, str], list[Relied]] = {}
    for each in sorted(relied, key=lambda each: (each.origin == "body", each.span)):
        by_source.setdefault((each.repo, each.path, each.base if each.is_glob else ""), []).append(
            each
        )
    gone, left = [], []
    for places in by_source.values():
        first, ledger = places[0], now[places[0].repo]
        if _is_gone(first, ledger, snapshot):
            places = [each for each in places if not _escapes(each, ledger)]
            if not places:
                continue
            commit = None if first.is_glob else ledger.last_change(first.path)
            gone.append(Gone(tuple(places), _went(first, ledger), commit))
        else:
            left.append(first)
    moved = tuple(sorted(_moved(document, left, now), key=lambda each: -len(each.commits)))
    return SourceChanges(moved, tuple(gone)) if moved or gone else NO_CHANGES


# Commits to what is there.


def _moved(document: Document, relied: Iterable[Relied], now: Ledgers) -> Iterator[Moved]:
    trust = read_trust(document)
    since = trust.last_verified
    if since is None or trust.verified_by == "unverified":
        return
    for source in relied:
        ledger = now[source.repo]
        commits = ledger.changes(_places(source, ledger), since)
        if commits:
            yield Moved(source.repo, source.path, commits)


def _places(relied: Relied, ledger: Ledger) -> Iterable[int]:
    if relied.origin == "body" and _is_area(relied.path, ledger):
        return ()
    if relied.is_glob:
        return ledger.places_matching(relied.path, relied.base)
    return ledger.places_of(relied.path)


def _is_area(path: str, ledger: Ledger) -> bool:
    """Whether a folder holds so many files that to name it says where things are, not what they do.

    As many as a commit may touch at most; something in there changes every day.
    """
    tracked = ledger.history.tracked
    files = (each for each in ledger.known.below(path) if each in tracked)
    most = ledger.settings.freshness.bulk_files
    return next(islice(files, most, None), None) is not None


# What is gone.


def _is_gone(relied: Relied, ledger: Ledger, snapshot: Snapshot) -> bool:
    """Whether there is no such source at HEAD, nor, in the repository around the layer, on disk."""
    history = ledger.history
    if relied.is_glob:
        if not history.tracked.isdisjoint(ledger.matching(relied.path, relied.base)):
            return False
        inner = relied.path if relied.base == history.below else None
        return inner is None or relied.repo != HERE or not _may_match(inner, snapshot)
    if ledger.is_tracked(relied.path):
        return False
    inner = history.outer(relied.path)
    return inner is None or relied.repo != HERE or not _may_lie(inner, snapshot)


def _escapes(relied: Relied, ledger: Ledger) -> bool:
    """Whether it is a link that leaves the layer, which is another fault and said as such."""
    inside = ledger.history.outer(relied.path) is not None
    return relied.form == "link" and relied.repo == HERE and not inside


def _may_match(pattern: str, snapshot: Snapshot) -> bool:
    """Whether a file on disk matches, one that git does not track yet or ignores."""
    glob = compile_glob(pattern)
    return snapshot.tree.index.any_match(glob) or snapshot.unlisted.may_hold(wild_head(pattern))


def _may_lie(path: str, snapshot: Snapshot) -> bool:
    """Whether a file or folder is on disk, or may be where the tree does not look."""
    tree = snapshot.tree
    return path in tree.paths or path in tree.folders or snapshot.unlisted.may_hold(path)


def _went(relied: Relied, ledger: Ledger) -> str:
    """Where a source went, from the top; of a pattern, the pattern that it would be there."""
    if not relied.is_glob:
        return ledger.history.moved_to(relied.path) or ""
    head = wild_head(relied.path)
    folder = ledger.history.moved_to(f"{relied.base}{head}") if head else None
    return f"{folder}{relied.path[len(head) :]}" if folder else ""


def gone_places(document: Document, snapshot: Snapshot) -> frozenset[int]:
    """Where the paths begin that are gone and that git has known: they have another cause than a link that
    never led anywhere."""
    changes = source_changes(document, snapshot)
    if not changes.gone:
        return _NOWHERE
    return frozenset(each.span.start for gone in changes.gone for each in gone.places)


_NOWHERE: frozenset[int] = frozenset()
