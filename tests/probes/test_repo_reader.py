"""When repositories are read again; what reads them is a stand-in that counts."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path

import pytest

from ctxlayer.layer.repos import RepoFacts
from ctxlayer.probes.background import side_by_side
from ctxlayer.probes.ref_watch import RefWatch
from ctxlayer.probes.repo_reader import SLOW_SECONDS, RepoReader
from ctxlayer.probes.repo_readings import settled

NOON = datetime(2026, 11, 29, 12, tzinfo=timezone.utc)


class Reads:
    """Reads what a file in each repository says; a repository without one is unknown."""

    def __init__(self) -> None:
        self.now = 0.0
        self.took = 0.0
        self.asked: list[list[str]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.reader: RepoReader[str] = RepoReader(self.read, RefWatch(), clock=lambda: self.now)

    def read(self, asked: Mapping[str, tuple[str, str | None]]) -> dict[str, str | None]:
        assert self.gate.wait(20)
        self.asked.append(sorted(asked))
        self.now += self.took
        found: dict[str, str | None] = {}
        for name, (path, _) in asked.items():
            if name == "wrecked":
                raise OSError(path)
            text = Path(path, "says")
            found[name] = text.read_text(encoding="utf-8") if text.exists() else None
        return found

    def known(self, paths: Mapping[str, str]) -> dict[str, str]:
        for _ in self.reader.reading(paths):
            pass
        return self.reader.known(paths)


def clone(folder: Path, says: str) -> str:
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    # As git does it: a new file in place of the old one.
    (folder / ".git/HEAD.lock").write_text(f"{says * 40}\n", encoding="utf-8")
    (folder / ".git/HEAD.lock").replace(folder / ".git/HEAD")
    (folder / "says").write_text(says, encoding="utf-8")
    return str(folder)


@pytest.fixture
def paths(tmp_path: Path) -> dict[str, str]:
    return {name: clone(tmp_path / name, name[0]) for name in ("almanac", "buoys")}


def test_each_is_read_once(paths: dict[str, str]) -> None:
    reads = Reads()
    assert reads.known(paths) == {"almanac": "a", "buoys": "b"}
    assert reads.known(paths) == {"almanac": "a", "buoys": "b"}
    assert reads.asked == [["almanac", "buoys"]]


def test_only_what_moved_is_read_again(paths: dict[str, str]) -> None:
    reads = Reads()
    reads.known(paths)
    look = reads.reader.watcher(paths)
    assert look() == frozenset()
    clone(Path(paths["almanac"]), "c")
    assert look() == {paths["almanac"]}
    reads.reader.moved(look())
    assert reads.known(paths) == {"almanac": "c", "buoys": "b"}
    assert reads.asked[1:] == [["almanac"]]
    assert reads.reader.watcher(paths)() == frozenset()


def test_what_moves_while_it_is_read_is_seen_afterwards(paths: dict[str, str]) -> None:
    reads = Reads()
    reads.gate.clear()
    steps = reads.reader.reading(paths)
    next(steps)
    clone(Path(paths["almanac"]), "c")
    reads.gate.set()
    for _ in steps:
        pass
    assert reads.reader.watcher(paths)() <= {paths["almanac"]}
    reads.reader.moved([paths["almanac"]])
    assert reads.known(paths)["almanac"] == "c"


def test_another_path_is_another_repository(paths: dict[str, str]) -> None:
    reads = Reads()
    reads.known(paths)
    moved = {**paths, "almanac": paths["buoys"]}
    assert reads.reader.known(moved) == {"buoys": "b"}
    assert reads.known(moved) == {"almanac": "b", "buoys": "b"}


def test_after_a_minute_it_is_looked_at_again(paths: dict[str, str]) -> None:
    reads = Reads()
    reads.known(paths)
    assert not reads.reader.is_due(paths)
    reads.now += SLOW_SECONDS
    assert reads.reader.is_due(paths)
    reads.known(paths)
    assert len(reads.asked) == 2


def test_what_is_slow_is_looked_at_rarely(paths: dict[str, str]) -> None:
    reads = Reads()
    reads.took = 5.0
    reads.known(paths)
    reads.now += 100
    assert not reads.reader.is_due(paths)
    reads.reader.moved([paths["almanac"]])
    assert reads.reader.is_due(paths)
    reads.known(paths)
    reads.reader.moved([paths["almanac"]])
    assert not reads.reader.is_due(paths), "at once it would do nothing else any more"
    reads.now += 400
    assert reads.reader.is_due(paths)


def test_one_that_nobody_can_read_is_unknown_and_asked_about_again(paths: dict[str, str]) -> None:
    reads = Reads()
    Path(paths["buoys"], "says").unlink()
    assert reads.known(paths) == {"almanac": "a"}
    clone(Path(paths["buoys"]), "b")
    reads.reader.moved(paths.values())
    assert reads.known(paths) == {"almanac": "a", "buoys": "b"}


def test_a_reading_that_breaks_down_leaves_everything_unknown(paths: dict[str, str]) -> None:
    reads = Reads()
    assert reads.known({"wrecked": paths["almanac"]}) == {}
    assert reads.known(paths) == {"almanac": "a", "buoys": "b"}


def test_who_breaks_off_comes_back_to_what_is_under_way(paths: dict[str, str]) -> None:
    reads = Reads()
    reads.gate.clear()
    for _ in range(3):
        steps = reads.reader.reading(paths)
        next(steps)
        steps.close()  # type: ignore[attr-defined] # it is a generator
    reads.gate.set()
    assert reads.known(paths) == {"almanac": "a", "buoys": "b"}
    assert len(reads.asked) == 1


def test_many_are_read_in_portions(tmp_path: Path) -> None:
    many = {f"n{number:02}": clone(tmp_path / f"n{number:02}", "n") for number in range(20)}
    reads = Reads()
    assert len(reads.known(many)) == 20
    assert [len(each) for each in reads.asked] == [8, 8, 4]


def test_where_the_part_that_decides_is_as_it_was_nothing_is_read(paths: dict[str, str]) -> None:
    reads = Reads()
    reads.reader = RepoReader(
        reads.read, RefWatch(), goes_by=lambda marks: marks.head, clock=lambda: reads.now
    )
    reads.known(paths)
    Path(paths["almanac"], ".git/FETCH_HEAD").write_text("x", encoding="utf-8")
    assert reads.reader.watcher(paths)() == frozenset()
    reads.reader.moved(paths.values())
    assert reads.known(paths) == {"almanac": "a", "buoys": "b"} and len(reads.asked) == 1
    clone(Path(paths["almanac"]), "c")
    reads.reader.moved(paths.values())
    assert reads.known(paths)["almanac"] == "c" and reads.asked[1:] == [["almanac"]]


def test_what_nobody_wants_is_forgotten(paths: dict[str, str]) -> None:
    reads = Reads()
    reads.known(paths)
    reads.reader.keep_only({"buoys"})
    assert reads.reader.known(paths) == {"buoys": "b"}
    assert reads.reader.among(paths) == {"buoys": paths["buoys"]}


FACTS = RepoFacts("/almanac", "repo", NOON, branch="main", head="1f2e", fetched=NOON)


@pytest.mark.parametrize(
    ("first", "then", "same"),
    [
        (timedelta(0), timedelta(minutes=4), True),
        (timedelta(0), timedelta(minutes=5), False),
        (timedelta(minutes=58), timedelta(minutes=62), False),
        (timedelta(hours=3), timedelta(hours=3, minutes=59), True),
        (timedelta(hours=23, minutes=59), timedelta(hours=24), False),
    ],
)
def test_a_later_look_is_news_where_an_age_reads_otherwise(
    first: timedelta, then: timedelta, same: bool
) -> None:
    last, now = replace(FACTS, looked=NOON + first), replace(FACTS, looked=NOON + then)
    assert (settled(last, now) is last) is same


def test_what_was_never_fetched_has_no_age() -> None:
    last = replace(FACTS, fetched=None)
    later = replace(last, looked=NOON + timedelta(days=3))
    assert settled(last, later) is last
    assert settled(last, replace(later, behind=1)).behind == 1
    assert settled(None, later) is later


@pytest.mark.parametrize(
    ("error", "branch", "stays"),
    [("gone", "main", True), ("gone", "trial", False), ("unreachable", "trial", True)],
)
def test_a_fetch_that_failed_counts_for_what_it_asked_for(
    error: str, branch: str, stays: bool
) -> None:
    last = replace(FACTS, fetch_error=error)
    now = replace(FACTS, branch=branch)
    assert settled(last, now).fetch_error == (error if stays else "")
    assert settled(last, replace(now, fetched=NOON + timedelta(hours=1))).fetch_error == ""


def test_works_side_by_side_answer_in_their_order() -> None:
    assert side_by_side([partial(abs, each) for each in range(10)], 3) == list(range(10))
    assert side_by_side([], 3) == []
    with pytest.raises(ZeroDivisionError):
        side_by_side([lambda: 1, lambda: 1 // 0], 2)
