"""An open document under a client's edits, against a plain string edited the slow way."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.text import Encoding, TextBuffer

_CHARS = "ab\r\n\r\né日🔥👩\u200d💻\u2028\x85\x0c"
_TEXTS = st.text(st.sampled_from(_CHARS), max_size=24)
_POSITIONS = st.tuples(st.integers(-1, 9), st.integers(-1, 14))
_EDITS = st.lists(st.tuples(_POSITIONS, _POSITIONS, _TEXTS), max_size=8)
_WIDTHS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def offset(text: str, position: tuple[int, int], encoding: Encoding) -> int:
    """Where a client's position is, found by walking."""
    number, units = position
    ends = [match.span() for match in re.finditer(r"\r\n|\n|\r", text)]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    if number < 0:
        return 0
    if number >= len(starts):
        return len(text)
    at = starts[number]
    codec, size = _WIDTHS[encoding.value]
    while at < stops[number]:
        units -= len(text[at].encode(codec)) // size
        if units < 0:
            break
        at += 1
    return at


@settings(max_examples=300)
@given(_TEXTS, _EDITS, st.sampled_from(Encoding))
def test_edits_leave_what_a_string_would_be(
    text: str, edits: list[tuple[tuple[int, int], tuple[int, int], str]], encoding: Encoding
) -> None:
    buffer = TextBuffer(text, encoding)
    for start, end, new in edits:
        first, last = sorted((offset(text, start, encoding), offset(text, end, encoding)))
        text = text[:first] + new + text[last:]
        buffer.replace(start, end, new)
        assert buffer.text == text


@settings(max_examples=150)
@given(_TEXTS, _EDITS)
def test_the_text_need_not_be_read_between_edits(
    text: str, edits: list[tuple[tuple[int, int], tuple[int, int], str]]
) -> None:
    often, once = TextBuffer(text, Encoding.UTF16), TextBuffer(text, Encoding.UTF16)
    for edit in edits:
        often.replace(*edit)
        assert isinstance(often.text, str)
        once.replace(*edit)
    assert once.text == often.text


@pytest.mark.parametrize(
    ("text", "start", "end", "new", "after"),
    [
        ("a\rb", (1, 0), (1, 0), "\n", "a\r\nb"),  # a seam: `\r` meets its `\n`
        ("a\rb\nc", (1, 0), (1, 1), "", "a\r\nc"),
        ("a\r\nb", (0, 1), (0, 1), "\r", "a\r\r\nb"),
        ("a\r\nb", (0, 9), (1, 0), "", "ab"),
        ("🔥\nx", (0, 1), (0, 2), "", "\nx"),  # from between two halves
        ("a", (9, 9), (9, 9), "b", "ab"),
        ("a\u2028b\x0cc\nd", (1, 0), (1, 1), "e", "a\u2028b\x0cc\ne"),
        ("ab", (0, 2), (0, 1), "c", "ac"),  # start behind end
        ("", (0, 0), (0, 0), "", ""),
    ],
)
def test_edits_at_seams_and_edges(
    text: str, start: tuple[int, int], end: tuple[int, int], new: str, after: str
) -> None:
    buffer = TextBuffer(text, Encoding.UTF16)
    buffer.replace(start, end, new)
    assert buffer.text == after


def test_edits_after_a_seam_count_the_lines_anew() -> None:
    buffer = TextBuffer("a\rb\rc", Encoding.UTF16)
    buffer.replace((1, 0), (1, 0), "\n")
    buffer.replace((2, 0), (2, 1), "X")
    assert buffer.text == "a\r\nb\rX"


def test_a_change_without_a_range_replaces_all() -> None:
    buffer = TextBuffer("a\nb", Encoding.UTF8)
    buffer.replace_all("c\r\nd")
    buffer.replace((1, 0), (1, 1), "e")
    assert buffer.text == "c\r\ne"


def test_a_keystroke_costs_what_its_line_costs() -> None:
    buffer = TextBuffer("one line of a big file, 日本 🔥\n" * 20_000, Encoding.UTF16)
    start = time.process_time()
    for number in range(1000):
        buffer.replace((number * 7, 3), (number * 7, 3), "x")
    assert time.process_time() - start < 0.2  # 3 to 8 µs each, measured
