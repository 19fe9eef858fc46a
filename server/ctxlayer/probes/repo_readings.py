"""What is read of repositories: how clones stand, and what commits did. Many of them side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Protocol

from ctxlayer.layer.repos import RepoFacts
from ctxlayer.layer.sources import RepoHistory
from ctxlayer.probes.background import side_by_side
from ctxlayer.probes.head import head_commit
from ctxlayer.probes.repo_states import read_repos
from ctxlayer.probes.sources import read_history

_AT_ONCE = 4
"""Histories that are read side by side: git runs beside us, but each answer is taken apart here."""

_MINUTES = 5
"""How finely the age of a fetch is told in its first hour; after that in hours, as people say it."""


class Kept(Protocol):
    """Somewhere to keep histories for the next run, by the path of the repository."""

    def load(self, about: str) -> RepoHistory | None:
        """What was kept of a repository."""

    def save(self, about: str, history: RepoHistory) -> None:
        """Keep a history in place of the one before."""


def read_facts(asked: Mapping[str, tuple[str, RepoFacts | None]]) -> dict[str, RepoFacts]:
    """How each clone stands, by name; see `settled`."""
    found = read_repos({name: path for name, (path, _) in asked.items()})
    return {name: settled(asked[name][1], facts) for name, facts in found}


def settled(last: RepoFacts | None, facts: RepoFacts) -> RepoFacts:
    """`facts`, or `last` where it says the same: a later look alone makes nothing different.

    But the age of a fetch has to move on, every now and then. A fetch that failed counts until the remote
    is heard of.
    """
    if last is not None and last.fetch_error and last.fetched == facts.fetched:
        facts = replace(facts, fetch_error=facts.fetch_error or last.fetch_error)
    if last is None or _age(last) != _age(facts) or replace(last, looked=facts.looked) != facts:
        return facts
    return last


def _age(facts: RepoFacts) -> object:
    if facts.fetched is None:
        return None
    minutes = int((facts.looked - facts.fetched).total_seconds() // 60)
    return minutes // _MINUTES if minutes < 60 else ("hours", minutes // 60)


def read_histories(
    asked: Mapping[str, tuple[str, RepoHistory | None]], kept: Kept
) -> dict[str, RepoHistory | None]:
    """The history of each repository by name, on from the one that was read last; None for none.

    One that fails leaves the others alone.
    """
    works = [partial(_history, path, last, kept) for path, last in asked.values()]
    return dict(zip(asked, side_by_side(works, _AT_ONCE), strict=True))


def _history(path: str, last: RepoHistory | None, kept: Kept) -> RepoHistory | None:
    if head_commit(path) == "":
        return None
    try:
        known = last or kept.load(path)
        found = read_history(path, known)
        if found is not None and found is not known:
            kept.save(path, found)
        return found
    except Exception:  # noqa: BLE001 - whatever goes wrong with git means unknown
        return None
