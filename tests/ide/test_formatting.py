"""Formatting and turning topics: line ends, cost, and the way back."""

from __future__ import annotations

import time
from datetime import date

import pytest

from ctxlayer.ide.fixing import edited
from ctxlayer.ide.formatting import format_document, format_typed
from ctxlayer.ide.refactors import refactorings
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span, apply_edits
from ctxlayer.text.width import display_width
from tests.harness.engine import build_snapshot

TABLE = "index/trigger-table.md"
LOOSE = (
    "# Index\n\n## Platform\n\n|topic|files|live|vocabulary|\n|-|:-:|-|-|\n"
    "| tides |gauges.md · x.md — é😀| tidegauge a.b, read-only | 潮, ebb|\n| berths | plan.md\n\n"
    "### quays\n**Files**\n\n- quays.md\n\n\n- b.md\n**Live pointer:** none\n**Vocabulary:** quay\n"
)


def layer(text: str) -> Snapshot:
    return build_snapshot({TABLE: text, "ctxlayer.toml": ""}, date(2026, 11, 29))


def formatted(text: str) -> str:
    return apply_edits(text, format_document(layer(text), TABLE))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff", "---\ntitle: x\n---\n"])
@pytest.mark.parametrize("closing", ["", "\n", "\n\n"])
def test_line_ends_and_the_first_and_last_bytes_stay(end: str, mark: str, closing: str) -> None:
    text = f"{mark}{LOOSE.rstrip()}{closing}"
    assert formatted(text.replace("\n", end)) == formatted(text).replace("\n", end)
    assert formatted(text).startswith(mark) and formatted(text).endswith(f"quay{closing}")


def test_all_pipes_stand_below_each_other() -> None:
    lines = [line for line in formatted(LOOSE).split("\n") if line.startswith("|")]
    ends = [
        [display_width(line[:at]) for at, char in enumerate(line) if char == "|"] for line in lines
    ]
    assert len(ends) == 4 and ends.count(ends[0]) == 4


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("form", [LOOSE, formatted(LOOSE)])
def test_a_row_comes_back_from_being_a_section(form: str, end: str) -> None:
    text = form.replace("| berths | plan.md\n", "").replace("\n", end)
    text = "".join(line for line in text.splitlines(keepends=True) if "berths" not in line)
    there = turned(text, "tides")
    assert "### tides" in there and "| tides" not in there
    assert formatted(turned(there, "tides")) == formatted(text)


def test_a_section_comes_back_from_being_a_row() -> None:
    text = formatted(LOOSE)
    there = turned(text, "quays")
    assert "| quays" in there
    assert turned(there, "quays") == text


def turned(text: str, name: str) -> str:
    """The text after the topic has taken its other shape."""
    snapshot = layer(text)
    offset = next(
        start
        for start, topic in snapshot.documents[TABLE].table(snapshot.settings).topics
        if topic.name == name
    )
    found = refactorings(snapshot, TABLE, Span.at(offset))
    action = next(each for each in found if each.title.startswith("Write "))
    return edited(snapshot, action.edits).documents[TABLE].text


def big(rows: int) -> str:
    head = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
    body = (f"| topic-{n} | a{n}.md · 潮.md | db x, read-only | word {n} |\n" for n in range(rows))
    return head + "".join(body)


def test_a_big_table_is_formatted_while_nobody_notices() -> None:
    snapshot = layer(big(2_000))
    begun = time.perf_counter()
    assert len(format_document(snapshot, TABLE)) > 2_000
    assert time.perf_counter() - begun < 10  # half a second, on a machine with nothing else to do


@pytest.mark.parametrize(("rows", "aligned"), [(60, True), (600, False)])
def test_a_big_table_is_left_alone_while_somebody_types_in_it(rows: int, aligned: bool) -> None:
    text = formatted(big(rows))
    at = text.index("| db x")
    typed = f"{text[:at]}and much more than before {text[at:]}"
    at = typed.index("| db x") + 1
    assert bool(format_typed(layer(typed), TABLE, at)) is aligned


def test_no_blank_line_makes_a_torn_table_of_a_line_of_text() -> None:
    text = "# \n- n\n**Live pointer**|topic|vocabulary\n|-"
    assert formatted(text) == text
