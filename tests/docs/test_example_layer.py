"""The example layer has the faults that its page tells of, and no other."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
_ROW = re.compile(r"\| `([^`]+)`.*\[([a-z-]+)\]\(lints/\2\.md\)")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """The findings of `ctxlayer check` on the example layer, on the day it was written for."""
    done = subprocess.run(
        [sys.executable, "-m", "ctxlayer", "check", "--format", "json", "--root", "example-layer"],
        cwd=DOCS,
        env={
            **os.environ,
            "PYTHONPATH": str(DOCS.parent / "server"),
            "CTXLAYER_TODAY": "2026-11-29",
            "CTXLAYER_CACHE_DIR": str(tmp_path_factory.mktemp("cache")),
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 1, done.stderr
    findings: list[dict[str, object]] = json.loads(done.stdout)["findings"]
    return findings


def test_it_has_the_faults_of_its_page_and_no_other(found: list[dict[str, object]]) -> None:
    page = (DOCS / "example-layer.md").read_text(encoding="utf-8")
    told = Counter(_ROW.findall(page))
    # A shared term is shown at each of its places.
    told[("index/trigger-table.md", "shared-term")] += 1
    shown = Counter((str(each["path"]), str(each["lint"])) for each in found)
    assert shown == told


def test_each_fault_says_what_to_do(found: list[dict[str, object]]) -> None:
    assert all(len(str(each["message"]).split()) >= 5 for each in found)


def test_its_tasks_are_led_to_their_topics() -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "ctxlayer", "route", "--format", "json"),
            *("--eval", "routing-cases.yaml", "--min-top1", "1", "--min-nowhere", "1"),
        ],
        cwd=DOCS / "example-layer",
        env={**os.environ, "PYTHONPATH": str(DOCS.parent / "server")},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    (suite,) = json.loads(done.stdout)["suites"]
    assert (suite["judged"], suite["unjudged"], len(suite["cases"])) == (10, 0, 12)
