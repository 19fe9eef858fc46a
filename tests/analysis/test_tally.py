"""Counts by difference are counts from scratch."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.analysis.tally import Tally

names = st.lists(st.sampled_from("abcd"), max_size=6)


@given(st.lists(names, max_size=8))
def test_step_by_step_a_tally_counts_what_there_is(rounds: list[list[str]]) -> None:
    tally, before = Tally({}), []
    seen = [(tally, set[str]())]
    for now in rounds:
        tally = tally.after(before, now)
        before = now
        assert tally.counts == Counter(now)
        assert tally.repeated == {name for name, count in Counter(now).items() if count > 1}
        for earlier, there in seen:
            turned = tally.turned_since(earlier.serial)
            assert turned is not None
            assert turned >= there ^ set(now)
        seen.append((tally, set(now)))


def test_nothing_new_is_the_same_tally() -> None:
    tally = Tally({}).after((), ["a", "b"])
    assert tally.after(["a"], ["a"]) is tally


def test_what_turned_too_long_ago_is_forgotten() -> None:
    tally = first = Tally({})
    for n in range(100):
        tally = tally.after((), [str(n)])
    assert tally.turned_since(first.serial) is None
    assert tally.turned_since(tally.serial) == frozenset()
