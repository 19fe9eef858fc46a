"""The fact `@repos`: how the clones of siblings stand, one `name: words` a line.

A name alone is a clone that passes the gate: on `main`, which follows `origin/main` and is where that
is, clean, fetched an hour ago. Words say what is otherwise:

    place=missing | not-a-repo | unsafe-ownership | unknown     nothing more is known of it then
    path=/elsewhere/tides   failure="what git said"
    branch=topic   branch=-   (detached)       head=-   (no commit yet)
    default=main   default=-                   remote=-   upstream=-
    ahead=2   behind=3   dirty=1   untracked=4   (`-` for what is not known)
    operation=rebase   shallow   partial   bare   pinned   pin=1f2e3d4c
    gone   local                (how its upstream is)
    fetched=3h   fetched=2d   fetched=-        fetch-error="the words"
    holds=src/a.py,docs/b.md    the files of the clone; what it holds is unknown without it

The clone lies at `/clones/<name>`. All looks were taken at noon of the day of the case.
"""

from __future__ import annotations

import datetime
import shlex
from collections.abc import Callable, Mapping
from typing import Any

from ctxlayer.layer.repos import RepoFacts
from tests.harness.marks import FixtureError

_WORDS = ("path", "failure", "branch", "head", "default", "remote", "upstream", "operation", "pin")
_COUNTS = ("ahead", "behind", "dirty", "untracked")
_FLAGS = ("gone", "local", "shallow", "partial", "pinned", "bare")
_NO_TEXT: Mapping[str, str | None] = {"branch": None, "default": None}
"""What `-` means for words where absent is not the empty text."""


def repos_of(fact: str, today: datetime.date) -> dict[str, RepoFacts]:
    """What is known of each clone. Raises `FixtureError` for a word that nobody knows."""
    noon = datetime.datetime.combine(today, datetime.time(12), datetime.timezone.utc)
    return {name: _facts(name, words, noon) for name, words in _lines(fact)}


def _lines(fact: str) -> list[tuple[str, list[str]]]:
    lines = (line.partition(":") for line in fact.strip().splitlines())
    return [(name.strip(), shlex.split(words)) for name, _, words in lines]


def _facts(name: str, words: list[str], noon: datetime.datetime) -> RepoFacts:
    given: dict[str, Any] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key == "place":
            given["place"] = value
        elif key in _WORDS:
            given[key] = _NO_TEXT.get(key, "") if value == "-" else value
        elif key in _COUNTS:
            given[key] = None if value == "-" else int(value)
        elif key == "fetched":
            given[key] = None if value == "-" else noon - _ago(value)
        elif key == "fetch-error":
            given["fetch_error"] = value
        elif key in _FLAGS:
            given[key] = True
        elif key != "holds":
            raise FixtureError(f"`@repos` has no word {word!r}")
    passes: dict[str, Any] = {}
    if given.get("place", "repo") == "repo":
        passes = {
            "branch": "main",
            "head": "1f2e3d4c5b6a79880716253443526170f9e8d7c6",
            "default": "main",
            "remote": "origin",
            "upstream": "origin/main",
            **dict.fromkeys(_COUNTS, 0),
            "fetched": noon - datetime.timedelta(hours=1),
        }
    start = {"path": f"/clones/{name}", "place": "repo", "looked": noon}
    return RepoFacts(**{**start, **passes, **given})


def _ago(text: str) -> datetime.timedelta:
    units = {"m": "minutes", "h": "hours", "d": "days"}
    return datetime.timedelta(**{units[text[-1]]: int(text[:-1])})


class Clones:
    """The clones of `@repos`, with the files that `holds` names."""

    def __init__(self, fact: str) -> None:
        self._holds: dict[str, frozenset[str] | None] = {}
        for name, words in _lines(fact):
            files = [word.removeprefix("holds=") for word in words if word.startswith("holds=")]
            self._holds[name] = frozenset(files[0].split(",")) if files else None

    @property
    def names(self) -> frozenset[str]:
        """The repositories of the fact."""
        return frozenset(self._holds)

    def exists(self, repo: str, path: str) -> bool | None:
        """Whether the clone holds a file, or a folder of files, at `path`."""
        files = self._holds.get(repo)
        if files is None:
            return None
        return any(each == path or each.startswith(f"{path}/") for each in files)

    def place_of(self, path: str) -> tuple[str, str] | None:
        """(repository, path in it) of an absolute path below `/clones`."""
        name, _, inner = path.removeprefix("/clones/").partition("/")
        return (
            (name, inner) if path.startswith("/clones/") and name in self._holds and inner else None
        )

    def any_file(self, repo: str, matches: Callable[[str], bool]) -> bool | None:
        """Whether a file of the clone matches."""
        files = self._holds.get(repo)
        return None if files is None else any(map(matches, files))
