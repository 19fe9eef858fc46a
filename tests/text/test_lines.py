"""Lines end at `\\n`, `\\r\\n` and `\\r`, and nowhere else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.text import LineIndex, lines
from ctxlayer.text.lines import body_length, split_lines

_TEXTS = st.text(st.sampled_from("a\r\n\u2028\u2029\x85\x0b\x0c\x1c\x1e🔥"), max_size=30)


def naive(text: str) -> list[str]:
    return [line for line in re.split(r"(?<=\n)|(?<=\r)(?!\n)", text) if line is not None]


@pytest.mark.parametrize(
    "char", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"]
)
def test_other_separators_end_no_line(char: str) -> None:
    assert split_lines(f"a{char}b\n") == [f"a{char}b\n", ""]
    assert len(LineIndex(f"a{char}b\r{char}")) == 2


@given(_TEXTS)
def test_lines_join_to_the_text(text: str) -> None:
    parts = split_lines(text)
    assert parts == naive(text)
    assert "".join(parts) == text
    for line in parts:
        body = line[: body_length(line)]
        assert not set(body) & {"\r", "\n"}
        assert line[len(body) :] in ("", "\n", "\r", "\r\n")


@given(_TEXTS)
def test_offsets_and_positions_are_two_ways_to_say_the_same(text: str) -> None:
    index = LineIndex(text)
    parts = split_lines(text)
    assert len(index) == len(parts)
    assert [index.line(number) for number in range(len(index))] == parts
    for offset in range(len(text) + 1):
        line, column = index.position(offset)
        assert index.starts[line] + column == offset
        if column <= body_length(parts[line]):
            assert index.offset(line, column) == offset


@given(_TEXTS, st.integers(-3, 40), st.integers(-3, 40))
def test_positions_outside_are_clamped(text: str, line: int, column: int) -> None:
    index = LineIndex(text)
    offset = index.offset(line, column)
    assert 0 <= offset <= len(text)
    assert index.position(offset).line == min(max(line, 0), len(index) - 1)
    assert index.position(-5) == (0, 0)
    assert index.position(len(text) + 5) == index.position(len(text))


@given(_TEXTS)
def test_counting_by_stretches_gives_the_same_positions(text: str) -> None:
    plain = text.replace("\r", "\n")
    whole, kept = LineIndex(plain), lines._STRETCH
    assert whole.starts
    lines._STRETCH = 4
    try:
        for offset in range(-1, len(plain) + 2):
            assert LineIndex(plain).position(offset) == whole.position(offset)
            assert LineIndex(plain).line_at(offset) == whole.line_at(offset)
    finally:
        lines._STRETCH = kept
