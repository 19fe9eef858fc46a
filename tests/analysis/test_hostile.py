"""Whatever a layer holds, its findings take no longer than its size deserves."""

from __future__ import annotations

import time
from datetime import date

import pytest

from ctxlayer.lints.runner import all_findings
from tests.harness.engine import build_snapshot

_MANY = 200_000
_TABLE = (
    "# Index\n\n### tides\n\n**Files**\n- gauges.md — crane {}\n\n"
    "**Live pointer:** harbour heights, read-only\n\n**Vocabulary:** ebb\n"
)
_GAUGES = "# Gauges\n\nwhere each one stands, what it measures, how heights compare [x](#y) {}\n"


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        pytest.param("x" * _MANY, "", id="one word"),
        pytest.param("<!--" * _MANY, "", id="comments that nobody closes"),
        pytest.param("", "{#" + "a" * _MANY, id="the id of a heading that nobody closes"),
        pytest.param("", "{#a" * _MANY, id="ids that nobody closes"),
    ],
)
def test_a_large_file_takes_no_longer_than_its_size_deserves(annotation: str, text: str) -> None:
    layer = build_snapshot(
        {
            "index/trigger-table.md": _TABLE.format(annotation),
            "knowledge/tides/gauges.md": _GAUGES.format(text),
        },
        date(2026, 11, 29),
    )
    begun = time.perf_counter()
    found = all_findings(layer)
    assert time.perf_counter() - begun < 5
    assert "dead-link" in {each.lint for each in found["knowledge/tides/gauges.md"].findings}
