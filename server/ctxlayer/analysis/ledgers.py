"""The histories of repositories, ready to be asked what changed: which commits count, of which files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property

from ctxlayer.layer.kinds import placement
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE, Commit, RepoHistory
from ctxlayer.settings import Settings

_SHORTEST_HASH = 7
"""Letters of a hash in `ignore-revs`; fewer may mean several commits."""


@dataclass(frozen=True, eq=False)
class Ledger:
    """One history under the settings of a layer.

    `full` is that of the layer; None for a sibling, whose documents are sources like others. `names` stands
    for the paths that git knows: the same object while those are the same.
    """

    history: RepoHistory
    settings: Settings
    full: bool | None
    names: object
    placed: dict[str, bool] = field(default_factory=dict)
    """Which paths are no documents of the layer, as far as somebody asked."""

    def matching(self, pattern: str, base: str) -> Collection[str]:
        """The files, from the top, that a pattern matches or did, from `base`; no documents of the layer."""
        found = self._from(base).matching(pattern)
        return found if self.full is None else [path for path in found if self.is_source(path)]

    def files_of(self, folder: str) -> Collection[str]:
        """The files that ever were below a folder; no documents of the layer."""
        return self.matching(f"{_literal(folder)}/**", "")

    def is_source(self, path: str) -> bool:
        """Whether a file, from the top, is none of the layer's own documents."""
        inner = self.history.outer(path) if self.full is not None else None
        if inner is None or self.full is None:
            return True
        known = self.placed.get(path)
        if known is None:
            known = placement(inner, self.settings, full=self.full) is None
            self.placed[path] = known
        return known

    def changes(self, places: Iterable[int], since: date) -> tuple[Commit, ...] | None:
        """Of commits by their places, those that landed after a day and count, newest first.

        None where the history does not reach back so far.
        """
        if self.history.since is not None and since < self.history.since:
            return None
        return self.history.landed_after(since, sorted(set(places) - self._passed_over))

    def places_of(self, path: str) -> Iterable[int]:
        """The commits that touched a file or anything below a folder, by their places."""
        if self.full is None or path not in self.history.past_folders:
            return self.history.commits_of(path)
        return self._touching(self.files_of(path))

    def places_matching(self, pattern: str, base: str) -> Iterable[int]:
        """The commits that touched a file which a pattern matches, by their places."""
        if self.full is None:
            return self._from(base).commits_matching(pattern)
        return self._touching(self.matching(pattern, base))

    def last_change(self, path: str) -> Commit | None:
        """The last commit that touched a file or anything below a folder, or moved it away."""
        history = self.history
        found = [*history.touched.get(path, ())[:1], *history.commits_under(path)[:1]]
        if path in self._left:
            found.append(self._left[path])
        return history.commits[min(found)] if found else None

    @cached_property
    def _left(self) -> Mapping[str, int]:
        """The last commit that gave a file of a name another one, by its place."""
        return {each.old: each.commit for each in self.history.renames}

    def _touching(self, paths: Iterable[str]) -> set[int]:
        touched = self.history.touched
        return set().union(*(touched.get(path, ()) for path in paths))

    def _from(self, base: str) -> RepoHistory:
        return self.history if base == self.history.below else self._top

    @cached_property
    def _top(self) -> RepoHistory:
        """The same for patterns from the top of the repository."""
        return replace(self.history, below="")

    @cached_property
    def _passed_over(self) -> frozenset[int]:
        """The commits that change no source: bulk commits, and those that somebody said to leave out."""
        freshness = self.settings.freshness
        named = [each.lower() for each in (*freshness.ignore_revs, *self.history.ignored)]
        by_size: dict[int, set[str]] = {}
        for each in named:
            if len(each) >= _SHORTEST_HASH:
                by_size.setdefault(len(each), set()).add(each)
        return frozenset(
            place
            for place, commit in enumerate(self.history.commits)
            if commit.files > freshness.bulk_files
            or any(commit.hash[:size] in hashes for size, hashes in by_size.items())
        )


def _literal(path: str) -> str:
    """A pattern that matches just this path."""
    return "".join(f"\\{char}" if char in "*?[]{}\\!" else char for char in path)


Ledgers = Mapping[str, Ledger]


def ledgers(snapshot: Snapshot, last: Ledgers | None) -> Ledgers:
    """A query: the ledgers of the histories that were read; the same object while none differs."""
    settings = snapshot.settings
    known = last or {}
    found = {
        repo: _ledger(history, settings, snapshot.full if repo == HERE else None, known.get(repo))
        for repo, history in snapshot.sources.items()
    }
    if last is not None and found == last:
        return last
    return found


def _ledger(
    history: RepoHistory, settings: Settings, full: bool | None, last: Ledger | None
) -> Ledger:
    if last is None or last.settings is not settings or last.full is not full:
        return Ledger(history, settings, full, object())
    if last.history is history:
        return last
    names = last.names if _same_names(history, last.history) else object()
    return Ledger(
        history, settings, full, names, last.placed if last.history.below == history.below else {}
    )


def _same_names(now: RepoHistory, before: RepoHistory) -> bool:
    """Whether git knows the same paths, at HEAD and of old."""
    return (
        now.below == before.below
        and len(now.renames) == len(before.renames)
        and now.tracked == before.tracked
        and now.touched.keys() == before.touched.keys()
    )
