"""A case runs through the real engine: the harness fails when the product or the mark is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import FixtureError, parse_fixture
from tests.harness.run import run_case

CLEAN = """
````knowledge/tides/gauges.md
---
source: human-authored
created: 2026-11-01
last-verified: 2026-11-20
verified-by: developer
status: confirmed
{mark}---

# Gauges
````
"""


def run(text: str) -> str:
    (case,) = parse_fixture(text, "case")
    return run_case(case, Path("case.md"))


def test_a_clean_file_holds() -> None:
    assert run(CLEAN.format(mark="")) == ""


def test_a_mark_without_a_finding_fails() -> None:
    shown = run(CLEAN.format(mark="        ^^^^^^^^^ invalid-value\n"))
    assert "-        ^^^^^^^^^ invalid-value" in shown


def test_a_finding_without_a_mark_fails() -> None:
    shown = run(CLEAN.format(mark="").replace("status: confirmed", "status: done"))
    assert "+        ^^^^ invalid-value (error)" in shown


def test_a_marked_finding_holds_and_its_fix_is_tried() -> None:
    text = CLEAN.format(mark="        ^^^^^^^^ invalid-value (error)\n")
    assert run(text.replace("status: confirmed", "status: confirmd")) == ""


def test_an_unknown_feature_is_an_error() -> None:
    with pytest.raises(FixtureError, match="none of"):
        run("```expect magic\n```\n")
