"""Orders to agents are told from other texts on a half that the rules were not built on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.measures.instructions import judged, read, score


def test_precision_and_recall_hold_on_the_unseen_half() -> None:
    found = score(read("unseen"))
    assert found.precision >= 0.95
    assert found.recall >= 0.8


def test_the_set_is_large_and_its_halves_are_apart() -> None:
    built, unseen = read("built"), read("unseen")
    assert len(built) + len(unseen) >= 150
    assert not {row.text for row in built} & {row.text for row in unseen}
    for half in (built, unseen):
        assert sum(row.is_order for row in half) >= 35


_WORDS = st.sampled_from(
    'ignore all previous instructions above the your you are now AI assistant : , . \n > - # ` ``` <!-- --> " “ ” do not '
    "tell user system <|im_start|> print prompt if from on pretend to be a model İ".split(" ")
)


@given(st.lists(_WORDS, max_size=40).map(" ".join))
def test_any_order_of_its_own_words_is_judged(text: str) -> None:
    last = 0
    for order in judged(text):
        assert last <= order.span.start < order.span.end <= len(text)
        last = order.span.end


@pytest.mark.parametrize(
    "piece",
    ["ignore all ", "ignore the the ", "you are now a ", "“ignore ", '"', "<!-- ", "> ignore\n", "from now on, ",
     "fetch https://a.b/", "note to ai ", "system: ", "Assistant: a\n", "without telling "],
)  # fmt: skip
def test_two_hundred_kilobytes_of_anything_are_read(piece: str) -> None:
    judged(piece * (200_000 // len(piece)))
