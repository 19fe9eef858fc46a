"""What commits did to the files of a repository, in real repositories."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.layer.sources import RepoHistory
from ctxlayer.probes import sources
from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.sources import read_histories, read_history
from tests.harness.fast_import import History, git, put_head

MARCH, JUNE, JULY = 1_772_366_400, 1_780_315_200, 1_782_907_200
"""Noon of the first day of each, in Greenwich."""
TEXT = "".join(f"line {number}\n" for number in range(20))


def read(folder: Path, before: RepoHistory | None = None) -> RepoHistory:
    found = read_history(str(folder), before)
    assert found is not None
    return found


def subjects(history: RepoHistory, places: tuple[int, ...]) -> list[str]:
    return [history.commits[place].subject for place in places]


def made(folder: Path, history: History) -> list[str]:
    """The repository of a history, at its last commit."""
    folder.mkdir(parents=True, exist_ok=True)
    hashes = history.make(folder)
    put_head(folder, hashes[-1])
    return hashes


def test_what_a_merge_brings_in_came_with_the_merge(tmp_path: Path) -> None:
    log = History()
    first = log.commit({"a.py": TEXT}, seconds=MARCH, subject="begin")
    branch = log.commit({"b.py": TEXT}, parents=[first], seconds=MARCH, subject="written in March")
    main = log.commit({"c.py": TEXT}, parents=[first], seconds=JUNE, subject="on the line")
    log.commit({"b.py": TEXT}, parents=[main, branch], seconds=JULY, subject="merge")
    made(tmp_path, log)
    history = read(tmp_path)
    days = {each.subject: each.day for each in history.commits}
    assert days == {
        "merge": date(2026, 7, 1),
        "written in March": date(2026, 7, 1),
        "on the line": date(2026, 6, 1),
        "begin": date(2026, 3, 1),
    }
    assert [each.subject for each in history.commits] == list(days)
    assert subjects(history, history.commits_of("b.py")) == ["written in March"]
    assert history.commits[0].files == 0


def test_in_a_branch_no_commit_is_before_one_that_builds_on_it(tmp_path: Path) -> None:
    log = History()
    first = log.commit({"a.py": TEXT})
    fork = log.commit({"b.py": TEXT}, parents=[first], subject="fork")
    left = log.commit({"c.py": TEXT}, parents=[fork], subject="left", seconds=MARCH)
    right = log.commit({"d.py": TEXT}, parents=[fork], subject="right", seconds=JUNE)
    joined = log.commit({"c.py": TEXT}, parents=[right, left], subject="joined", seconds=JULY)
    log.commit({}, parents=[first, joined], subject="merge")
    made(tmp_path, log)
    history = read(tmp_path)
    assert [each.subject for each in history.commits] == [
        "merge", "joined", "right", "left", "fork", "Change it",
    ]  # fmt: skip


def test_days_are_those_of_who_committed(tmp_path: Path) -> None:
    log = History()
    log.commit({"a.py": TEXT}, seconds=MARCH, zone="+1300")
    made(tmp_path, log)
    assert read(tmp_path).commits[0].day == date(2026, 3, 2)


def test_a_move_alone_touches_nothing(tmp_path: Path) -> None:
    log = History()
    first = log.commit({"src/a.py": TEXT}, subject="begin")
    second = log.commit({"src/a.py": f"{TEXT}more\n"}, parents=[first], subject="write")
    third = log.commit(
        {"src/a.py": None, "lib/b.py": f"{TEXT}more\n"}, parents=[second], subject="move"
    )
    log.commit(
        {"lib/b.py": None, "lib/c.py": f"{TEXT}most\n"}, parents=[third], subject="move and write"
    )
    made(tmp_path, log)
    history = read(tmp_path)
    assert subjects(history, history.commits_of("lib/c.py")) == ["move and write", "write", "begin"]
    assert history.commits_of("lib/b.py") == history.commits_of("src/a.py")
    assert history.moved_to("src/a.py") == "lib/c.py"
    assert not history.is_tracked("src/a.py")
    assert history.knows("lib/b.py")
    followed = git(tmp_path, "log", "--follow", "--format=%s", "HEAD", "--", "lib/c.py").split("\n")
    assert followed == ["move and write", "move", "write", "begin", ""]


def test_a_folder_went_where_most_of_its_files_did(tmp_path: Path) -> None:
    log = History()
    names = ("a.py", "b.py", "deep/c.py")
    first = log.commit({f"old/{name}": f"{name}\n{TEXT}{name}\n" for name in names})
    moved: dict[str, str | None] = {f"new/{name}": f"{name}\n{TEXT}{name}\n" for name in names}
    log.commit({**moved, **{f"old/{name}": None for name in names}}, parents=[first])
    made(tmp_path, log)
    assert read(tmp_path).moved_to("old") == "new"
    assert read(tmp_path).moved_to("old/deep") == "new/deep"


def test_a_submodule_is_one_thing(tmp_path: Path) -> None:
    pinned = made(tmp_path / "engine", _one())[1]
    hashes = made(tmp_path / "all", _one())
    git(tmp_path / "all", "read-tree", hashes[1])
    git(tmp_path / "all", "update-index", "--add", "--cacheinfo", f"160000,{pinned},engine")
    _commit(tmp_path / "all", "pin")
    history = read(tmp_path / "all")
    assert history.is_tracked("engine")
    assert not history.knows("engine/a.py")
    assert subjects(history, history.commits_of("engine")) == ["pin"]


def _one(subject: str = "begin") -> History:
    log = History()
    log.commit({"a.py": TEXT}, subject=subject)
    return log


def _commit(folder: Path, subject: str) -> None:
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    git(folder, *identity, "commit", "-q", "--no-verify", "--allow-empty", "-m", subject)


def test_paths_count_from_the_top_wherever_the_folder_lies(tmp_path: Path) -> None:
    log = History()
    log.commit({"top.py": TEXT, "services/tides/src/a.py": f"{TEXT}a\n"})
    hashes = made(tmp_path, log)
    git(tmp_path, "checkout", "-q", "-f", hashes[1])
    history = read(tmp_path / "services" / "tides")
    assert history.below == "services/tides/"
    assert history.tracked == {"top.py", "services/tides/src/a.py"}
    assert history.inner("src/a.py") == "services/tides/src/a.py"
    assert history.inner("../../top.py") == "top.py"
    assert history.inner("../../../elsewhere") is None
    assert history.outer("top.py") is None
    # The same history from elsewhere in the repository.
    assert read(tmp_path, history).below == ""
    assert read(tmp_path, history).commits is history.commits


def test_the_repository_may_name_commits_to_ignore(tmp_path: Path) -> None:
    text = "# the great reformatting\n1F2E3D4C5B\n\n  " + "a" * 40 + "  # and more\nno hash\nabc\n"
    log = History()
    log.commit({".git-blame-ignore-revs": text})
    made(tmp_path, log)
    assert read(tmp_path).ignored == {"1f2e3d4c5b", "a" * 40}


def test_a_list_of_commits_without_end_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = History()
    log.commit({".git-blame-ignore-revs": "1f2e3d4c5b\n" * 100})
    made(tmp_path, log)
    monkeypatch.setattr(sources, "_MOST_TEXT", 100)
    assert read(tmp_path).ignored == frozenset()


# Unknown.


def test_where_there_is_no_repository_nothing_is_known(tmp_path: Path) -> None:
    assert read_history(str(tmp_path)) is None
    assert read_history(str(tmp_path / "missing")) is None
    git(tmp_path, "init", "-q")
    assert read_history(str(tmp_path)) is None


def test_a_shallow_clone_does_not_know_its_past(tmp_path: Path) -> None:
    log = History()
    log.commit({"a.py": "more\n"}, parents=[log.commit({"a.py": TEXT})])
    hashes = made(tmp_path / "origin", log)
    git(tmp_path / "origin", "branch", "main", hashes[-1])
    url = (tmp_path / "origin").as_uri()
    git(tmp_path, "clone", "-q", "--depth=1", "--branch=main", url, "clone")
    assert read_history(str(tmp_path / "clone")) is None


def test_where_git_fails_nothing_is_known(tmp_path: Path) -> None:
    hashes = made(tmp_path, _one())
    tree = git(tmp_path, "rev-parse", f"{hashes[1]}^{{tree}}").strip()
    # So few objects are not packed.
    (tmp_path / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    assert read_history(str(tmp_path)) is None


# As far as it was read.


def line(folder: Path, length: int) -> list[str]:
    log = History()
    for number in range(length):
        log.commit(
            {f"{number}.py": f"{number}\n{TEXT}"},
            parents=[number] if number else [],
            seconds=MARCH + number * 86_400,
            subject=str(number),
        )
    return made(folder, log)


def test_of_more_commits_than_are_read_the_newest_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line(tmp_path, 10)
    monkeypatch.setattr(sources, "_MOST_COMMITS", 4)
    history = read(tmp_path)
    assert [each.subject for each in history.commits] == ["9", "8", "7", "6"]
    assert history.since == date(2026, 3, 7)
    assert history.is_tracked("0.py")
    assert history.commits_of("0.py") == ()


@pytest.mark.parametrize("why", ["timeout", "too-much"])
def test_what_git_told_before_it_was_stopped_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    line(tmp_path, 10)
    stream = Git.stream

    def slow(self: Git, command: str, *arguments: str, **how: float) -> Iterator[bytes]:
        told = b"".join(stream(self, command, *arguments, **how))
        if command != "log":
            yield told
            return
        # In the middle of what it says of a commit.
        yield told[: len(told) // 2]
        raise GitFailed(why)

    monkeypatch.setattr(Git, "stream", slow)
    history = read(tmp_path)
    assert 0 < len(history.commits) < 6
    assert history.since == history.commits[-1].day
    assert max(place for many in history.touched.values() for place in many) < len(history.commits)


def test_in_a_clone_without_contents_only_moves_alone_are_seen(tmp_path: Path) -> None:
    log = History()
    first = log.commit({"a.py": TEXT, "b.py": f"b\n{TEXT}"}, subject="begin")
    log.commit(
        {"a.py": None, "c.py": f"{TEXT}more\n", "b.py": None, "d.py": f"b\n{TEXT}"},
        parents=[first],
        subject="move",
    )
    origin = tmp_path / "origin"
    hashes = made(origin, log)
    git(origin, "branch", "main", hashes[-1])
    git(origin, "config", "uploadpack.allowFilter", "true")
    git(
        tmp_path, "clone", "-q", "--no-checkout", "--filter=blob:none", "--branch=main",
        origin.as_uri(), "clone",
    )  # fmt: skip
    history = read(tmp_path / "clone")
    assert [each[:2] for each in history.renames] == [("b.py", "d.py")]
    assert subjects(history, history.commits_of("c.py")) == ["move"]


# Step by step.


def test_after_a_commit_only_that_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = line(tmp_path, 10)
    put_head(tmp_path, hashes[7])
    before = read(tmp_path)
    put_head(tmp_path, hashes[10])
    monkeypatch.setattr(sources, "_afresh", None)
    after = read(tmp_path, before)
    assert [each.subject for each in after.commits[:4]] == ["9", "8", "7", "6"]
    assert read(tmp_path, after) is after


def test_where_the_old_head_is_gone_all_is_read_again(tmp_path: Path) -> None:
    line(tmp_path / "gone", 5)
    before = read(tmp_path / "gone")
    made(tmp_path / "here", _one())
    assert len(read(tmp_path / "here", before).commits) == 1


def test_who_goes_by_which_name_counts_for_all_of_the_past(tmp_path: Path) -> None:
    log = History()
    first = log.commit({"a.py": TEXT}, author="ada <ada@example.org>")
    log.commit({".mailmap": "Ada of the Tides <ada@example.org>\n"}, parents=[first])
    hashes = made(tmp_path, log)
    put_head(tmp_path, hashes[1])
    before = read(tmp_path)
    assert before.commits[0].author == "ada"
    put_head(tmp_path, hashes[2])
    assert {each.author for each in read(tmp_path, before).commits} == {"Ada of the Tides"}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_nothing_of_the_work_tree_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, _one())
    for name in (".mailmap", ".gitattributes", ".git-blame-ignore-revs"):
        os.mkfifo(tmp_path / name)
    monkeypatch.setattr(sources, "_TIMEOUT", 2.0)
    assert len(read(tmp_path).commits) == 1


def test_names_and_subjects_are_fit_to_be_shown(tmp_path: Path) -> None:
    log = History()
    log.commit({"a.py": TEXT}, subject="\x1b[31mred \u202eright " + "long " * 200)
    made(tmp_path, log)
    subject = read(tmp_path).commits[0].subject
    assert subject.startswith(" [31mred  right long long")
    assert len(subject) == 500


# Many.


def test_what_lies_in_one_repository_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = History()
    log.commit({"tides/a.py": TEXT, "pilots/b.py": f"b\n{TEXT}"})
    hashes = made(tmp_path / "all", log)
    git(tmp_path / "all", "checkout", "-q", "-f", hashes[1])
    line(tmp_path / "harbours", 3)
    git(tmp_path / "all", "init", "-q", str(tmp_path / "unborn"))
    read_log = sources.read_log
    logs: list[object] = []
    monkeypatch.setattr(
        sources, "read_log", lambda *about: (logs.append(about), read_log(*about))[1]
    )
    asked = {
        "tides": str(tmp_path / "all" / "tides"),
        "pilots": str(tmp_path / "all" / "pilots"),
        "harbours": str(tmp_path / "harbours"),
        "unborn": str(tmp_path / "unborn"),
        "missing": os.fspath(tmp_path / "missing"),
    }
    found = read_histories({name: (path, None) for name, path in asked.items()})
    assert {name: each and each.below for name, each in found.items()} == {
        "tides": "tides/",
        "pilots": "pilots/",
        "harbours": "",
    }
    assert len(logs) == 2
    again = read_histories({name: (asked[name], found.get(name)) for name in asked})
    assert all(again[name] is found[name] for name in found)
    assert len(logs) == 2
