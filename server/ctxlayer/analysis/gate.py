"""The freshness gate: whether the clone of a sibling may be read as what runs. It only looks.

PASS, STOP with every reason that holds, or UNKNOWN; what is not known is never shown as fresh.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

from ctxlayer.analysis.gate_words import (
    STOPS,
    UNKNOWNS,
    State,
    Told,
    Verdict,
    ago,
    gate_words,
    is_at_its_pin,
    notes,
    told,
)
from ctxlayer.layer.repo_map import repo_map, repo_map_of
from ctxlayer.layer.repos import RepoFacts, Repos
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.settings import Settings

__all__ = [
    "STOPS", "UNKNOWNS", "State", "Told", "Verdict", "ago", "gate_of", "gate_words", "is_at_its_pin",
    "notes", "told", "verdict", "verdicts",
]  # fmt: skip

_NO_PATHS: Mapping[str, str] = {}


def verdict(name: str, facts: RepoFacts | None, settings: Settings, path: str = "") -> Verdict:
    """What the gate says of the sibling `name`; `path` is where the repo map has it.

    How old a fetch is counts from when the facts were found.
    """
    named = settings.repos.get(name)
    expected = (named.branch if named else None) or (facts.default if facts else None)
    path = facts.path if facts else path
    if facts is None:
        return Verdict(name, path, "UNKNOWN", ("not-looked-at",), expected, None)
    found = set(_stops(facts, expected))
    reasons = tuple(each for each in STOPS if each in found)
    if reasons:
        return Verdict(name, path, "STOP", reasons, expected, facts)
    found = set(_doubts(facts, timedelta(hours=settings.freshness.fetch_hours)))
    reasons = tuple(each for each in UNKNOWNS if each in found)
    return Verdict(name, path, "UNKNOWN" if reasons else "PASS", reasons, expected, facts)


class _Judged(NamedTuple):
    """The verdicts, with what they go by: while that is the same, nothing is judged again."""

    repos: Repos
    settings: Settings
    paths: Mapping[str, str]
    names: frozenset[str]
    verdicts: Mapping[str, Verdict]


def verdicts(snapshot: Snapshot, _: Mapping[str, Verdict] | None) -> Mapping[str, Verdict]:
    """What the gate says of each sibling that is mapped or was looked at: a query.

    Those that say the same as before stay the same objects, however often somebody looks.
    """
    return snapshot.ask(_judged).verdicts


def _judged(snapshot: Snapshot, before: _Judged | None) -> _Judged:
    repos, settings, paths = snapshot.repos, snapshot.settings, _paths(snapshot)
    names = snapshot.siblings.names
    if (
        before is not None
        and (before.repos is repos and before.settings is settings and before.paths is paths)
        and before.names == names
    ):
        return before
    found = {
        name: verdict(name, repos.get(name), settings, paths.get(name, ""))
        for name in sorted({*paths, *names, *repos})
    }
    kept = _kept(found, before.verdicts) if before is not None else found
    return _Judged(repos, settings, paths, names, kept)


def _kept(found: Mapping[str, Verdict], before: Mapping[str, Verdict]) -> Mapping[str, Verdict]:
    """`found`, with what was said before where that says the same."""
    kept = {
        name: before[name] if name in before and _same(before[name], each) else each
        for name, each in found.items()
    }
    unchanged = kept.keys() == before.keys() and all(kept[name] is before[name] for name in kept)
    return before if unchanged else kept


def _paths(snapshot: Snapshot) -> Mapping[str, str]:
    """The paths of the repo map as they are written; the same object while its text is the same."""
    document = repo_map_of(snapshot)
    if document is None:
        return _NO_PATHS
    if "gate-paths" not in document.memo:
        document.memo["gate-paths"] = repo_map(document).paths
    found: Mapping[str, str] = document.memo["gate-paths"]
    return found


def gate_of(name: str, snapshot: Snapshot) -> Verdict:
    """What the gate says of one sibling; UNKNOWN for one that is not mapped on this machine."""
    found = snapshot.ask(verdicts).get(name)
    return found or verdict(name, None, snapshot.settings)


def _same(one: Verdict, other: Verdict) -> bool:
    """Whether both say the same, in words too: those tell how long ago the last fetch was."""
    if one.facts is None or other.facts is None:
        return one == other
    facts = replace(one.facts, looked=other.facts.looked)
    return one._replace(facts=facts) == other and gate_words(one) == gate_words(other)


# What holds.


def _stops(facts: RepoFacts, expected: str | None) -> Iterator[str]:
    """The reasons to stop, in any order."""
    if facts.place in ("missing", "not-a-repo", "unsafe-ownership"):
        yield facts.place
    if facts.place != "repo":
        return
    if facts.fetch_error:
        yield "fetch-failed"
    if not facts.head:
        yield "unborn"
    if facts.dirty:
        yield "dirty"
    if facts.operation:
        yield "operation-in-progress"
    if not is_at_its_pin(facts):
        yield from _off_branch(facts, expected)
        yield from _off_upstream(facts)


def _off_branch(facts: RepoFacts, expected: str | None) -> Iterator[str]:
    if facts.branch is None:
        # A submodule whose pin nobody knows may well be where it should be.
        if not facts.pinned or facts.pin:
            yield "detached-head"
    elif expected is not None and facts.branch != expected:
        yield "wrong-branch"


def _off_upstream(facts: RepoFacts) -> Iterator[str]:
    if not facts.remote and not facts.upstream:
        yield "no-remote"  # then there is nothing to follow either
    elif facts.branch is not None and facts.head and (not facts.upstream or _is_gone(facts)):
        yield "no-upstream"
    if facts.behind:
        yield "diverged" if facts.ahead else "behind"


def _is_gone(facts: RepoFacts) -> bool:
    """Whether the upstream is no more. Before the first fetch it is not there yet."""
    return facts.gone and facts.fetched is not None


def _doubts(facts: RepoFacts, limit: timedelta) -> Iterator[str]:
    """Why nobody can say, where nothing stops."""
    if facts.place != "repo":
        yield "git-failed"
        return
    if facts.bare:
        yield "bare"
    elif facts.dirty is None:
        yield "git-failed"
    if is_at_its_pin(facts):
        return
    if facts.pinned and facts.branch is None:
        yield "git-failed"
    elif facts.shallow:
        yield "shallow"
    elif facts.behind is None and not facts.gone:
        yield "git-failed"
    if facts.fetched is None:
        yield "never-fetched"
    elif facts.looked - facts.fetched > limit:
        yield "fetch-old"
