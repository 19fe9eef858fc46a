"""A table with more topics than anybody routes by is read up to a bound, and says so."""

from __future__ import annotations

import pytest

from ctxlayer.layer import trigger_table
from ctxlayer.layer.trigger_table import parse_trigger_table

HEAD = "| topic | files | live | vocabulary |\n| --- | --- | --- | --- |\n"


@pytest.fixture(autouse=True)
def _three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trigger_table, "MAX_TOPICS", 3)


def row(number: int) -> str:
    return f"| t-{number} | a.md | db x, read-only | word {number} |\n"


def section(number: int) -> str:
    return f"### t-{number}\n\n**Files**\n- a.md\n\n"


def test_rows_beyond_the_bound_are_left_out() -> None:
    text = HEAD + "".join(map(row, range(5)))
    table = parse_trigger_table(text)
    assert [topic.name for _, topic in table.topics] == ["t-0", "t-1", "t-2"]
    (problem,) = table.problems
    assert problem.span.of(text).startswith("| t-3 |")
    assert "split the table" in problem.message


def test_sections_count_too() -> None:
    text = "".join(map(section, range(5)))
    table = parse_trigger_table(text)
    assert [topic.name for _, topic in table.topics] == ["t-0", "t-1", "t-2"]
    assert [problem.span.of(text) for problem in table.problems] == ["### t-3"]


def test_within_the_bound_nothing_is_said() -> None:
    assert parse_trigger_table(HEAD + "".join(map(row, range(3)))).problems == ()
