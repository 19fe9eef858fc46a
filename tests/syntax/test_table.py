"""Rows and cells, as GFM splits them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.rules_block.table import escapedSplit

from ctxlayer.syntax.table import MAX_CELLS, Rows, code_pipes, is_delimiter, split_row


def texts(line: str) -> list[str]:
    return [cell.text for cell in split_row(line).cells]


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("| a | b |", ["a", "b"]),
        ("a | b", ["a", "b"]),
        ("  | a | b", ["a", "b"]),
        ("| a | |", ["a", ""]),
        ("||a|", ["", "a"]),
        ("|", []),
        ("||", [""]),
        ("", []),
        (r"| a\|b | c |", ["a|b", "c"]),
        (r"| `x\|y` |", ["`x|y`"]),
        (r"| a\\|b |", [r"a\|b"]),
        (r"| a\|", ["a|"]),
        ("| `a|b` |", ["`a", "b`"]),
        ("| 日本 | 👩\u200d💻 |", ["日本", "👩\u200d💻"]),
        ("| a\u00a0| b |\r", ["a\u00a0", "b"]),
    ],
)
def test_a_row_splits_at_pipes_that_no_backslash_precedes(line: str, cells: list[str]) -> None:
    assert texts(line) == cells


@given(st.text("ab|\\` \t日🔥", max_size=30), st.integers(0, 9))
def test_cells_agree_with_the_oracle_and_know_where_they_are(line: str, base: int) -> None:
    expected = escapedSplit(line.strip())
    if expected and expected[0] == "":
        expected.pop(0)
    if expected and expected[-1] == "":
        expected.pop()
    row = split_row(line, base)
    assert [cell.text for cell in row.cells] == [cell.strip() for cell in expected]
    source = "#" * base + line
    assert row.span.of(source) == line.strip()
    for span, text in row.cells:
        assert span.of(source).replace("\\|", "|") == text
        assert row.span.start <= span.start <= span.end <= row.span.end


def test_an_empty_cell_has_its_place_between_the_pipes() -> None:
    line = "| a |  | b |"
    assert split_row(line).cells[1].span == (6, 6)  # behind one blank, where a writer would begin


@pytest.mark.parametrize(
    ("line", "valid"),
    [
        ("|---|", True),
        ("--- | :-: ", True),
        ("| - | -: |\r", True),
        ("| --- | |", False),
        ("|--|x|", False),
        ("", False),
    ],
)
def test_delimiter_rows(line: str, valid: bool) -> None:
    assert is_delimiter(line) is valid


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("| shell | `cat a | wc` |", [17]),
        ("| `a|b` | c | `d|e` |", [4, 16]),
        ("| ``a|`b`` | c |", [5]),
        (r"| `a\|b` | c |", []),
        ("| it`s | `x` | y |", []),
        ("| a | b |", []),
        ("| `a` | `b` |", []),
    ],
)
def test_pipes_that_tear_a_code_span(line: str, marked: list[int]) -> None:
    assert [span.start for span in code_pipes(line)] == marked
    assert [span.start for span in code_pipes(line, 10)] == [at + 10 for at in marked]


@given(st.text("ab|` ", max_size=20))
def test_escaping_the_torn_pipes_leaves_none(line: str) -> None:
    fixed = line
    for span in reversed(code_pipes(line)):
        fixed = fixed[: span.start] + "\\" + fixed[span.start :]
    assert code_pipes(fixed) == ()


def test_a_row_of_pipes_is_cut_short() -> None:
    row = split_row("|" * 1_000_000)
    assert len(row.cells) == MAX_CELLS
    assert row.span == (0, 1_000_000)


def test_rows_that_were_shifted_are_those_that_stand_there() -> None:
    lines = [(10, "| a |"), (20, "| b |")]
    shifted = Rows(lines).shift(5)
    there = Rows([(at + 5, line) for at, line in lines])
    assert (shifted, hash(shifted)) == (there, hash(there))
    assert list(shifted) == [split_row("| a |", 15), split_row("| b |", 25)]
