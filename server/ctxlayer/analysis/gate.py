"""The freshness gate: whether the clone of a sibling may be read as what runs. It only looks.

PASS, STOP with every reason that holds, or UNKNOWN; what is not known is never shown as fresh.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Literal, NamedTuple

from ctxlayer.layer.repo_map import repo_map, repo_map_of
from ctxlayer.layer.repos import RepoFacts, Repos
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.settings import Settings

State = Literal["PASS", "STOP", "UNKNOWN"]

STOPS = (
    "missing", "not-a-repo", "unsafe-ownership", "fetch-failed", "unborn", "detached-head",
    "wrong-branch", "no-remote", "no-upstream", "dirty", "behind", "diverged",
    "operation-in-progress",
)  # fmt: skip
"""The reasons to stop."""

UNKNOWNS = ("not-looked-at", "git-failed", "bare", "shallow", "never-fetched", "fetch-old")
"""The reasons why nobody can say; told only where nothing stops."""

_NO_PATHS: Mapping[str, str] = {}

_WHY = {
    "auth": "auth, as nobody is here to be asked for a password",
    "gone": "the remote has no such branch",
}
"""Why a fetch failed, where a word is not enough."""


class Verdict(NamedTuple):
    """What the gate says of one sibling. `reasons` are of `STOPS` or of `UNKNOWNS`, none for PASS.

    `expected` is the branch that it should be on, None where nobody says. `facts` is what all of it
    goes by, None where nobody looked.
    """

    name: str
    path: str
    state: State
    reasons: tuple[str, ...]
    expected: str | None
    facts: RepoFacts | None


class Told(NamedTuple):
    """A reason in words, and what a person can do about it."""

    reason: str
    words: str
    remedy: str


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


def is_at_its_pin(facts: RepoFacts) -> bool:
    """Whether this is a submodule where its superproject wants it.

    Such a clone is detached and behind by intent: neither its branch nor its remote is judged.
    """
    return facts.pinned and bool(facts.pin) and facts.pin == facts.head


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


# In words.


def gate_words(verdict: Verdict) -> str:
    """The verdict in one line: `up to date as of 3 h ago`, `STOP: 3 behind origin/main`."""
    facts = verdict.facts
    if verdict.state != "PASS" or facts is None:
        return f"{verdict.state}: {'; '.join(each.words for each in told(verdict))}"
    if is_at_its_pin(facts):
        return f"at {facts.head[:7]}, where its superproject pins it"
    return f"up to date as of {ago(facts)}"


def notes(verdict: Verdict) -> tuple[str, ...]:
    """What is no reason, and still good to know before reading."""
    facts = verdict.facts
    if facts is None or facts.place != "repo":
        return ()
    found = ["a bare repository, without files to read"] if facts.bare else []
    if facts.ahead and not facts.behind:
        found.append(f"{facts.ahead:,} ahead of {facts.upstream}, not pushed")
    if facts.failure and verdict.state == "STOP":
        found.append(facts.failure)
    if facts.untracked:
        found.append(f"{_count(facts.untracked, 'untracked file')}")
    if facts.partial:
        found.append("a partial clone: what it lacks is not fetched to answer")
    if facts.shallow and verdict.state == "STOP":
        found.append("a shallow clone: how far it is behind is not known")
    if facts.pinned and facts.branch is not None and is_at_its_pin(facts):
        found.append(f"on {facts.branch}")
    if verdict.state == "STOP" and facts.upstream and not is_at_its_pin(facts):
        found.append(f"last fetched {ago(facts)}" if facts.fetched else "no fetch is on record")
    return tuple(found)


def ago(facts: RepoFacts) -> str:
    """How long before the look the remote was last heard of: `just now`, `5 min ago`, `3 h ago`."""
    if facts.fetched is None:
        return "an unknown time"
    minutes = int((facts.looked - facts.fetched).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    hours = minutes // 60
    return f"{hours} h ago" if hours < 48 else f"{hours // 24:,} d ago"


def told(verdict: Verdict) -> tuple[Told, ...]:
    """Each reason in words, with its remedy; in the order of the reasons."""
    facts = verdict.facts
    if facts is None:
        return (
            Told("not-looked-at", "not looked at yet", f"ctxlayer fresh {_quoted(verdict.name)}"),
        )
    words, remedies = _words(verdict, facts), _remedies(verdict, facts)
    return tuple(Told(each, words[each], remedies[each]) for each in verdict.reasons)


def _words(verdict: Verdict, facts: RepoFacts) -> dict[str, str]:
    expected = f", expected {verdict.expected}" if verdict.expected else ""
    if facts.pinned:
        expected = f", and its superproject pins {facts.pin[:7]}"
    return {
        "missing": f"there is no {verdict.path}",
        "not-a-repo": _no_repository(facts),
        "unsafe-ownership": "somebody else owns it, so git does not read it",
        "fetch-failed": f"fetch failed: {_WHY.get(facts.fetch_error, facts.fetch_error)}",
        "unborn": "no commit yet",
        "detached-head": f"detached at {facts.head[:7]}{expected}",
        "wrong-branch": f"on {facts.branch}, expected {verdict.expected}",
        "no-remote": "no remote",
        "no-upstream": _follows_nothing(facts),
        "dirty": f"{_count(facts.dirty or 0, 'file')} changed",
        "behind": f"{facts.behind or 0:,} behind {facts.upstream}",
        "diverged": (
            f"diverged from {facts.upstream}: {facts.ahead or 0:,} ahead, {facts.behind or 0:,} behind"
        ),
        "operation-in-progress": f"{facts.operation} in progress",
        "git-failed": _no_answer(facts),
        "bare": "a bare repository, without files to read",
        "shallow": "a shallow clone: how far it is behind is not known",
        "never-fetched": "no fetch is on record",
        "fetch-old": f"last fetched {ago(facts)}",
    }


def _no_repository(facts: RepoFacts) -> str:
    usual = facts.failure.startswith("not a git repository (or any")
    return (
        f"no git repository ({facts.failure})"
        if facts.failure and not usual
        else "no git repository"
    )


def _follows_nothing(facts: RepoFacts) -> str:
    if facts.gone:
        return f"{facts.upstream} is gone"
    what = "a branch of the same clone" if facts.local else "no branch of a remote"
    return f"{facts.branch} follows {what}"


def _no_answer(facts: RepoFacts) -> str:
    if facts.pinned and not facts.pin and not facts.failure:
        return "where its superproject pins it is not known"
    return f"git does not answer ({facts.failure})" if facts.failure else "git does not answer"


def _remedies(verdict: Verdict, facts: RepoFacts) -> dict[str, str]:
    path = _quoted(verdict.path)
    git = f"git -C {path}"
    branch = _quoted(verdict.expected or facts.default or "BRANCH")
    remote = _quoted(f"{facts.remote or 'origin'}/{facts.branch}")
    switch = f"{git} switch {branch}"
    fetch = f"ctxlayer fresh --fetch {_quoted(verdict.name)}"
    detached = "git submodule update, in its superproject" if facts.pinned else switch
    with_files = "map a clone with files, or a worktree of this one"
    follow = (
        switch
        if facts.gone
        else f"have it follow a branch of its remote: {git} branch --set-upstream-to={remote}"
    )
    return {
        "missing": "clone it there, or correct its path in the repo map",
        "not-a-repo": "clone it there, or correct its path in the repo map",
        "unsafe-ownership": (
            f"if you trust it: git config --global --add safe.directory {path} "
            "(ctxlayer never does that)"
        ),
        "fetch-failed": f"see what {git} fetch says",
        "unborn": f"{git} pull, or commit something",
        "detached-head": detached,
        "wrong-branch": f"{switch}, or name another branch in the settings",
        "no-remote": f"{git} remote add origin URL",
        "no-upstream": with_files if facts.bare else follow,
        "dirty": f"commit it or take it back: {git} status",
        "behind": f"{git} pull --ff-only",
        "diverged": f"{git} pull --rebase",
        "operation-in-progress": f"finish it or abort it: {git} status",
        "git-failed": f"see what {git} status says",
        "bare": with_files,
        "shallow": f"{git} fetch --unshallow",
        "never-fetched": fetch,
        "fetch-old": fetch,
    }


def _quoted(text: str) -> str:
    """As one word of a shell: what a remote calls a branch must do nothing when it is pasted."""
    return shlex.quote(text)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
