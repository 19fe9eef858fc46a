"""Questions to a history."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date

import pytest

from ctxlayer.layer.renames import Renames
from ctxlayer.layer.sources import Commit, Rename, RepoHistory


def history(
    touched: dict[str, tuple[int, ...]],
    *,
    below: str = "",
    renames: Sequence[Rename] = (),
    days: Sequence[int] = (30, 20, 10),
    gone: frozenset[str] = frozenset(),
) -> RepoHistory:
    """A history in which no file is gone but those; commits on these days of June, the newest first."""
    olds = {each.old for each in renames}
    return RepoHistory(
        head="f" * 40,
        below=below,
        commits=[
            Commit(f"{place:040}", date(2026, 6, day), "Ada", f"Commit {place}", 1)
            for place, day in enumerate(days)
        ],
        touched=touched,
        tracked=frozenset({*touched, *(each.new for each in renames)} - olds - gone),
        renames=renames,
    )


@pytest.mark.parametrize(
    ("path", "top"),
    [
        ("src/a.py", "engine/src/a.py"),
        ("./src//a.py", "engine/src/a.py"),
        ("../README.md", "README.md"),
        ("..", ""),
        ("", "engine"),
        ("../..", None),
        ("../../other/a.py", None),
    ],
)
def test_a_path_from_the_folder_as_one_from_the_top(path: str, top: str | None) -> None:
    assert history({}, below="engine/").inner(path) == top


def test_a_path_from_the_top_as_one_from_the_folder() -> None:
    inside = history({}, below="engine/")
    assert inside.outer("engine/src/a.py") == "src/a.py"
    assert inside.outer("engines/a.py") is None


def test_what_is_there_and_what_was() -> None:
    moved = Rename("old/a.py", "new/a.py", 1)
    known = history({"b.py": (0,), "lib/c.py": (0,)}, renames=[moved], gone=frozenset({"b.py"}))
    there = [
        path for path in ("b.py", "lib", "old", "new", "new/a.py", "") if known.is_tracked(path)
    ]
    assert there == ["lib", "new", "new/a.py", ""]
    assert all(known.knows(path) for path in ("b.py", "lib", "old", "old/a.py", "new", ""))
    assert not known.knows("li")


def test_a_file_counts_under_its_earlier_names_for_the_time_that_it_had_them() -> None:
    # Of old to newest: a.py is written, becomes b.py, another a.py is written, b.py is written.
    known = history(
        {"a.py": (1, 3), "b.py": (0,)}, renames=[Rename("a.py", "b.py", 2)], days=(9, 8, 7, 6)
    )
    assert known.commits_of("b.py") == (0, 3)
    assert known.commits_of("a.py") == (1, 3)


def test_what_moves_to_and_fro_is_followed_quickly() -> None:
    count = 40_000
    names = ("a.py", "b.py")
    renames = [
        Rename(names[place % 2], names[(place + 1) % 2], place) for place in reversed(range(count))
    ]
    touched = {name: tuple(range(count)) for name in names}
    known = history(touched, renames=renames, days=(1,) * count)
    begun = time.process_time()
    assert known.commits_of("b.py") == tuple(range(count))
    # Step by step over all of each name it takes a minute.
    assert time.process_time() - begun < 5


def test_only_what_came_after_a_day() -> None:
    known = history({"a.py": (0, 1, 2)})
    after = known.landed_after(date(2026, 6, 10), known.commits_of("a.py"))
    assert [each.subject for each in after] == ["Commit 0", "Commit 1"]
    assert known.landed_after(date(2026, 6, 30), (0, 1, 2)) == ()


def test_clocks_may_be_wrong() -> None:
    known = history({"a.py": (0, 1, 2, 3)}, days=(5, 20, 4, 21))
    after = known.landed_after(date(2026, 6, 10), known.commits_of("a.py"))
    assert [each.day.day for each in after] == [20, 21]


# Where things went.


@pytest.mark.parametrize(
    ("renames", "went"),
    [
        ([], None),
        ([("a", "b")], "b"),
        ([("a", "b"), ("b", "c")], "c"),
        ([("b", "c"), ("a", "b")], "b"),
        ([("a", "b"), ("b", "a")], None),
        # Of two files of that name the later one counts.
        ([("a", "b"), ("a", "c")], "c"),
        ([("a", "b"), ("b", "a"), ("a", "c"), ("c", "d")], "d"),
    ],
)
def test_a_file_is_followed_forward(renames: list[tuple[str, str]], went: str | None) -> None:
    assert Renames(renames).of_file("a") == went


def test_a_folder_goes_where_most_of_its_files_went() -> None:
    renames = Renames(
        [
            ("old/a.py", "lib/a.py"),
            ("old/b.py", "new/b.py"),
            ("old/deep/c.py", "new/deep/c.py"),
            ("old/d.py", "other/name.py"),
            ("older/e.py", "lib/e.py"),
        ]
    )
    assert renames.of_folder("old") == "new"
    assert renames.of_folder("old/deep") == "new/deep"
    assert renames.of_folder("none") is None


def test_a_folder_of_which_files_are_like_those_of_several_others_went_nowhere() -> None:
    alike = Renames([("old/a.py", "lib/a.py"), ("old/b.py", "new/b.py")])
    assert alike.of_folder("old") is None
    one = [("old/a.py", "lib/a.py"), *((f"old/{name}.py", f"lib/one/{name}") for name in "bcd")]
    assert Renames(one).of_folder("old") is None


def test_nothing_went_to_a_place_that_is_gone_as_well() -> None:
    moved = [Rename("a.py", "b.py", 1)]
    assert history({"a.py": (2,)}, renames=moved).moved_to("a.py") == "b.py"
    gone = history({"a.py": (2,), "b.py": (0,)}, renames=moved, gone=frozenset({"b.py"}))
    assert gone.moved_to("a.py") is None
