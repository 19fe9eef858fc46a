"""Which topics went and which came, from one index to the next."""

from __future__ import annotations

from datetime import date

from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

PATH = "index/trigger-table.md"
HEAD = (
    "# Trigger table\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
)


def edited(snapshot: Snapshot, text: str) -> Snapshot:
    known = snapshot.documents[PATH]
    placement = snapshot.placement(PATH)
    assert placement is not None
    return snapshot.after(changed=[Document(PATH, placement, text, known)])


def test_a_row_that_stood_twice_went_once() -> None:
    other, row = "| tides | gauges.md | harbour heights, read-only | ebb |\n", "slack water |\n"
    snapshot = build_snapshot({PATH: HEAD + other + row}, date(2026, 11, 29))
    snapshot.ask(topic_index)
    snapshot = edited(snapshot, HEAD + other + row + row)
    twice = snapshot.ask(topic_index)
    assert twice.places[1].facts is twice.places[2].facts
    turn = edited(snapshot, HEAD + other).ask(topic_index).since(twice.serial)
    assert turn is not None
    assert len(turn.gone) == 1
