"""Tables that stand in a section, or right above another table."""

from __future__ import annotations

import pytest

from ctxlayer.layer.trigger_table import parse_trigger_table

TABLE = "topic|files\n--|--\ntides|gauges.md\n"


@pytest.mark.parametrize(
    "label", ["**Vocabulary:** ebb", "**Live pointer:** harbour x", "**Files:** a.md"]
)
@pytest.mark.parametrize("table", [TABLE, "".join(f"|{line}|\n" for line in TABLE.splitlines())])
def test_a_table_in_a_section_is_none_of_its_text(label: str, table: str) -> None:
    (_, alone), *_ = parse_trigger_table(f"### berths\n{label}\n").topics
    (_, section), (_, row) = parse_trigger_table(f"### berths\n{label}\n{table}").topics
    for part in ("pointers", "live", "vocabulary"):
        assert getattr(section, part) == getattr(alone, part)
    assert section.strays == () and (row.name, row.shape) == ("tides", "row")


@pytest.mark.parametrize("gap", ["", "\n", "<!-- a note -->\n"])
def test_the_header_of_a_table_is_no_row_of_the_one_above(gap: str) -> None:
    broken = "| topic | files | live |\n| --- | --- |\n| berths | plan.md | |\n"
    table = parse_trigger_table(f"{broken}{gap}\n| topic | files |\n|--|--|\n| tides | a.md |\n")
    assert [topic.name for _, topic in table.topics] == ["berths", "tides"]


def test_not_even_right_below_its_delimiter_row() -> None:
    table = parse_trigger_table("topic|files\n-||\nwhen working on|read\n-|-\ntides|a.md\n")
    assert [topic.name for _, topic in table.topics] == ["tides"]
