"""Knowledge files that name a path over and over, on one line or on many."""

from __future__ import annotations

import time
from datetime import date

import pytest

from ctxlayer.analysis.source_changes import source_changes
from tests.harness.engine import build_snapshot

_HEAD = """---
source: human-authored
created: 2026-10-10
last-verified: 2026-11-20
verified-by: developer
status: confirmed
---

# Gauges

"""
_PATH = "knowledge/tides/gauges.md"
_SOURCES = "2026-11-25 Ada: src/a.py\n2026-10-01 Ada: src/a.py src/b.py\n"
_OUT = "the [crane](https://github.com/quay/crane) "
_MANY = 20_000


@pytest.mark.parametrize("between", [" ", "\n"], ids=["line", "paragraph"])
@pytest.mark.parametrize("lead", ["", _OUT * 2_000], ids=["plain", "web"])
@pytest.mark.parametrize("written", ["`src/a.py`", "[a](../../src/a.py)"])
def test_it_takes_no_longer_than_it_is_long(written: str, lead: str, between: str) -> None:
    text = _HEAD + lead + "x\n\n" + between.join([written] * _MANY) + "\n"
    snapshot = build_snapshot(
        {_PATH: text, "ctxlayer.toml": ""}, date(2026, 11, 29), sources=_SOURCES
    )
    begun = time.process_time()
    source_changes(snapshot.documents[_PATH], snapshot)
    assert time.process_time() - begun < 8
