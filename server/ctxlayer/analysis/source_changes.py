"""What became of the sources that a document relies on since somebody last verified it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from ctxlayer.analysis.farewells import says_gone
from ctxlayer.analysis.known_paths import wild_head
from ctxlayer.analysis.ledgers import Ledger, Ledgers, Source, ledgers
from ctxlayer.analysis.reliance import Relied, World, reliance, reliance_world
from ctxlayer.globs import compile_glob
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE, Commit, RepoHistory
from ctxlayer.layer.trust import read_trust

_MONTH = timedelta(days=30)
_MONTHS = 6
_BUSY_MONTHS = 4
"""A source is busy that changed in so many of the months before the text was verified: longer than it takes to
build something and write it down."""
_FEW = 10
"""Files in a folder that a text only names and speaks of; of a dozen larger ones in public texts it spoke of none."""


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


class _There(NamedTuple):
    """A source that is there; `tracked` where the document says that it follows it."""

    repo: str
    source: Source
    tracked: bool


class _Standing(NamedTuple):
    """The sources of a document apart: those that are there, and those that are gone."""

    world: World
    relied: tuple[Relied, ...]
    there: tuple[_There, ...]
    gone: tuple[Gone, ...]


class _Kept(NamedTuple):
    ledgers: Ledgers
    standing: _Standing
    changes: SourceChanges


def source_changes(document: Document, snapshot: Snapshot) -> SourceChanges:
    """What speaks against a document since its `last-verified`; the same object while that is the same.

    Where a history is not read or does not reach back, nothing is said of it.
    """
    relied = reliance(document, snapshot)
    if not relied:
        return NO_CHANGES
    now = snapshot.ask(ledgers)
    standing = _standing(document, relied, now, snapshot)
    known: _Kept | None = document.memo.get("source-changes")
    if known is not None and known.ledgers is now and known.standing is standing:
        return known.changes
    found = _changes(document, standing, now)
    if known is not None and known.changes == found:
        found = known.changes
    document.memo["source-changes"] = _Kept(now, standing, found)
    return found


def _standing(
    document: Document, relied: tuple[Relied, ...], now: Ledgers, snapshot: Snapshot
) -> _Standing:
    """Worked out once while git knows the same paths."""
    world = snapshot.ask(reliance_world)
    known: _Standing | None = document.memo.get("source-standing")
    if known is not None and known.world is world and known.relied is relied:
        return known
    there: list[_There] = []
    gone: list[Gone] = []
    for (repo, source), places in _by_source(relied).items():
        ledger, first = now[repo], places[0]
        if not _is_gone(first, ledger, snapshot):
            tracked = first.origin == "tracks"
            if tracked or not is_area(first.path, ledger, _FEW):
                there.append(_There(repo, source, tracked))
            continue
        commit = None if first.is_glob else ledger.last_change(first.path)
        went = _went(first, ledger)
        places = [each for each in places if _is_news(each, went, document, ledger)]
        if places and not _was_gone(places[0], commit, document, ledger):
            gone.append(Gone(tuple(places), went, commit))
    found = document.memo["source-standing"] = _Standing(world, relied, tuple(there), tuple(gone))
    return found


def _by_source(relied: tuple[Relied, ...]) -> dict[tuple[str, Source], list[Relied]]:
    """The places of each source, what tracks it before what mentions it."""
    found: dict[tuple[str, Source], list[Relied]] = {}
    for each in sorted(relied, key=lambda each: (each.origin == "body", each.span)):
        source = Source(each.path, each.base if each.is_glob else None)
        found.setdefault((each.repo, source), []).append(each)
    return found


# Commits to what is there.


def _changes(document: Document, standing: _Standing, now: Ledgers) -> SourceChanges:
    trust = read_trust(document)
    since = trust.last_verified
    moved: list[Moved] = []
    if since is not None and trust.verified_by != "unverified":
        own: frozenset[Commit] | None = None
        for repo, source, tracked in standing.there:
            commits = now[repo].changes_of(source, since)
            if commits and repo == HERE:
                own = _own_commits(document, now[repo]) if own is None else own
                if not own.isdisjoint(commits):
                    commits = tuple(each for each in commits if each not in own)
            if commits and (tracked or not is_busy(source, since, now[repo])):
                moved.append(Moved(repo, source.path, commits))
    if not moved and not standing.gone:
        return NO_CHANGES
    moved.sort(key=lambda each: -len(each.commits))
    return SourceChanges(tuple(moved), standing.gone)


def _own_commits(document: Document, ledger: Ledger) -> frozenset[Commit]:
    """The commits that touched the document itself: who wrote both at once knew of both."""
    history = ledger.history
    path = history.inner(document.path)
    places = history.commits_of(path) if path is not None else ()
    return frozenset(history.commits[place] for place in places)


def is_busy(source: Source, since: date, ledger: Ledger) -> bool:
    """Whether a source changed in most months before a day too.

    Somebody verified the text in the midst of that, and would have to again next month: what it says hangs on no
    single change. Who means otherwise says so in `tracks`.
    """
    busy = 0
    later = len(ledger.changes_of(source, since))
    for _ in range(_MONTHS):
        since -= _MONTH
        found = len(ledger.changes_of(source, since))
        busy += found > later
        later = found
    return busy >= _BUSY_MONTHS


def is_area(path: str, ledger: Ledger, most: int) -> bool:
    """Whether a folder holds more files than that, so that to name it says where things are, not what they do."""
    files = ledger.known.below(path)
    return len(files) > most and sum(each in ledger.history.tracked for each in files) > most


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


def _is_news(relied: Relied, went: str, document: Document, ledger: Ledger) -> bool:
    """Whether a place does not say itself that the source is gone, nor has another fault for which it is told."""
    if _escapes(relied, ledger):
        return False
    return relied.origin == "tracks" or not says_gone(relied.span, document.text, went)


def _was_gone(relied: Relied, commit: Commit | None, document: Document, ledger: Ledger) -> bool:
    """Whether the body names something that was no more when the document was first written.

    Its author meant something else by it: a file that is made, a path from some other folder, the past.
    Where both happened on one day, and no history shows that the document was first, that may be.
    """
    created = read_trust(document).created
    if relied.origin == "tracks" or commit is None or created is None:
        return False
    if commit.day == created:
        return relied.repo != HERE or not _was_before(commit, document, ledger.history)
    return commit.day < created


def _was_before(commit: Commit, document: Document, history: RepoHistory) -> bool:
    """Whether the document was committed before a commit of its repository."""
    path = history.inner(document.path)
    places = history.commits_of(path) if path is not None else ()
    return bool(places) and places[-1] > history.commits.index(commit)


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
