"""One fault put into a clean layer is found where it is, and nothing else; so are five at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from itertools import combinations
from typing import NamedTuple

import pytest

from ctxlayer.ide.fixing import with_safe_fixes
from ctxlayer.lints.model import Finding
from tests.harness.engine import build_snapshot, findings_of

TODAY = date(2026, 11, 29)
TABLE = "index/trigger-table.md"


def trust(title: str, source: str = "human-authored") -> str:
    by = "developer" if source == "human-authored" else "live-query"
    verdict = 'hot-memory: "reviewed, no change: nothing new"\n' if source == "extraction" else ""
    return (
        f"---\nsource: {source}\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
        f"verified-by: {by}\nstatus: confirmed\n{verdict}---\n\n# {title}\n\n## Part\n\nAsked harbour.\n"
    )


CLEAN = {
    "ctxlayer.toml": '[adapters]\nnames = ["harbour", "gauges"]\n\n[adapters.gauges]\nread-only = true\n'
    # Two sub-groups are half of what a topic may have, and no fault of a clean layer.
    "[table]\nmax-groups = 5\n",
    TABLE: """# Trigger table

## Platform

| topic | files (highest value first) | live pointer | vocabulary |
| --- | --- | --- | --- |
| tides | overview.md · heights.md#part · extractions/2026-10-20-tides.md | gauges `v_heights`, read-only | 🌊 ebb, slack water |
| pilots | boarding.md — where they come on board | harbour orders, read-only | ladder, boarding ground |

### quays

**Files**

#### plans

- [plan.md](../knowledge/quays/plan.md) — how berths are given out
- [cranes.md](../knowledge/quays/cranes.md)

#### extractions

- [2026-10-21-quays.md](../extractions/2026-10-21-quays.md)

**Live pointer:** harbour `v_berths`, read-only

