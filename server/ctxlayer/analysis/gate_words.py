"""What the freshness gate says of a clone, and how that is put into words."""

from __future__ import annotations

import shlex
from typing import Literal, NamedTuple

from ctxlayer.layer.repos import RepoFacts

State = Literal["PASS", "STOP", "UNKNOWN"]

STOPS = (
    "missing", "not-a-repo", "unsafe-ownership", "fetch-failed", "unborn", "detached-head",
    "wrong-branch", "no-remote", "no-upstream", "dirty", "behind", "diverged",
    "operation-in-progress",
)  # fmt: skip
"""The reasons to stop."""

UNKNOWNS = ("not-looked-at", "git-failed", "bare", "shallow", "never-fetched", "fetch-old")
"""The reasons why nobody can say; told only where nothing stops."""

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


def is_at_its_pin(facts: RepoFacts) -> bool:
    """Whether this is a submodule where its superproject wants it.

    Such a clone is detached and behind by intent: neither its branch nor its remote is judged.
    """
    return facts.pinned and bool(facts.pin) and facts.pin == facts.head


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
    if facts.failure not in ("", facts.fetch_error) and verdict.state == "STOP":
        found.append(facts.failure.removeprefix(f"{facts.fetch_error}: "))
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
