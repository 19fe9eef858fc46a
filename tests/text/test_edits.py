"""Edits applied to a text, and spans."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.text import Edit, Span, apply_edits
from ctxlayer.text.edits import OverlappingEdits


def test_edits_refer_to_the_text_as_given() -> None:
    edits = [Edit(Span(4, 5), "E"), Edit(Span(0, 1), ""), Edit(Span.at(2), "+")]
    assert apply_edits("abcdef", edits) == "b+cdEf"


def test_insertions_at_one_place_keep_their_order() -> None:
    edits = [Edit(Span.at(1), "x"), Edit(Span.at(1), "y"), Edit(Span(1, 2), "B")]
    assert apply_edits("abc", edits) == "axyBc"


@pytest.mark.parametrize(("left", "right"), [((0, 2), (1, 3)), ((0, 3), (1, 1)), ((1, 2), (1, 2))])
def test_edits_of_the_same_text_are_refused(left: tuple[int, int], right: tuple[int, int]) -> None:
    with pytest.raises(OverlappingEdits):
        apply_edits("abcd", [Edit(Span(*left), "x"), Edit(Span(*right), "y")])


@given(st.text("ab\r\n🔥", max_size=20), st.data())
def test_edits_from_the_back_give_the_same(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [Span(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=False)]
    edits = [Edit(span, data.draw(st.text("xy", max_size=2))) for span in spans]
    expected = text
    for span, new in reversed(edits):
        expected = expected[: span.start] + new + expected[span.end :]
    assert apply_edits(text, edits) == expected


def test_spans() -> None:
    span = Span(2, 4)
    assert span.of("abcdef") == "cd"
    assert span.shift(3) == (5, 7)
    assert [at for at in range(7) if span.holds(at)] == [2, 3, 4]
    assert span.touches(Span(4, 6)) and span.touches(Span(0, 2)) and not span.touches(Span(5, 6))
