"""The fact `@sources`: what commits did to the files of repositories, one a line, the newest first.

    tides-engine 2026-09-01 "Sort stations by code" Ada: src/stations.py src/x.py
    2026-08-20 "Name stations" Ben: src/a.py -> src/b.py -src/old.py
    2026-08-01: src/a.py

Without a name before the day it is a commit of the repository around the layer. Words behind the colon
are files that it wrote, `-file` one that it deleted, `old -> new` one that it moved, and

    files=60          how many files it changes (else as many as are named)
    hash=1f2e3d4c     how its hash begins

A line without a day says something of a repository (`.` is the one around the layer):

    tides-engine: since=2026-01-01 below=engine/ ignored=1f2e3d4
    .: top            it has a history, and no commit yet

What is at HEAD follows from the commits. A sibling that `@repos` does not name is mapped, and holds that.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha1

from ctxlayer.layer.sources import HERE, Commit, Rename, RepoHistory
from tests.harness.marks import FixtureError

_COMMIT = re.compile(
    r'(?:(?P<repo>[\w.-]+) )?(?P<day>\d{4}-\d\d-\d\d)(?: "(?P<subject>[^"]*)")?(?: (?P<author>[^:"]+))?:'
    r"(?P<words>.*)"
)
_ABOUT = re.compile(r"(?P<repo>[\w.-]+):(?P<words>.*)")


@dataclass
class _Draft:
    """A history while it is read, from the newest commit down."""

    commits: list[Commit] = field(default_factory=list)
    changes: list[list[tuple[str, str]]] = field(default_factory=list)
    about: dict[str, str] = field(default_factory=dict)


def histories(fact: str) -> Mapping[str, RepoHistory]:
    """The histories of a fact by repository. Raises `FixtureError` for a line that nobody can read."""
    drafts: dict[str, _Draft] = {}
    for line in filter(None, map(str.strip, fact.splitlines())):
        commit = _COMMIT.fullmatch(line)
        about = _ABOUT.fullmatch(line)
        if commit:
            _add(drafts.setdefault(commit["repo"] or HERE, _Draft()), commit, line)
        elif about:
            name = HERE if about["repo"] == "." else about["repo"]
            words = (word.partition("=") for word in about["words"].split())
            drafts.setdefault(name, _Draft()).about.update((key, value) for key, _, value in words)
        else:
            raise FixtureError(f"`@sources` has no line {line!r}")
    return {name: _history(draft) for name, draft in drafts.items()}


def _add(draft: _Draft, match: re.Match[str], line: str) -> None:
    changes, given = [], {}
    for old, new in _words(match["words"].split()):
        key, sign, value = new.partition("=")
        if sign and key in ("files", "hash"):
            given[key] = value
        else:
            changes.append((old, new))
    whole = sha1(line.encode()).hexdigest()
    start = given.get("hash", "")
    draft.commits.append(
        Commit(
            start + whole[len(start) :],
            datetime.date.fromisoformat(match["day"]),
            match["author"] or "Ada",
            match["subject"] or "Change it",
            int(given.get("files", len(changes))),
        )
    )
    draft.changes.append(changes)


def _words(words: list[str]) -> Iterator[tuple[str, str]]:
    """(old, new) paths: equal for a file that was written, the new one "" for one that was deleted."""
    while words:
        word = words.pop(0)
        if words[:1] == ["->"]:
            yield word, words[1]
            del words[:2]
        elif word.startswith("-"):
            yield word[1:], ""
        else:
            yield word, word


def _history(draft: _Draft) -> RepoHistory:
    touched: dict[str, list[int]] = {}
    tracked: set[str] = set()
    renames: list[Rename] = []
    for place in reversed(range(len(draft.commits))):
        for old, new in draft.changes[place]:
            if old != new:
                tracked.discard(old)
            if new:
                tracked.add(new)
            if new and old != new:
                renames.append(Rename(old, new, place))
            else:
                touched.setdefault(old, []).append(place)
    about = draft.about
    since = about.get("since")
    return RepoHistory(
        head=draft.commits[0].hash if draft.commits else "",
        below=about.get("below", ""),
        commits=tuple(draft.commits),
        touched={path: tuple(sorted(places)) for path, places in touched.items()},
        tracked=frozenset(tracked),
        renames=tuple(renames),
        since=datetime.date.fromisoformat(since) if since else None,
        ignored=frozenset(filter(None, about.get("ignored", "").split(","))),
    )


def mapped(repos: str, found: Mapping[str, RepoHistory]) -> str:
    """The fact `@repos` with a line for each sibling that only `@sources` names."""
    named = {line.partition(":")[0].strip() for line in repos.splitlines()}
    lines = []
    for name, history in found.items():
        if name != HERE and name not in named:
            held = sorted(filter(None, map(history.outer, history.tracked)))
            lines.append(f"{name}: {'holds=' if held else ''}{','.join(held)}")
    return "\n".join(filter(None, (repos.strip(), *lines)))
