"""The layer that docs/layer-format.md writes has no faults, and its claims hold."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/layer-format.md").read_text(encoding="utf-8")
FILES = re.findall(r"^In `([^`]+)`[^\n]*:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    root = tmp_path / "layer"
    for name, text in [*FILES, ("src/berths/allocate.py", "")]:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def run(layer: Path, *args: str) -> str:
    """What `ctxlayer` prints in the layer on the day that the page was written for."""
    done = subprocess.run(
        [sys.executable, "-m", "ctxlayer", *args],
        cwd=layer,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "server"),
            "CTXLAYER_TODAY": "2026-11-29",
            "CTXLAYER_CACHE_DIR": str(layer.parent / "cache"),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return done.stdout + done.stderr


def test_the_layer_of_the_page_is_clean(layer: Path) -> None:
    assert len(FILES) == 8
    assert run(layer, "check", "--fail-on", "hint").startswith("No findings in ")


def test_its_rule_loads_where_the_page_says(layer: Path) -> None:
    assert "cool  .rules/berths.md" in run(layer, "match", "src/berths/allocate.py")


POINTERS = [
    pointer
    for cell in re.findall(r"^\| ([^|]+) \|", PAGE.partition("| written |")[2], re.MULTILINE)
    for pointer in re.findall(r"`([^`]+)`", cell)
]


@pytest.mark.parametrize("pointer", POINTERS)
def test_each_way_to_write_a_pointer_is_read(layer: Path, pointer: str) -> None:
    note = layer / "knowledge/tides/overview.md"
    note.write_text(note.read_text(encoding="utf-8") + "\n" * 40, encoding="utf-8")
    table = layer / "index/trigger-table.md"
    text = table.read_text(encoding="utf-8").replace(
        "overview.md#gauges", f"overview.md · {pointer}"
    )
    table.write_text(text, encoding="utf-8")
    assert run(layer, "check", "--select", "dead-pointer").startswith("No findings")


def test_the_comment_of_the_page_silences_its_row(layer: Path) -> None:
    row = re.findall(r"^\| tides .*ignore.*$", PAGE, re.MULTILINE)[0]
    table = layer / "index/trigger-table.md"
    text = re.sub(r"^\| tides .*$", row, table.read_text(encoding="utf-8"), flags=re.MULTILINE)
    table.write_text(text, encoding="utf-8")
    shown = run(layer, "check", "index", "--select", "shared-term")
    assert shown.count("[shared-term]") == 1
    assert "1 suppressed" in shown
