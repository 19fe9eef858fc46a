"""Dead pointers and what git knows of their files."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.ide.actions import actions
from ctxlayer.layer.history import NoHistory
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span, apply_edits
from tests.harness.engine import build_snapshot

TABLE = "index/trigger-table.md"
HEAD = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
MOVES = {
    "knowledge/tides/gauges.md": "knowledge/tides/instruments/floats.md",
    "knowledge/surges": "knowledge/tides",
    "knowledge/tides/lost.md": "knowledge/tides/lost-again.md",
}


class Moved(NoHistory):
    """A history that knows of some moves."""

    def moved_to(self, path: str) -> str | None:
        return MOVES.get(path.rstrip("/"))


def layer(pointer: str) -> Snapshot:
    files = {
        TABLE: f"{HEAD}| tides | {pointer} · overview.md | harbour heights, read-only | ebb |\n",
        "knowledge/tides/overview.md": "",
        "knowledge/tides/instruments/floats.md": "",
    }
    return build_snapshot(files, date(2026, 11, 29)).after(history=Moved())


@pytest.mark.parametrize(
    ("pointer", "mended"),
    [
        ("gauges.md — heights", "knowledge/tides/instruments/floats.md — heights"),
        ("`gauges.md#low`", "`knowledge/tides/instruments/floats.md#low`"),
        ("[g](../knowledge/tides/gauges.md)", "[g](../knowledge/tides/instruments/floats.md)"),
        ("knowledge/surges/", "knowledge/tides/"),
    ],
)
def test_a_moved_file_is_followed(pointer: str, mended: str) -> None:
    before = layer(pointer)
    text = before.documents[TABLE].text
    at = text.index("ges", text.index(pointer))
    first, *others = actions(before, TABLE, Span.at(at))
    assert "git" in first.title and first.preferred
    assert not any(other.preferred for other in others)
    assert apply_edits(text, first.edits[TABLE]) == text.replace(pointer, mended)


@pytest.mark.parametrize("pointer", ["lost.md", "other.md", "overview.md"])
def test_a_file_that_went_nowhere_is_not(pointer: str) -> None:
    before = layer(pointer)
    at = before.documents[TABLE].text.index(pointer) + 3
    assert not any("git" in each.title for each in actions(before, TABLE, Span.at(at)))
