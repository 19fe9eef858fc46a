"""How clones stand, many of them side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ctxlayer.layer.repos import RepoFacts
from ctxlayer.probes.repo_states import read_repos

_MINUTES = 5
"""How finely the age of a fetch is told in its first hour; after that in hours, as people say it."""


def read_facts(asked: Mapping[str, tuple[str, RepoFacts | None]]) -> dict[str, RepoFacts]:
    """How each clone stands, by name; see `settled`."""
    found = read_repos({name: path for name, (path, _) in asked.items()})
    return {name: settled(asked[name][1], facts) for name, facts in found}


def settled(last: RepoFacts | None, facts: RepoFacts) -> RepoFacts:
    """`facts`, or `last` where it says the same: a later look alone makes nothing different.

    But the age of a fetch has to move on, every now and then. A fetch that failed counts until the remote
    is heard of, or where it has no such branch, until there is another one here.
    """
    if last is not None and _still_fails(last, facts):
        facts = replace(facts, fetch_error=facts.fetch_error or last.fetch_error)
    if last is None or _age(last) != _age(facts) or replace(last, looked=facts.looked) != facts:
        return facts
    return last


def _still_fails(last: RepoFacts, facts: RepoFacts) -> bool:
    is_other = last.fetch_error == "gone" and last.branch != facts.branch
    return bool(last.fetch_error) and last.fetched == facts.fetched and not is_other


def _age(facts: RepoFacts) -> object:
    if facts.fetched is None:
        return None
    minutes = int((facts.looked - facts.fetched).total_seconds() // 60)
    return minutes // _MINUTES if minutes < 60 else ("hours", minutes // 60)
