"""Histories that are kept between runs."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.layer.sources import Commit, Rename, RepoHistory
from ctxlayer.probes import sources
from ctxlayer.probes.sources import read_history
from ctxlayer.store import location
from ctxlayer.store import sources as store
from ctxlayer.store.sources import KeptHistories
from tests.harness.fast_import import History, git, put_head

HISTORY = RepoHistory(
    head="f" * 40,
    below="engine/",
    commits=[
        Commit(f"{place:040}", date(2026, 6, 30 - place), "Ada ü", f"Subject {place}", place)
        for place in range(3)
    ],
    touched={"a.py": (0, 2), "gone.py": (1,), os.fsdecode(b"lib/\xff.py"): (0, 1, 2)},
    tracked=frozenset({"a.py", os.fsdecode(b"lib/\xff.py"), "moved/b.py"}),
    renames=[Rename("b.py", "moved/b.py", 1)],
    since=None,
    ignored=frozenset({"1f2e3d4"}),
)


def told(history: RepoHistory | None) -> object:
    return history and [
        getattr(history, name)
        for name in (
            "head", "below", "commits", "touched", "tracked", "renames", "since", "ignored",
        )
    ]  # fmt: skip


def place() -> Path:
    (found,) = Path(location.cache_folder(), "sources").iterdir()
    return found


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXLAYER_CACHE_DIR", str(tmp_path / "cache"))


def test_what_was_kept_is_told_again() -> None:
    kept = KeptHistories()
    assert kept.load("/tides/.git") is None
    kept.save("/tides/.git", HISTORY)
    assert told(kept.load("/tides/.git")) == told(HISTORY)
    assert kept.load("/pilots/.git") is None


def test_long_histories_are_kept_in_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_AT_ONCE", 2)
    KeptHistories().save("/tides/.git", HISTORY)
    assert told(KeptHistories().load("/tides/.git")) == told(HISTORY)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_nobody_else_may_read_them() -> None:
    KeptHistories().save("/tides/.git", HISTORY)
    assert stat.S_IMODE(place().stat().st_mode) == 0o600
    assert stat.S_IMODE(place().parent.stat().st_mode) == 0o700


def test_what_somebody_changed_is_none() -> None:
    kept = KeptHistories()
    kept.save("/tides/.git", HISTORY)
    content = place().read_bytes()
    for changed in (
        b"",
        b"\n",
        content[:-1],
        content[: len(content) // 2],
        content.replace(b"Subject 1", b"Subject 9"),
        content + b"{}",
        content.partition(b"\n")[2],
    ):
        place().write_bytes(changed)
        assert kept.load("/tides/.git") is None


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [[]],
        [{}],
        [None],
        [["f", "", None, [], 1, 0, 0, 0], [["a"], ["b"], ["c"], ["d"], [1]]],
        [["f", "", None, [], 1, 0, 0, 0], [["a"], [10**30], ["c"], ["d"], [1]]],
        [["f", "", None, [], 1, 0, 0, 0], [["a"], [1], [7], ["d"], [1]]],
        [["f", "", None, [], 0, 1, 0, 0], [["a"], [1], [1], [3]]],
        [["f", "", None, [], 0, 1, 0, 0], [["a"], [1], [], []]],
        [["f", "", "no day", [], 0, 0, 0, 0]],
        [["f", "", None, [[]], 0, 0, 0, 0]],
        [["f", "", None, [], 0, 0, 0, 1], [["a", "b"]]],
        [["f", "", None, [], 0, 0, 1, 0], [[[]]]],
    ],
)
def test_what_nobody_could_have_kept_is_none(lines: list[object]) -> None:
    kept = KeptHistories()
    kept.save("/tides/.git", HISTORY)
    content = b"".join(store._line(each) for each in lines)
    place().write_bytes(store._mark(content, "/tides/.git") + content)
    assert kept.load("/tides/.git") is None


def test_other_code_may_tell_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    KeptHistories().save("/tides/.git", HISTORY)
    monkeypatch.setattr(store, "code_mark", lambda: "of another release")
    assert KeptHistories().load("/tides/.git") is None


def test_a_past_that_was_not_read_to_its_end_is_kept_for_a_day() -> None:
    kept = KeptHistories()
    cut = replace(HISTORY, since=date(2026, 6, 1))
    kept.save("/tides/.git", cut)
    assert told(kept.load("/tides/.git")) == told(cut)
    long_ago = place().stat().st_mtime - 100_000
    os.utime(place(), (long_ago, long_ago))
    assert kept.load("/tides/.git") is None


def test_a_folder_that_cannot_be_used_keeps_none(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    KeptHistories().save("/tides/.git", HISTORY)
    assert KeptHistories().load("/tides/.git") is None


# Together with git.


def line(folder: Path, length: int) -> list[str]:
    log = History()
    for number in range(length):
        log.commit({"a.py": f"{number}\n"}, parents=[number] if number else [])
    folder.mkdir()
    hashes = log.make(folder)
    put_head(folder, hashes[-1])
    return hashes


def test_a_second_run_reads_only_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = line(tmp_path / "tides", 120)
    kept = KeptHistories()
    put_head(tmp_path / "tides", hashes[100])
    first = read_history(str(tmp_path / "tides"), kept=kept)
    monkeypatch.setattr(sources, "_afresh", None)
    assert told(read_history(str(tmp_path / "tides"), kept=kept)) == told(first)
    written = place().stat().st_mtime_ns
    put_head(tmp_path / "tides", hashes[110])
    found = read_history(str(tmp_path / "tides"), kept=kept)
    assert found is not None
    assert len(found.commits) == 110
    # So few commits are read quicker than all is written.
    assert place().stat().st_mtime_ns == written
    put_head(tmp_path / "tides", hashes[120])
    monkeypatch.setattr(sources, "_SELDOM", 15)
    found = read_history(str(tmp_path / "tides"), kept=kept)
    assert told(kept.load(os.path.realpath(tmp_path / "tides" / ".git"))) == told(found)


def test_what_is_kept_of_a_line_that_was_left_is_replaced(tmp_path: Path) -> None:
    hashes = line(tmp_path / "tides", 3)
    kept = KeptHistories()
    read_history(str(tmp_path / "tides"), kept=kept)
    put_head(tmp_path / "tides", hashes[1])
    found = read_history(str(tmp_path / "tides"), kept=kept)
    assert found is not None
    assert len(found.commits) == 1
    assert told(kept.load(os.path.realpath(tmp_path / "tides" / ".git"))) == told(found)


def test_work_trees_are_kept_each_for_itself(tmp_path: Path) -> None:
    hashes = line(tmp_path / "tides", 3)
    git(tmp_path / "tides", "worktree", "add", "-q", "--detach", "../other", hashes[1])
    kept = KeptHistories()
    for name, commits in (("tides", 3), ("other", 1), ("tides", 3)):
        found = read_history(str(tmp_path / name), kept=kept)
        assert found is not None
        assert len(found.commits) == commits
