"""The histories of repositories, ready to be asked what changed: which commits count, of which files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import NamedTuple

from ctxlayer.analysis.counted_commits import counting
from ctxlayer.analysis.known_paths import KnownPaths, same_paths
from ctxlayer.layer.kinds import placement
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE, Commit, RepoHistory
from ctxlayer.layer.tree import Tree
from ctxlayer.settings import Settings


class Source(NamedTuple):
    """A file or folder; where there is a `base`, a pattern that counts from there."""

    path: str
    base: str | None = None


@dataclass(frozen=True, eq=False)
class Ledger:
    """One history under the settings of a layer. Paths are from the top of the repository.

    `full` is that of the layer; None for a sibling, whose documents are sources like others. `known` is the
    same object while git knows the same paths.
    """

    history: RepoHistory
    settings: Settings
    full: bool | None
    known: KnownPaths
    _placed: dict[str, bool] = field(default_factory=dict)
    _matched: dict[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    _told: dict[tuple[Source, date], tuple[Commit, ...]] = field(default_factory=dict)

    # Which files there are.

    def is_source(self, path: str) -> bool:
        """Whether a file is none of the layer's own documents."""
        inner = self.history.outer(path) if self.full is not None else None
        if inner is None or self.full is None:
            return True
        source = self._placed.get(path)
        if source is None:
            source = placement(inner, self.settings, full=self.full) is None
            self._placed[path] = source
        return source

    def is_tracked(self, path: str) -> bool:
        """Whether there is a file or folder at HEAD; what is in a submodule counts, as git does not say."""
        tracked = self.history.tracked
        if path in tracked or any(each in tracked for each in self.known.below(path)):
            return True
        above = path.rpartition("/")[0]
        while above and above not in tracked:
            above = above.rpartition("/")[0]
        return bool(above)

    @cached_property
    def tree(self) -> Tree:
        """The files at HEAD, from the folder in which the layer or the clone of the repo map lies."""
        inner = map(self.history.outer, self.history.tracked)
        return Tree(frozenset(path for path in inner if path))

    def matching(self, pattern: str, base: str) -> Sequence[str]:
        """The files that a pattern matches or did, from `base`; no documents of the layer."""
        if self.full is None:
            return self.known.matching(pattern, base)
        found = self._matched.get((pattern, base))
        if found is None:
            found = tuple(filter(self.is_source, self.known.matching(pattern, base)))
            self._matched[pattern, base] = found
        return found

    # Which commits touched them.

    def changes_of(self, source: Source, since: date) -> tuple[Commit, ...]:
        """The commits to a source that landed after a day and count, newest first; the same object each time.

        None of them where the history does not reach back so far: that is not known.
        """
        told = self._told.get((source, since))
        if told is None:
            told = self._told[source, since] = self._changes(source, since)
        return told

    def _changes(self, source: Source, since: date) -> tuple[Commit, ...]:
        if self.history.since is not None and since < self.history.since:
            return ()
        places = self._counted.get(source)
        if places is None:
            found = set(self._places(source)) - self._passed_over
            places = self._counted[source] = tuple(sorted(found))
        return self.history.landed_after(since, places)

    @cached_property
    def _counted(self) -> dict[Source, tuple[int, ...]]:
        return {}

    def _places(self, source: Source) -> Iterable[int]:
        """The commits that touched a file, under earlier names too, or any of many files."""
        if source.base is not None:
            return self._touching(self.matching(source.path, source.base))
        if self.known.is_folder(source.path):
            return self._touching(filter(self.is_source, self.known.below(source.path)))
        return self.history.commits_of(source.path)

    def last_change(self, path: str) -> Commit | None:
        """The last commit that touched a file or anything below a folder, or moved it away."""
        touched, left = self.history.touched, self._left
        paths = (path, *self.known.below(path))
        found = [touched[each][0] for each in paths if touched.get(each)]
        found += (left[each] for each in paths if each in left)
        return self.history.commits[min(found)] if found else None

    @cached_property
    def _left(self) -> Mapping[str, int]:
        """The last commit that gave a file of a name another one, by its place."""
        return {each.old: each.commit for each in self.history.renames}

    def _touching(self, paths: Iterable[str]) -> set[int]:
        touched = self.history.touched
        return set().union(*(touched.get(path, ()) for path in paths))

    @cached_property
    def _passed_over(self) -> frozenset[int]:
        """The commits that change no source: bulk commits, and those that somebody said to leave out."""
        counts = counting(self.settings.freshness, self.history.ignored)
        commits = enumerate(self.history.commits)
        return frozenset(place for place, commit in commits if not counts(commit))

    def told_before(self, last: Ledger) -> dict[tuple[Source, date], tuple[Commit, ...]]:
        """What an earlier ledger said of sources that no commit touched since; nothing of others."""
        new = self._since(last.history)
        if new is None:
            return {}
        paths = {path for path, places in self.history.touched.items() if places[0] < new}
        folders = {path[:at] for path in paths for at in _slashes(path)}
        hit = {
            source
            for source, _ in last._told
            if (
                not paths.isdisjoint(self.known.matching(source.path, source.base))
                if source.base is not None
                else source.path in paths or source.path in folders
            )
        }
        return {key: told for key, told in last._told.items() if key[0] not in hit}

    def _since(self, before: RepoHistory) -> int | None:
        """How many commits came onto the line of HEAD after `before`; None where it is another line."""
        commits, old = self.history.commits, before.commits
        new = len(commits) - len(old)
        same = (before.since, before.ignored) == (self.history.since, self.history.ignored)
        if not old or not same or not 0 <= new < len(commits):
            return None
        return (
            new if commits[new].hash == old[0].hash and commits[-1].hash == old[-1].hash else None
        )


def _slashes(path: str) -> Iterator[int]:
    at = path.find("/")
    while at >= 0:
        yield at
        at = path.find("/", at + 1)


def tree_of(repo: str, snapshot: Snapshot) -> Tree | None:
    """The files at HEAD of a sibling, from what the repo map names; None where they are not known."""
    ledger = snapshot.ask(ledgers).get(repo) if repo in snapshot.siblings.names else None
    return ledger.tree if ledger is not None else None


Ledgers = Mapping[str, Ledger]


def ledgers(snapshot: Snapshot, last: Ledgers | None) -> Ledgers:
    """A query: the ledgers of the histories that were read; the same object while none differs."""
    known = last or {}
    found = {
        repo: _ledger(
            history,
            snapshot.settings,
            snapshot.full if repo == HERE else None,
            known.get(repo),
        )
        for repo, history in snapshot.sources.items()
    }
    return last if last is not None and found == last else found


def _ledger(
    history: RepoHistory, settings: Settings, full: bool | None, last: Ledger | None
) -> Ledger:
    if last is None:
        return Ledger(history, settings, full, KnownPaths(history))
    same_settings = last.settings is settings and last.full is full
    if same_settings and last.history is history:
        return last
    same = last.history is history or same_paths(history, last.history)
    known = last.known if same else KnownPaths(history)
    if not same_settings or history.below != last.history.below:
        return Ledger(history, settings, full, known)
    if not same:
        return Ledger(history, settings, full, known, last._placed)
    ledger = Ledger(history, settings, full, known, last._placed, last._matched)
    ledger._told.update(ledger.told_before(last))
    return ledger
