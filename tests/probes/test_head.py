"""The commit at HEAD, read without git."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ctxlayer.probes.head import head_commit
from tests.probes.test_authors import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    (tmp_path / "repo").mkdir()
    return Repo(tmp_path / "repo")


def test_it_is_what_git_says(repo: Repo, tmp_path: Path) -> None:
    assert head_commit(str(repo.root)) == ""
    first = repo.commit("one\n")
    assert head_commit(str(repo.root / "knowledge/tides")) == first
    repo.git("pack-refs", "--all")
    assert head_commit(str(repo.root)) == first
    second = repo.commit("two\n")
    assert head_commit(str(repo.root)) == second
    repo.git("checkout", "-q", "--detach", first)
    assert head_commit(str(repo.root)) == first
    repo.git("worktree", "add", "-q", str(tmp_path / "tree"), "-b", "side", second)
    assert head_commit(str(tmp_path / "tree")) == second


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_what_lies_above_a_link_is_not_around_it(repo: Repo, tmp_path: Path) -> None:
    commit = repo.commit("one\n")
    (tmp_path / "around").mkdir()
    around = Repo(tmp_path / "around")
    around.commit("two\n")
    (around.root / "link").symlink_to(repo.root / "knowledge")
    assert head_commit(str(around.root / "link")) == commit


def test_without_a_repository_there_is_none(tmp_path: Path) -> None:
    assert head_commit(str(tmp_path)) == ""


@pytest.mark.parametrize("head", ["", "ref: ../../x\n", "ref: refs/../x\n", "\0", "ref:\n", "zz"])
def test_whatever_stands_there_only_git_can_tell(repo: Repo, head: str) -> None:
    repo.commit("one\n")
    (repo.root / ".git/HEAD").write_text(head)
    assert head_commit(str(repo.root)) in (None, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes to be found")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".git")
    assert head_commit(str(tmp_path)) is None
