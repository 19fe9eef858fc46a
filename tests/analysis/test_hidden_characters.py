"""Taking hidden characters out is done once, and touches nothing that anybody can see."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.analysis.hidden_characters import hidden_runs
from ctxlayer.text import Edit, apply_edits

# The characters that are judged by their neighbours, and neighbours of every sort.
ODD = (
    "\u200b\u200c\u200d\u200e\u200f\u061c\u202a\u202c\u202e\u2066\u2069\ufeff\u2060\u2062\u180e\u180b\u00ad"
    "\ufe0f\ufe0e\U000e0100\U000e0001\U000e0067\U000e007f\u3164\u115f\u1160\u034f\u17b4\ufff9\U0001d173"
)
AROUND = "aé1#*_` \n\r\tمिकक्ภខᠬ字가ᄀ👩💻❤🏴🏳♂🏽ש"
TEXTS = st.text(st.sampled_from(ODD + AROUND), max_size=40) | st.text(max_size=40)


def stripped(text: str) -> str:
    return apply_edits(text, [Edit(run.span, "") for run in hidden_runs(text)])


@given(TEXTS)
def test_nothing_is_left_to_take_out(text: str) -> None:
    assert hidden_runs(stripped(text)) == ()


@given(TEXTS)
def test_all_that_is_seen_stays(text: str) -> None:
    hidden = re.compile(f"[{ODD}\u200b-\u206f\ufe00-\ufe0f\U000e0000-\U000e0fff]")
    runs = hidden_runs(text)
    assert hidden.sub("", stripped(text)) == hidden.sub("", text)
    ends = [0, *(run.span.end for run in runs)]
    assert all(run.span.start >= end for run, end in zip(runs, ends, strict=False))


@given(st.text(st.sampled_from(AROUND)))
def test_texts_without_any_are_left_alone(text: str) -> None:
    assert hidden_runs(text) == ()


@pytest.mark.parametrize(
    "odd", ["\u200b", "\u200e", "\u200dم", "\ufe0f\u200d", "ש\u200f", "\u00ad", "\u202e\n"]
)
def test_any_number_of_them_is_read(odd: str) -> None:
    text = odd * 50_000
    assert stripped(stripped(text)) == stripped(text)
