"""Which topics went and which came, from one index to the next."""

from __future__ import annotations

from datetime import date

from ctxlayer.analysis.few import few
from ctxlayer.analysis.topics import Change, TopicIndex, topic_index
from tests.harness.engine import build_snapshot

PATH = "index/trigger-table.md"
HEAD = (
    "# Trigger table\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
)


def test_what_stood_twice_went_once() -> None:
    row = "| tides | gauges.md |\n"
    snapshot = build_snapshot({PATH: HEAD + row}, date(2026, 11, 29))
    index = snapshot.ask(topic_index)
    facts = index.places[0].facts
    twice = TopicIndex(
        index.tables,
        {PATH: (*index.places, *index.places)},
        index.world,
        {PATH: Change(1, 0, [], [facts])},
        index,
    )
    gone = TopicIndex(
        index.tables, {}, index.world, {PATH: Change(0, 0, [facts, facts], [])}, twice
    )
    turn = gone.since(twice.serial)
    assert turn is not None
    assert (list(turn.gone), list(turn.come)) == ([facts], [])
    told = few(twice, None, lambda each: each.topic.name)
    assert few(gone, told, lambda each: each.topic.name).values == {}
