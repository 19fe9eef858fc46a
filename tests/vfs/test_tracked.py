"""Which files git tracks, told from its index, and what that says about patterns."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ctxlayer.globs import compile_glob
from ctxlayer.vfs.tracked import tracked_files
from ctxlayer.vfs.unlisted import DiskUnlisted

LONG = "berths/" + "quay" * 1_200


def git(folder: Path, *arguments: str, text: str | None = None) -> str:
    run = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        input=text,
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return run.stdout


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A repository with a file that was added although it is ignored."""
    git(tmp_path, "init", "-q")
    for name in ("tools/tides/ebb.py", "tools/build/ebb.pyc", "layer/gezeiten/höhe.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("VALUE = 1\n")
    (tmp_path / ".gitignore").write_text("tools/\n")
    git(tmp_path, "add", ".gitignore", "layer")
    git(tmp_path, "add", "-f", "tools/tides")
    return tmp_path


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_the_index_tells_the_files(harbour: Path, version: str) -> None:
    git(harbour, "update-index", "--index-version", version)
    if version == "3":  # which git writes only where an entry needs it
        (harbour / "tools/pilots.py").write_text("")
        git(harbour, "add", "-f", "-N", "tools/pilots.py")
    names = git(harbour, "ls-files", "-z").split("\0")[:-1]
    assert list(tracked_files(str(harbour))) == names


def test_a_layer_below_the_root_sees_its_own(harbour: Path) -> None:
    assert tracked_files(str(harbour / "layer")) == ("gezeiten/höhe.md",)


def test_a_worktree_has_an_index_of_its_own(harbour: Path) -> None:
    who = ("-c", "user.name=Harbour", "-c", "user.email=harbour@example.org")
    git(harbour, *who, "commit", "-q", "-m", "Tides")
    git(harbour, "worktree", "add", "-q", "berth")
    git(harbour / "berth", "rm", "-q", "-r", "layer")
    assert tracked_files(str(harbour / "berth")) == (".gitignore", "tools/tides/ebb.py")


@pytest.mark.parametrize("version", ["2", "4"])
def test_names_beyond_the_length_field_are_read(harbour: Path, version: str) -> None:
    git(harbour, "update-index", "--index-version", version)
    blob = git(harbour, "hash-object", "-w", "--stdin", text="low\n").strip()
    git(harbour, "update-index", "--index-info", text=f"100644 {blob}\t{LONG}\n")
    assert tracked_files(str(harbour)) == (
        ".gitignore",
        LONG,
        "layer/gezeiten/höhe.md",
        "tools/tides/ebb.py",
    )


@pytest.mark.parametrize("kept", [0, 3, 11, 40, 80, 150])
def test_a_torn_index_tells_what_it_holds(harbour: Path, kept: int) -> None:
    index = harbour / ".git/index"
    index.write_bytes(index.read_bytes()[:kept])
    assert set(tracked_files(str(harbour))) <= {".gitignore", "layer/gezeiten/höhe.md"}


def test_an_index_of_another_form_tells_nothing(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    (tmp_path / "berths.md").write_text("# Berths\n")
    git(tmp_path, "add", ".")
    assert tracked_files(str(tmp_path)) == ()


def test_outside_of_repositories_nothing_is_tracked(tmp_path: Path) -> None:
    assert tracked_files(str(tmp_path)) == ()


@pytest.mark.parametrize(
    ("pattern", "tracked"),
    [("**/*.py", True), ("tools/**", True), ("**/*.pyc", False), ("layer/**", False)],
)
def test_what_was_added_by_force_is_there_and_not_listed(
    harbour: Path, pattern: str, tracked: bool
) -> None:
    assert DiskUnlisted(str(harbour), ()).tracks(compile_glob(pattern)) is tracked
