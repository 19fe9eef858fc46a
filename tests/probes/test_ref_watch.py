"""What moves the marks of a repository, and what does not: real repositories, no git in the watch."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxlayer.probes.ref_watch import RefWatch


def git(folder: Path, *arguments: str) -> str:
    """Git without the configuration of this machine. Raises where it fails."""
    who = {"NAME": "Ada Quay", "EMAIL": "ada@example.org"}
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{
            f"GIT_{role}_{key}": each
            for role in ("AUTHOR", "COMMITTER")
            for key, each in who.items()
        },
    }
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def commit(folder: Path, text: str, path: str = "gauge.txt") -> None:
    (folder / path).write_text(text, encoding="utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", f"Write {text}")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with one commit, and a branch in its remote that is ahead of it."""
    remote, folder = tmp_path / "remote", tmp_path / "clone"
    remote.mkdir()
    git(remote, "init", "-q", "-b", "main")
    commit(remote, "1")
    git(tmp_path, "clone", "-q", str(remote), str(folder))
    commit(remote, "2")
    return folder


def stage(folder: Path) -> None:
    (folder / "gauge.txt").write_text("staged", encoding="utf-8")
    git(folder, "add", "-A")


def merge_without_end(folder: Path) -> None:
    git(folder, "fetch", "-q")
    commit(folder, "3")
    with pytest.raises(subprocess.CalledProcessError):
        git(folder, "merge", "origin/main")


