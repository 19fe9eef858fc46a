"""Many clones side by side: every name has an answer, and none waits for another without end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import pytest

from ctxlayer.layer.repos import RepoFacts
from ctxlayer.probes import repo_states
from ctxlayer.probes.repo_states import read_repos

NOW = datetime(2031, 5, 6, 12, tzinfo=timezone.utc)
Look = Callable[..., RepoFacts]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The clones that were looked at, with the branch that was asked for."""
    seen: list[tuple[str, str]] = []

    def look(path: str, *, fetch: bool, branch: str, now: Callable[[], datetime]) -> RepoFacts:
        del fetch
        seen.append((path, branch))
        return RepoFacts(path, "repo", now())

    monkeypatch.setattr(repo_states, "read_repo", look)
    return seen


def test_every_name_has_one_answer(looks: list[tuple[str, str]], tmp_path: Path) -> None:
    clones = {f"clone-{number}": str(tmp_path / str(number)) for number in range(30)}
    found = list(read_repos(clones, now=lambda: NOW))
    assert sorted(found) == sorted(
        (name, RepoFacts(path, "repo", NOW)) for name, path in clones.items()
    )
    assert len(looks) == 30


def test_nothing_asked_nothing_found(looks: list[tuple[str, str]]) -> None:
    assert list(read_repos({})) == []
    assert looks == []


def test_names_of_one_clone_share_a_look(looks: list[tuple[str, str]], tmp_path: Path) -> None:
    (tmp_path / "clone").mkdir()
    clones = {
        "one": str(tmp_path / "clone"),
        "two": f"{tmp_path}/clone/",
        "three": f"{tmp_path}/other/../clone",
    }
    found = dict(read_repos(clones))
    assert {name: facts.path for name, facts in found.items()} == clones
    assert len(looks) == 1


def test_names_that_expect_other_branches_are_asked_for_apart(
    looks: list[tuple[str, str]], tmp_path: Path
) -> None:
    clones = {"one": str(tmp_path), "two": str(tmp_path)}
    dict(read_repos(clones, branches={"two": "release"}))
    assert sorted(branch for _, branch in looks) == ["", "release"]


def test_after_the_time_no_look_begins(looks: list[tuple[str, str]], tmp_path: Path) -> None:
    found = dict(read_repos({"one": str(tmp_path)}, seconds=0))
    assert (found["one"].place, found["one"].failure[:7]) == ("unknown", "timeout")
    assert looks == []


def test_answers_come_as_they_are_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    slow = threading.Event()

    def look(path: str, *, now: Callable[[], datetime], **_: object) -> RepoFacts:
        if path.endswith("slow"):
            slow.wait(60)
        return RepoFacts(path, "repo", now())

    monkeypatch.setattr(repo_states, "read_repo", look)
    reading = read_repos({"slow": f"{tmp_path}/slow", "quick": f"{tmp_path}/quick"})
    assert next(reading)[0] == "quick"
    slow.set()
    assert next(reading)[0] == "slow"


def test_whoever_stops_asking_leaves_the_rest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[str] = []
    let_go = threading.Event()

    def look(path: str, *, now: Callable[[], datetime], **_: object) -> RepoFacts:
        begun.append(path)
        if not path.endswith("/first"):
            let_go.wait(60)
        return RepoFacts(path, "repo", now())

    monkeypatch.setattr(repo_states, "read_repo", look)
    rest = {str(number): f"{tmp_path}/{number}" for number in range(30)}
    reading = read_repos({"first": f"{tmp_path}/first", **rest})
    assert next(reading)[0] == "first"
    reading.close()
    let_go.set()
    assert len(begun) <= repo_states.AT_ONCE + 1
