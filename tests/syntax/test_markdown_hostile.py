"""Nothing raises, and nothing takes longer than its size deserves."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.syntax.markdown import (
    code_pipes,
    html_anchors,
    parse_markdown,
    scan_blocks,
    scan_imports,
    slugs,
)

_BIG = 10_000_000
_MANY = 100_000


def read_all(text: str) -> None:
    found = parse_markdown(text)
    scan_imports(text, found.blocks, found.inline)
    slugs(found.headings)
    html_anchors(text, found.blocks)
    code_pipes(text)


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    read_all(text)


@given(st.text(st.sampled_from("\ud800\udc00\x00\t\r\n|-`~<>[]()!#*_@:/ \\&%a"), max_size=40))
def test_any_markup_is_read(text: str) -> None:
    read_all(text)


@given(st.text("#-`|>\n a", max_size=40), st.integers(0, 45))
def test_reading_may_start_anywhere(text: str, start: int) -> None:
    for heading in parse_markdown(text, start).headings:
        assert heading.span.start >= start


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[" * _BIG, id="brackets"),
        pytest.param("`" * _BIG, id="backticks"),
        pytest.param("a " + "`" * _BIG, id="backticks in text"),
        pytest.param("|" * _BIG, id="pipes"),
        pytest.param("|\n" * (_BIG // 10), id="lines of pipes"),
        pytest.param("<!--" * (_BIG // 4), id="comments"),
        pytest.param("a <!--" * (_BIG // 20), id="comments in text"),
        pytest.param("<a " * (_BIG // 10), id="tags"),
        pytest.param("-" * _BIG, id="dashes"),
        pytest.param(" " * _BIG, id="blanks"),
        pytest.param("|-" * (_BIG // 4) + "\n" + "|-" * (_BIG // 4), id="delimiters"),
        pytest.param("[" * _MANY + "]" * _MANY, id="nested brackets"),
        pytest.param("[" * _MANY + "](a)" * _MANY, id="nested links"),
        pytest.param("![" * _MANY + "](a)" * _MANY, id="nested images"),
        pytest.param("[a](" * _MANY, id="open targets"),
        pytest.param(">" * _MANY + "\n" + ">" * _MANY, id="nested quotes"),
        pytest.param("- " * _MANY, id="nested items"),
        pytest.param("> - " * _MANY + "a\n" * 1000, id="nested mix"),
        pytest.param("- " * _MANY + "\n" * _BIG, id="blank lines in items"),
        pytest.param("- " * 30 + "```" + "\n" * _MANY, id="blank lines in a fence in items"),
        pytest.param("\r" * (_BIG // 5), id="carriage returns"),
        pytest.param("[a]: b\n\n" + "[" * _MANY + "]" * _MANY, id="nested references"),
        pytest.param("# " + "*a_" * _MANY, id="emphasis"),
        pytest.param("\\" * _BIG, id="backslashes"),
        pytest.param("@" * _BIG, id="at signs"),
    ],
)
def test_attacks_take_linear_time(text: str) -> None:
    start = time.process_time()
    read_all(text)
    assert time.process_time() - start < 5  # a tenth of a second to 1.5 s when nothing else runs


def test_a_big_file_of_plain_blocks_is_passed_at_the_speed_of_c() -> None:
    section = "### topic\n\n**Files**\n" + "- [a.md](../b/a.md) — some words\n" * 12 + "\ntext\n\n"
    text = section * 720
    best = min(_time_blocks(text) for _ in range(5))
    assert len(text) > 300_000
    assert best < 0.05  # 3 ms measured; the margin is for machines that do other work


def _time_blocks(text: str) -> float:
    start = time.process_time()
    scan_blocks(text)
    return time.process_time() - start
