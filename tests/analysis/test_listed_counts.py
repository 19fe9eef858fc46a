"""Counts beside lists: which are read as counts."""

from __future__ import annotations

import pytest

from ctxlayer.analysis.listed_counts import counts_in, only_counts


@pytest.mark.parametrize(
    "text",
    [
        "about 40 files",
        "up to 12 topics",
        "12 of 20 topics",
        "at most 3 files",
        "fewer than 30 topics",
        "12 topics or more",
        "3-4 topics",
        "1,200 files",
        "phase-2 topics",
        "2.5 topics",
    ],
)
def test_what_is_not_exact_counts_nothing(text: str) -> None:
    assert not list(counts_in(text))


def test_a_count_has_its_number_and_noun() -> None:
    (count,) = counts_in("All 35 files of the quay")
    assert (count.number, count.noun) == (35, "file")


def test_a_sentence_does_more_than_count() -> None:
    assert only_counts("35 files:")
    assert not only_counts("The importer reads 35 files in each of its runs, one after the other.")