**Vocabulary:** berth, quay wall
""",
    "knowledge/tides/overview.md": trust("Tides"),
    "knowledge/tides/heights.md": trust("Heights"),
    "knowledge/pilots/boarding.md": trust("Boarding"),
    "knowledge/quays/plan.md": trust("Plan"),
    "knowledge/quays/cranes.md": trust("Cranes"),
    "extractions/2026-10-20-tides.md": trust("Findings", "extraction"),
    "extractions/2026-10-21-quays.md": trust("More findings", "extraction"),
}  # fmt: skip


class Seed(NamedTuple):
    """`old` becomes `new` in the table; `marked` in it is then the text of the finding."""

    lint: str
    old: str
    new: str
    marked: str
    safe: bool = False


SEEDS = (
    Seed("malformed-row", "`v_heights`", "`v_heights|day`", "|", safe=True),
    Seed("malformed-row", "boarding ground |", "boarding ground | rope |", "rope"),
    Seed("missing-part", "| ladder, boarding ground |", "| |", "pilots"),
    Seed("dead-pointer", "boarding.md —", "bording.md —", "bording.md"),
    Seed("dead-pointer", "heights.md#part", "heights.md#prat", "prat"),
    Seed("dead-pointer", "../knowledge/quays/plan.md", "../knowledge/quay/plan.md", "../knowledge/quay/plan.md"),
    Seed("pointer-outside-layer", "boarding.md —", "boarding.md · ../pilots.md —", "../pilots.md"),
    Seed("case-mismatch", "boarding.md —", "Boarding.md —", "Boarding.md"),
    Seed("malformed-live-pointer", "harbour orders, read-only", "harbour orders (read-only)", "harbour orders (read-only)"),
    Seed("unknown-adapter", "harbour orders", "harbuor orders", "harbuor"),
    Seed("writable-live-pointer", "harbour orders, read-only", "harbour orders", "harbour orders"),
    Seed("writable-live-pointer", "gauges `v_heights`, read-only", "gauges `v_heights`", "gauges `v_heights`", safe=True),
    Seed("malformed-term", "berth, quay wall", "berth, quay wall.", "quay wall."),
    Seed("malformed-term", "berth, quay wall", "berth, quay wall, Berth", "Berth"),
)  # fmt: skip


def found(files: Mapping[str, str]) -> list[Finding]:
    findings = findings_of(build_snapshot(files, TODAY))
    return [one for path in sorted(findings) for one in findings[path]]


def shown(findings: list[Finding], files: Mapping[str, str]) -> Counter[tuple[str, str, str]]:
    return Counter((one.lint, one.path, one.span.of(files[one.path])) for one in findings)


def seeded(*seeds: Seed) -> dict[str, str]:
    table = CLEAN[TABLE]
    for seed in seeds:
        assert table.count(seed.old) == 1, seed
        table = table.replace(seed.old, seed.new)
    return {**CLEAN, TABLE: table}


ALLOWED = {"dead-pointer": "unindexed-file"}
"""A pointer that leads nowhere leaves its file without one: a fault at another place."""


def expected(seed: Seed, findings: list[Finding]) -> list[Finding]:
    return [one for one in findings if one.lint != ALLOWED.get(seed.lint)]


def test_the_layer_is_clean() -> None:
    assert found(CLEAN) == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.lint}: {seed.new}")
def test_one_fault_is_one_finding_on_its_text(seed: Seed, line_end: str) -> None:
    files = {path: text.replace("\n", line_end) for path, text in seeded(seed).items()}
    (finding,) = expected(seed, found(files))
    assert (finding.lint, finding.path) == (seed.lint, TABLE)
    assert finding.span.of(files[TABLE]) == seed.marked
    line = files[TABLE][: finding.span.start].count("\n")
    assert seed.new in files[TABLE].split("\n")[line] or seed.lint == "missing-part"


def test_a_file_that_nobody_points_at() -> None:
    files = {**CLEAN, "knowledge/tides/currents.md": trust("Currents")}
    (finding,) = found(files)
    assert finding.lint == "unindexed-file"
    assert finding.span.of(files[finding.path]) == "Currents"


def test_a_folder_that_has_no_topic() -> None:
    files = {**CLEAN, "knowledge/locks/gates.md": trust("Gates")}
    (finding,) = found(files)
    assert finding.lint == "topic-without-row"
    assert finding.span.of(files[TABLE]) == "Trigger table"


def test_two_topics_of_one_name() -> None:
    files = {**CLEAN, TABLE: CLEAN[TABLE].replace("### quays", "### tides")}
    marked = {(one.lint, one.span.of(files[one.path])) for one in found(files)}
    assert ("duplicate-topic", "tides") in marked


def test_a_term_of_two_topics_is_found_at_both() -> None:
    files = {**CLEAN, TABLE: CLEAN[TABLE].replace("quay wall", "Slack-Water")}
    assert shown(found(files), files) == Counter(
        {("shared-term", TABLE, "slack water"): 1, ("shared-term", TABLE, "Slack-Water"): 1}
    )


def compatible(seeds: tuple[Seed, ...]) -> bool:
    """Whether each fault can still be put in after those before it, and stays what it was."""
    table = CLEAN[TABLE]
    for seed in seeds:
        if table.count(seed.old) != 1:
            return False
        table = table.replace(seed.old, seed.new)
    return len({seed.lint for seed in seeds}) == len(seeds) and all(
        seed.new in table for seed in seeds
    )


FIVES = [five for five in combinations(SEEDS, 5) if compatible(five)][::40]


@pytest.mark.parametrize("five", FIVES, ids=lambda five: " + ".join(seed.lint for seed in five))
def test_five_faults_are_five_findings(five: tuple[Seed, ...]) -> None:
    files = seeded(*five)
    findings = [one for one in found(files) if one.lint != "unindexed-file"]
    assert shown(findings, files) == Counter((seed.lint, TABLE, seed.marked) for seed in five)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_safe_fixes_mend_what_is_safe_and_touch_nothing_else(line_end: str) -> None:
    seeds = [*[seed for seed in SEEDS if seed.safe][1:], SEEDS[3], SEEDS[-1]]
    files = {**seeded(*seeds), "knowledge/quays/locks.md": trust("Locks")}
    files = {path: text.replace("\n", line_end) for path, text in files.items()}
    fixed = with_safe_fixes(build_snapshot(files, TODAY), list(files))
    mended = files[TABLE]
    for seed in seeds:
        if seed.safe:
            mended = mended.replace(seed.new, seed.old)
    last = "- [cranes.md](../knowledge/quays/cranes.md)"
    mended = mended.replace(last, f"{last}{line_end}- [locks.md](../knowledge/quays/locks.md)")
    assert {path: document.text for path, document in fixed.documents.items()} == {
        **files,
        TABLE: mended,
    }
    again = with_safe_fixes(fixed, list(files))
    assert again.documents[TABLE].text == mended
