"""The page on adapters names what the records say."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxlayer.layer.adapter_formats import FORMATS, AdapterFormat
from ctxlayer.lints.registry import all_lints
from ctxlayer.probes.adapters import SECONDS, TOTAL_SECONDS

PAGE = (Path(__file__).parents[2] / "docs/adapters.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| `")]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.id)
def test_each_format_has_a_row_that_is_true(form: AdapterFormat) -> None:
    (row,) = [line for line in ROWS if f" | {form.title} | " in line]
    places = [path for path in form.paths if not path.startswith(".opencode/")]
    assert all(f"`{path}`" in row for path in places)
    assert form.folder in row
    assert f"`{'.'.join(form.key)}`" in row
    if form.syntax == "json":
        words = {True: "taken", False: "refused", None: "not known"}
        assert f"| {words[form.comments]} |" in row
    assert (f"`{form.reference}`" if form.reference else "none known") in row
    assert f"{form.evidence.sure}, read {form.evidence.read_on}" in row


def test_the_lints_are_there() -> None:
    ids = [lint.id for lint in all_lints() if lint.family == "adapters"]
    assert all(f"lints/{name}.md" in PAGE for name in ids)


def test_the_times_are_those_of_the_code() -> None:
    assert f"It has {SECONDS:g} seconds, all of them together have {TOTAL_SECONDS:g}." in PAGE
