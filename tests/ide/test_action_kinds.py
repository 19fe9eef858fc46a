"""Whoever asks for some kinds of actions gets all of these, whatever stands beside them."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.ide.actions import actions
from ctxlayer.ide.refactors import refactorings
from ctxlayer.text import Span
from tests.harness.engine import build_snapshot

TABLE = "index/trigger-table.md"
NOTE = "knowledge/tides/gauges.md"
TEXTS = {
    TABLE: (
        "# Platform\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
        "| tides | gauges.md | | ebb |\n\n"
        "# Meta\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
        "| notes | knowledge/tides/notes.md | | margin |\n"
    ),
    NOTE: (
        "---\nsource: human-authored\ncreated: 2026-01-01\nlast-verified: 2026-01-01\n"
        "verified-by: developer\nstatus: confirmed\n---\n\n# Gauges\n"
    ),
    "knowledge/tides/notes.md": "# Notes\n",
}


@pytest.mark.parametrize(
    ("path", "at", "title"),
    [
        (TABLE, "notes", "Move the meta topics"),
        (NOTE, "2026-01-01\nverified", "Mark verified today"),
    ],
)
def test_a_quick_fix_takes_the_place_of_a_refactoring_only_where_it_is_wanted(
    path: str, at: str, title: str
) -> None:
    layer = build_snapshot(TEXTS, date(2026, 11, 29))
    start = TEXTS[path].index(at)
    span = Span(start, start)
    every = actions(layer, path, span)
    assert [each.kind for each in every if each.title.startswith(title)] == ["quickfix"]
    asked = actions(layer, path, span, None, lambda kind: kind.startswith("refactor"))
    assert list(asked) == list(refactorings(layer, path, span))
    assert [each.kind for each in asked if each.title.startswith(title)] == ["refactor.rewrite"]
    fixes = actions(layer, path, span, None, lambda kind: kind == "quickfix")
    assert {each.kind for each in fixes} == {"quickfix"}
