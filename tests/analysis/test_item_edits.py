"""Taking one item out of a topic, for each of its items."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.analysis.item_edits import pointer_units, removal_edits, units_around
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.topic import Topic
from tests.harness.engine import build_snapshot

ROW = (
    "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
    "| tides | {} | harbour heights, read-only | ebb |\n"
)
SECTION = "### tides\n\n**Files**\n\n{}\n\n**Vocabulary:** ebb\n"


def topic_of(table: str) -> Topic:
    snapshot = build_snapshot({"index/trigger-table.md": f"# Index\n\n{table}"}, date(2026, 11, 29))
    (place,) = snapshot.ask(topic_index).places
    return place.facts.topic


@pytest.mark.parametrize(
    "table",
    [
        ROW.format("a.md"),
        ROW.format("a.md · b.md, c.md <!-- tide --> · d.md (see the gauges) · e.md"),
        SECTION.format("- a.md\n- b.md, c.md — gauges\n  - d.md\n\n- [x] e.md <!-- f.md -->"),
        SECTION.format("a.md, b.md · c.md; d.md"),
    ],
)
def test_the_neighbours_of_an_item_are_all_that_matters_to_its_removal(table: str) -> None:
    topic = topic_of(table)
    units = pointer_units(topic)
    around = units_around(units)
    assert list(around) == list(range(len(topic.pointers)))
    for number, unit in around.items():
        assert removal_edits(topic, (unit,), {number}) == removal_edits(topic, units, {number})


def test_taking_out_each_of_many_looks_at_few() -> None:
    topic = topic_of(ROW.format(" · ".join(f"berth-{n}.md" for n in range(500))))
    around = units_around(pointer_units(topic))
    assert len(around) == 500
    assert max(len(unit.items) for unit in around.values()) == 3
