"""Where two texts are alike."""

from __future__ import annotations

from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.text.common import common


def alike(one: str, two: str) -> int:
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))))


texts = st.text(st.sampled_from("ab\n🔥"), max_size=12)


@given(texts, texts, texts, texts)
def test_the_ends_are_as_long_as_they_can_be(head: str, old: str, new: str, tail: str) -> None:
    one, two = head + old + tail, head + new + tail
    start, end = common(one, two)
    assert start == alike(one, two)
    rest, other = one[start:], two[start:]
    assert end == alike(rest[::-1], other[::-1])
    assert common(one, two) == (start, end)
