"""The layer that is measured is the same each time, and clean."""

from __future__ import annotations

from tests.bench import workload
from tests.harness.engine import build_snapshot, findings_of


def test_the_same_arguments_give_the_same_files() -> None:
    assert workload.files(0.2, seed=3) == workload.files(0.2, seed=3)
    assert workload.files(0.2, seed=3) != workload.files(0.2, seed=4)


def test_it_has_the_size_that_is_told() -> None:
    files = workload.files()
    assert 250 <= len(files) <= 400
    assert 25_000 <= len(files["index/trigger-table.md"]) <= 45_000


def test_a_clean_layer_has_no_findings_but_its_weight() -> None:
    snapshot = build_snapshot(workload.files(0.5), workload.TODAY)
    found = {(path, one.lint) for path, many in findings_of(snapshot).items() for one in many}
    assert found <= {("index/trigger-table.md", "heavy-topic")}
