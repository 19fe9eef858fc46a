"""Which commits count as a change of what they touch, and each of them once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ctxlayer.layer.sources import Commit
from ctxlayer.settings import FreshnessSettings

_SHORTEST_HASH = 7
"""Letters of a hash that is to be left out; fewer may mean several commits."""


def counting(freshness: FreshnessSettings, ignored: Iterable[str] = ()) -> Callable[[Commit], bool]:
    """Whether a commit counts: no bulk commit, and none that somebody said to leave out.

    `ignored` are hashes, or beginnings of such, beside those of the settings.
    """
    by_size: dict[int, set[str]] = {}
    for each in (*freshness.ignore_revs, *ignored):
        if len(each) >= _SHORTEST_HASH:
            by_size.setdefault(len(each), set()).add(each.lower())
    named = tuple(by_size.items())

    def counts(commit: Commit) -> bool:
        return commit.files <= freshness.bulk_files and not any(
            commit.hash[:size] in hashes for size, hashes in named
        )

    return counts


def each_once(commits: Iterable[Commit]) -> tuple[Commit, ...]:
    """These commits, each once, newest first."""
    found = {commit.hash: commit for commit in commits}
    return tuple(sorted(found.values(), key=lambda commit: commit.day, reverse=True))
