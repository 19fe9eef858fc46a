"""Columns in code units and back, against Python's own codecs."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.text import Encoding

_LINES = st.text(st.sampled_from("a é日\u2028🔥👩\u200d💻\ud83d\udd25\x00"), max_size=20)
_ENCODINGS = st.sampled_from(Encoding)


def width(char: str, encoding: Encoding) -> int:
    size = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding.value]
    codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding.value]
    return len(char.encode(codec, "surrogatepass")) // size


@given(_LINES, _ENCODINGS)
def test_units_are_those_of_the_codec(line: str, encoding: Encoding) -> None:
    for column in range(len(line) + 1):
        assert encoding.units(line, column) == sum(width(char, encoding) for char in line[:column])


@given(_LINES, _ENCODINGS, st.integers(-2, 90))
def test_a_column_is_as_many_whole_characters_as_fit(
    line: str, encoding: Encoding, units: int
) -> None:
    column = encoding.column(line, units)
    fitting = [at for at in range(len(line) + 1) if encoding.units(line, at) <= max(units, 0)]
    assert column == fitting[-1]


@given(_LINES, _ENCODINGS)
def test_columns_survive_the_way_there_and_back(line: str, encoding: Encoding) -> None:
    for column in range(len(line) + 1):
        assert encoding.column(line, encoding.units(line, column)) == column


@pytest.mark.parametrize(
    ("encoding", "units", "column"),
    [
        (Encoding.UTF16, 1, 0),  # between the halves of the first pair
        (Encoding.UTF16, 2, 1),
        (Encoding.UTF16, 5, 3),
        (Encoding.UTF8, 3, 0),
        (Encoding.UTF8, 4, 1),
        (Encoding.UTF32, 1, 1),
        (Encoding.UTF8, 9999, 4),
        (Encoding.UTF16, 9999, 4),
        (Encoding.UTF32, 9999, 4),
        (Encoding.UTF16, -1, 0),
    ],
)
def test_positions_in_no_character_are_clamped(encoding: Encoding, units: int, column: int) -> None:
    assert encoding.column("🔥🔥 x", units) == column


@pytest.mark.parametrize("encoding", Encoding)
def test_a_column_of_a_very_long_line_is_found_fast(encoding: Encoding) -> None:
    line = "日" * 5_000_000 + "🔥"
    units = encoding.units(line, len(line))
    start = time.process_time()
    assert encoding.column(line, units) == len(line)
    assert time.process_time() - start < 0.5
