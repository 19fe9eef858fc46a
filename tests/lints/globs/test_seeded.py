"""One fault put into clean rules is found where it is, and nothing else; so are five at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

import pytest

from ctxlayer.ide.fixing import with_safe_fixes
from ctxlayer.lints.model import Finding
from tests.harness.engine import build_snapshot, findings_of

TODAY = date(2026, 11, 29)
CLEAN = {
    "ctxlayer.toml": "",
    ".rules/berths.md": '---\nglobs: ["src/berths/**", "src/quays/*.py"]\n---\n\n# Berths\n',
    ".rules/orders.md": "---\ndescription: Use when a task changes pilot orders 🌊\n---\n\n# Orders\n",
    ".rules/tides.md": "---\nalwaysApply: true\njustification: saves a look\n---\n\n# Tides\n",
    ".cursor/rules/cranes.mdc": "---\ndescription: How cranes are shared\nglobs: src/cranes/**,src/**/*.py\nalwaysApply: false\n---\n\n# Cranes\n",
    "src/berths/plan.py": "VALUE = 1\n",
    "src/cranes/roster.py": "VALUE = 1\n",
    "src/quays/walls.py": "VALUE = 1\n",
}  # fmt: skip


class Seed(NamedTuple):
    """`old` becomes `new` in the file at `path`; `marked` is then the text of the finding."""

    lint: str
    path: str
    old: str
    new: str
    marked: str


SEEDS = (
    Seed("invalid-glob", ".rules/berths.md", "src/berths/**", "src/{berths/**", "src/{berths/**"),
    Seed("glob-matches-nothing", ".rules/berths.md", "src/quays", "src/quay", "src/quay/*.py"),
    Seed("glob-matches-nothing", ".cursor/rules/cranes.mdc", "src/cranes", "src/crane", "src/crane/**"),
    Seed("never-loads", ".rules/orders.md", "description: Use when a task changes pilot orders 🌊", "description:", "description"),
    Seed("conflicting-triggers", ".rules/tides.md", "true\n", "true\nglobs: src/**\n", "src/**"),
)  # fmt: skip


def found(files: Mapping[str, str]) -> list[Finding]:
    findings = findings_of(build_snapshot(files, TODAY))
    return [one for path in sorted(findings) for one in findings[path]]


def seeded(*seeds: Seed) -> dict[str, str]:
    files = dict(CLEAN)
    for seed in seeds:
        assert files[seed.path].count(seed.old) == 1, seed
        files[seed.path] = files[seed.path].replace(seed.old, seed.new)
    return files


def test_the_rules_are_clean() -> None:
    assert found(CLEAN) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.lint}: {seed.marked}")
def test_one_fault_is_one_finding_on_its_text(seed: Seed, line_end: str) -> None:
    files = {path: text.replace("\n", line_end) for path, text in seeded(seed).items()}
    (finding,) = found(files)
    assert (finding.lint, finding.path) == (seed.lint, seed.path)
    assert finding.span.of(files[seed.path]) == seed.marked


def test_five_faults_are_five_findings() -> None:
    files = seeded(*SEEDS)
    marked = sorted((one.lint, one.path, one.span.of(files[one.path])) for one in found(files))
    assert marked == sorted((seed.lint, seed.path, seed.marked) for seed in SEEDS)


def test_none_of_them_is_mended_unasked() -> None:
    files = seeded(*SEEDS)
    fixed = with_safe_fixes(build_snapshot(files, TODAY), list(files))
    assert all(document.text == files[path] for path, document in fixed.documents.items())
