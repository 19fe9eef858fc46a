"""The day of a file's first commit, in real repositories."""

from __future__ import annotations

import os
import subprocess
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.probes.history import GitHistory


def git(folder: Path, *arguments: str, day: str = "2026-03-01") -> None:
    stamp = f"{day}T12:00:00Z"
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_DATE": stamp,
        "GIT_COMMITTER_DATE": stamp,
    }
    identity = ("-c", "user.name=dev", "-c", "user.email=dev@example.org")
    subprocess.run(
        ["git", *identity, *arguments], cwd=folder, env=environment, check=True, capture_output=True
    )


def commit(folder: Path, day: str, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_md", ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "change", day=day)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    return tmp_path


def test_the_first_commit_counts_not_the_last(repo: Path) -> None:
    commit(repo, "2026-01-05", a_md="one")
    commit(repo, "2026-02-06", a_md="two")
    assert GitHistory(str(repo)).first_commit("a.md") == date(2026, 1, 5)


def test_a_rename_is_no_beginning(repo: Path) -> None:
    commit(repo, "2026-01-05", a_md="some text that stays\n" * 5)
    (repo / "@1 b.md").write_text((repo / "a.md").read_text())
    (repo / "a.md").unlink()
    commit(repo, "2026-02-06")
    assert GitHistory(str(repo)).first_commit("@1 b.md") == date(2026, 1, 5)


def test_a_layer_below_the_top_of_its_repository(repo: Path) -> None:
    commit(repo, "2026-01-05", layer__a_md="one", a_md="other")
    assert GitHistory(str(repo / "layer")).first_commit("a.md") == date(2026, 1, 5)


def test_unknown_is_none(repo: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert GitHistory(str(repo)).first_commit("a.md") is None  # no commit yet
    commit(repo, "2026-01-05", a_md="one")
    commit(repo, "2026-01-06", a_md="two")
    assert GitHistory(str(repo)).first_commit("b.md") is None
    outside = tmp_path_factory.mktemp("outside")
    assert GitHistory(str(outside)).first_commit("a.md") is None
    git(outside, "clone", "-q", "--depth", "1", f"file://{repo}", "clone")
    assert GitHistory(str(outside / "clone")).first_commit("a.md") is None


TEXT = "some text that stays\n" * 5


def move(repo: Path, old: str, new: str) -> None:
    (repo / new).parent.mkdir(parents=True, exist_ok=True)
    git(repo, "mv", old, new)


def test_a_file_is_followed_through_all_its_renames(repo: Path) -> None:
    commit(repo, "2026-01-05", layer__a_md=TEXT, b_md="other")
    move(repo, "layer/a.md", "layer/c.md")
    git(repo, "commit", "-qm", "move")
    move(repo, "layer/c.md", "layer/deep/d é.md")
    git(repo, "commit", "-qm", "move on")
    history = GitHistory(str(repo / "layer"))
    assert history.moved_to("a.md") == history.moved_to("c.md") == "deep/d é.md"
    assert history.moved_to("b.md") is None


def test_a_rename_that_is_only_staged_counts(repo: Path) -> None:
    commit(repo, "2026-01-05", a_md=TEXT)
    history = GitHistory(str(repo))
    assert history.moved_to("a.md") is None
    move(repo, "a.md", "b.md")
    assert history.moved_to("a.md") == "b.md"


def test_a_folder_went_where_most_of_its_files_did(repo: Path) -> None:
    commit(repo, "2026-01-05", old__a_md=TEXT, old__b_md=TEXT + "b", old__c_md=TEXT + "c")
    move(repo, "old/a.md", "new/a.md")
    move(repo, "old/b.md", "new/b.md")
    move(repo, "old/c.md", "elsewhere/x.md")
    git(repo, "commit", "-qm", "move")
    assert GitHistory(str(repo)).moved_to("old/") == "new"


def test_what_left_the_layer_went_nowhere(repo: Path) -> None:
    commit(repo, "2026-01-05", layer__a_md=TEXT)
    move(repo, "layer/a.md", "a.md")
    git(repo, "commit", "-qm", "move")
    assert GitHistory(str(repo / "layer")).moved_to("a.md") is None


def test_without_a_repository_nothing_is_known_of_moves(tmp_path: Path) -> None:
    assert GitHistory(str(tmp_path)).moved_to("a.md") is None


def test_the_files_of_recent_commits(repo: Path) -> None:
    commit(repo, "2026-01-05", layer__a_md="one", other_md="one")
    commit(repo, "2026-01-06", other_md="two")
    commit(repo, "2026-01-07", layer__b_md="one", **{"layer__@1_md": "odd name"})
    found = GitHistory(str(repo / "layer")).recent_commits()
    assert found == (("@1.md", "b.md"), ("a.md",))
    top = GitHistory(str(repo)).recent_commits()
    assert top is not None
    assert [len(paths) for paths in top] == [2, 1, 2]


def test_recent_commits_of_a_shallow_clone_are_unknown(repo: Path, tmp_path: Path) -> None:
    commit(repo, "2026-01-05", a_md="one")
    commit(repo, "2026-01-06", a_md="two")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{repo}", str(clone))
    assert GitHistory(str(clone)).recent_commits() is None
