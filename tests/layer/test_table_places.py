"""What lies under a cursor in a trigger table."""

from __future__ import annotations

import pytest

from ctxlayer.layer.table_places import locate
from ctxlayer.layer.trigger_table import parse_trigger_table

HEAD = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
ROW = "| loans | overview.md · fees.md | books loans.v_due, read-only | overdue, late fee |\n"


@pytest.mark.parametrize(
    ("row", "part", "item"),
    [
        ("| lo^ans |", "name", None),
        ("| loans | ov^er", "files", "over"),
        ("| loans | a.md · ^", "files", None),
        ("| loans |^", "files", None),
        ("| loans | ^", "files", None),
        ("| loans |   ^  | x y |", "files", None),
        ("| loans | a.md | boo^ks x · y z |", "live", "books x"),
        ("| loans | a.md | books x | a, b^c, d |", "vocabulary", "bc"),
        ("| loans | a.md | books x | a, ^ |", "vocabulary", None),
        ("| ^ |  |  |  |", "name", None),
        ("|  | ^ |  |  |", "files", None),
    ],
)
def test_locate_in_rows(row: str, part: str, item: str | None) -> None:
    text = HEAD + row.replace("^", "")
    place = locate(parse_trigger_table(text), len(HEAD) + row.index("^"))
    assert place is not None
    assert place.part == part
    found = place.pointer or place.live or place.term
    assert (found and found.span.shift(place.offset).of(text)) == item


@pytest.mark.parametrize(
    ("section", "part", "item"),
    [
        ("### lo^ans\n\n**Files**\n- a.md\n", "name", None),
        ("### loans\n\n**Files**\n- kn^o\n", "files", "kno"),
        ("### loans\n\n**Files**\n- a.md\n- ^\n", "files", None),
        ("### loans\n\n**Files** ^\n", "files", None),
        ("### loans\n\n**Live pointer:** ^\n", "live", None),
        ("### loans\n\n**Live pointer:** boo^ks\n", "live", "books"),
        ("### loans\n\n**Vocabulary:** a, b, ^\n", "vocabulary", None),
        ("### loans\n\n**Vocabulary:** a, b^b\n", "vocabulary", "bb"),
        ("### loans\n\nText^\n\n**Files**\n", None, None),
    ],
)
def test_locate_in_sections(section: str, part: str | None, item: str | None) -> None:
    text = "# T\n\n" + section.replace("^", "")
    place = locate(parse_trigger_table(text), 5 + section.index("^"))
    assert place is not None
    assert place.part == part
    found = place.pointer or place.live or place.term
    assert (found and found.span.shift(place.offset).of(text)) == item


def test_locate_outside_topics() -> None:
    table = parse_trigger_table("# T\n\n" + HEAD + ROW + "\nText\n")
    assert locate(table, 1) is None
    assert locate(table, len(HEAD + ROW) + 8) is None
