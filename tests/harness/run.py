"""Run one case: lint the small layer, compare, ask the features, try the fixes."""

from __future__ import annotations

from pathlib import Path

from tests.harness.compare import difference
from tests.harness.engine import build_snapshot, findings_of
from tests.harness.expect import settle
from tests.harness.features import answer
from tests.harness.fixes import broken_fix
from tests.harness.fixture import Case


def run_case(case: Case, path: Path) -> str:
    """Empty when the case holds; else what does not, to be read by a person.

    `path` is the fixture, which `UPDATE_EXPECT=1` rewrites.
    """
    snapshot = build_snapshot(
        case.texts,
        case.today,
        case.unreadable,
        case.facts.get("@authors", ""),
        case.facts.get("@schemas", ""),
        case.facts.get("@repos", ""),
        case.facts.get("@tracked", ""),
        case.facts.get("@sources", ""),
        case.facts.get("@edits", ""),
    )
    findings = findings_of(snapshot)
    parts = [
        difference(case, findings),
        broken_fix(case, findings),
        settle(path, [(want, answer(snapshot, case, want)) for want in case.expectations]),
    ]
    return "\n\n".join(part for part in parts if part)