MOVES: dict[str, Callable[[Path], object]] = {
    "commit": lambda clone: commit(clone, "3"),
    "amend": lambda clone: git(clone, "commit", "-q", "--amend", "-m", "Another word"),
    "another branch of the same commit": lambda clone: git(clone, "switch", "-q", "-c", "trial"),
    "detached": lambda clone: git(clone, "checkout", "-q", "--detach"),
    "merge that stops": merge_without_end,
}
OTHER_MOVES: dict[str, Callable[[Path], object]] = {
    "fetch": lambda clone: git(clone, "fetch", "-q"),
    "fetch without news": lambda clone: git(clone, "fetch", "-q", "origin", "v0"),
    "push": lambda clone: git(clone, "update-ref", "refs/remotes/origin/main", "HEAD", "HEAD"),
    "stage": stage,
    "settings": lambda clone: git(clone, "branch", "-q", "--unset-upstream"),
    "remote": lambda clone: git(clone, "remote", "add", "other", "/nowhere"),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_commit_or_another_head_is_seen(clone: Path, name: str) -> None:
    watch = RefWatch()
    before = watch.look(str(clone))
    assert watch.look(str(clone)) is before
    MOVES[name](clone)
    assert watch.look(str(clone)).head != before.head


@pytest.mark.parametrize("name", OTHER_MOVES)
def test_all_else_is_seen_and_makes_no_history(clone: Path, name: str) -> None:
    git(clone.parent / "remote", "tag", "v0", "HEAD~1")
    watch = RefWatch()
    before = watch.look(str(clone))
    OTHER_MOVES[name](clone)
    after = watch.look(str(clone))
    assert after != before and after.head == before.head


def test_a_commit_is_seen_again_after_the_refs_were_packed(clone: Path) -> None:
    git(clone, "pack-refs", "--all")
    watch = RefWatch()
    before = watch.look(str(clone))
    commit(clone, "3")
    after = watch.look(str(clone))
    assert after.head != before.head
    git(clone, "pack-refs", "--all")
    assert watch.look(str(clone)).head != after.head


def test_a_branch_with_folders_in_its_name_is_followed(clone: Path) -> None:
    git(clone, "switch", "-q", "-c", "pilots/ada")
    git(clone, "update-ref", "refs/remotes/origin/pilots/ada", "HEAD")
    watch = RefWatch()
    before = watch.look(str(clone))
    commit(clone, "3")
    mine = watch.look(str(clone))
    assert mine.head != before.head
    git(clone, "update-ref", "refs/remotes/origin/pilots/ada", "HEAD")
    assert watch.look(str(clone)).others != mine.others


def test_a_worktree_is_seen_by_its_own_head_and_the_shared_branches(clone: Path) -> None:
    tree = clone.parent / "tree"
    git(clone, "worktree", "add", "-q", str(tree), "-b", "trial")
    watch = RefWatch()
    before, beside = watch.look(str(tree)), watch.look(str(clone))
    commit(tree, "3")
    after = watch.look(str(tree))
    assert after.head != before.head and watch.look(str(clone)).head == beside.head
    git(clone, "update-ref", "refs/heads/trial", "HEAD")
    assert watch.look(str(tree)).head != after.head


def test_a_submodule_is_seen_through_its_file(clone: Path) -> None:
    allowed = ("-c", "protocol.file.allow=always")
    git(clone, *allowed, "submodule", "add", "-q", str(clone.parent / "remote"), "inner")
    watch = RefWatch()
    before = watch.look(str(clone / "inner"))
    commit(clone / "inner", "3")
    assert watch.look(str(clone / "inner")).head != before.head


def test_a_folder_below_the_top_is_seen(clone: Path) -> None:
    (clone / "engine").mkdir()
    watch = RefWatch()
    before = watch.look(str(clone / "engine"))
    commit(clone, "3")
    assert watch.look(str(clone / "engine")).head != before.head


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_to_a_folder_of_a_clone_is_followed(clone: Path, tmp_path: Path) -> None:
    (clone / "inner").mkdir()
    around = tmp_path / "around"
    around.mkdir()
    git(around, "init", "-q", "-b", "main")
    (around / "link").symlink_to(clone / "inner")
    watch = RefWatch()
    before = watch.look(str(around / "link"))
    commit(around, "not of the clone")
    assert watch.look(str(around / "link")) == before
    commit(clone, "3")
    after = watch.look(str(around / "link"))
    assert after.head != before.head
    (tmp_path / "other/inner").mkdir(parents=True)
    git(tmp_path / "other", "init", "-q")
    (around / "link").unlink()
    (around / "link").symlink_to(tmp_path / "other/inner")
    assert watch.look(str(around / "link")).head != after.head


def test_a_repository_that_comes_and_goes_is_seen(tmp_path: Path) -> None:
    place = tmp_path / "almanac"
    watch = RefWatch()
    missing = watch.look(str(place))
    place.mkdir()
    empty = watch.look(str(place))
    assert empty != missing
    git(place, "init", "-q", "-b", "main")
    unborn = watch.look(str(place))
    assert unborn != empty
    commit(place, "1")
    born = watch.look(str(place))
    assert born.head != unborn.head
    (place / ".git").rename(tmp_path / "elsewhere")
    assert watch.look(str(place)) != born


def test_a_repository_with_a_table_of_refs_is_seen(tmp_path: Path) -> None:
    # As git 2.45 and later lays it out; older ones cannot make such a repository.
    tables = tmp_path / ".git/reftable/tables.list"
    tables.parent.mkdir(parents=True)
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/.invalid\n", encoding="utf-8")
    tables.write_text("0x01-0x01-a.ref\n", encoding="utf-8")
    watch = RefWatch()
    before = watch.look(str(tmp_path))
    tables.write_text("0x01-0x02-b.ref\n0x03-0x03-c.ref\n", encoding="utf-8")
    assert watch.look(str(tmp_path)).head != before.head


@pytest.mark.parametrize("content", ["", "gitdir: /nowhere\n", "gitdir: .\n", "\0", "ref: x"])
def test_a_file_that_leads_nowhere_is_no_fault(tmp_path: Path, content: str) -> None:
    (tmp_path / ".git").write_text(content, encoding="utf-8")
    watch = RefWatch()
    assert watch.look(str(tmp_path)) == watch.look(str(tmp_path))


def test_a_pipe_in_place_of_head_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    os.mkfifo(tmp_path / ".git/HEAD")
    assert RefWatch().look(str(tmp_path)) == RefWatch().look(str(tmp_path))


def test_a_look_reads_nothing_while_nothing_moves(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = RefWatch()
    before = watch.look(str(clone))
    monkeypatch.setattr("builtins.open", lambda *_, **__: pytest.fail("a file is read"))
    monkeypatch.setattr(os, "listdir", lambda *_: pytest.fail("a folder is read"))
    assert watch.look(str(clone)) is before


@pytest.mark.parametrize("path", ["commondir", "HEAD", "config", "packed-refs", "../.git"])
@pytest.mark.parametrize(
    "text", ["\0", "ref: refs/heads/a\0b", "gitdir: a\0b", "\ud800", "x" * 9999]
)
def test_no_file_of_gits_keeps_it_from_looking(clone: Path, path: str, text: str) -> None:
    """Whoever looks after many repositories has to look after the others too."""
    if path == "../.git":
        (clone / ".git").rename(clone / "git")
    place = clone / ".git" if path == "../.git" else clone / ".git" / path
    place.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert RefWatch().look(str(clone)) == RefWatch().look(str(clone))
