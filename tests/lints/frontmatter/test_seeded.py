"""One fault in a clean layer is one finding; five are five; safe fixes mend what they may."""

from __future__ import annotations

import pytest

from tests.lints.seeded import CLEAN, Fault, found, layer, mended, restored, sown

GAUGES = "knowledge/tides/gauges.md"
PLAN = "knowledge/berths/plan.md"
NOTES = "extractions/2026-10-20-tides.md"
MANUAL = "external/manual.md"
RULE = ".rules/python.md"
CURSOR = ".cursor/rules/berths.mdc"
BLOCK = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    "verified-by: developer\nstatus: confirmed\n---\n"
)
QUOTED = 'description: "Changes: the service"'

FAULTS = (
    Fault("frontmatter-missing", GAUGES, f"{BLOCK}\n# Gauges", "⟦# Gauges⟧"),
    Fault("frontmatter-missing", PLAN, BLOCK, "⟦---⟧\nowner: pilots\n---\n"),
    Fault(
        "frontmatter-unclosed",
        RULE,
        '---\ndescription: Use when a task changes the service\nglobs: "src/**"\n---\n',
        '⟦---⟧\ndescription: Use when a task changes the service\nglobs: "src/**"\n',
        '---\ndescription: Use when a task changes the service\nglobs: "src/**"\n---\n',
    ),
    Fault("frontmatter-unclosed", GAUGES, "---\n\n#", "---⟦# The⟧\n\n#", "---\n# The\n\n#"),
    Fault("frontmatter-syntax", RULE, '"src/**"', "⟦**/*.py⟧", '"**/*.py"'),
    Fault(
        "frontmatter-syntax",
        RULE,
        "description: Use when a task changes the service",
        "description: Changes⟦:⟧ the service",
        QUOTED,
    ),
    Fault("frontmatter-syntax", CURSOR, "globs: src/**", "globs: ⟦**/*.py⟧", 'globs: "**/*.py"'),
    Fault(
        "frontmatter-syntax",
        ".claude/rules/quays.md",
        'paths: ["src/**"]',
        "paths:\n⟦\t⟧- src/**",
        "paths:\n  - src/**",
    ),
    Fault("duplicate-key", PLAN, "status: confirmed", "status: confirmed\n⟦status⟧: hypothesis"),
    Fault("duplicate-key", "workflows/moves/SKILL.md", "name: moves", "name: moves\n⟦name⟧: move"),
    Fault(
        "missing-key",
        GAUGES,
        "---\nsource: human-authored\ncreated: 2026-10-01\n",
        "⟦---⟧\nsource: human-authored\n",
    ),
    Fault("key-spelling", PLAN, "last-verified", "⟦lastVerified⟧", "last-verified"),
    Fault("unknown-key", PLAN, "status", "⟦statsu⟧", "status"),
    Fault("unknown-key", RULE, "globs", "⟦glob⟧", "globs"),
    Fault("wrong-runtime-key", CURSOR, "alwaysApply: false", "⟦paths⟧: lib/**"),
    Fault("invalid-value", GAUGES, "confirmed", "⟦done⟧"),
    Fault("invalid-value", NOTES, "developer", "⟦developper⟧", "developer"),
    Fault("invalid-value", CURSOR, "false", '⟦"false"⟧', "false"),
    Fault("invalid-date", MANUAL, "2026-10-01", "⟦2026-10-1⟧", "2026-10-01"),
    Fault("invalid-date", PLAN, "2026-10-01", "⟦2026-02-30⟧"),
    Fault("date-order", GAUGES, "2026-11-01", "⟦2026-09-01⟧"),
    Fault("date-order", MANUAL, "2026-10-01", "⟦2026-12-24⟧"),
    Fault("second-frontmatter", PLAN, "---\n\n#", "---\n⟦---⟧\nowner: pilots\n---\n\n#"),
)
COMBINED = tuple(FAULTS[number] for number in (3, 5, 11, 18, 9))


def test_the_clean_layer_is_clean() -> None:
    assert found(layer(CLEAN)) == []
    assert mended(CLEAN) == dict(CLEAN)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.lint} in {fault.path}")
class TestOneFault:
    def test_it_is_found_where_it_is_and_nothing_else(self, fault: Fault) -> None:
        texts, places = sown([fault])
        assert found(layer(texts)) == places

    def test_safe_fixes_mend_it_and_touch_nothing_else(self, fault: Fault) -> None:
        texts, _ = sown([fault])
        assert mended(texts) == restored([fault])

    def test_in_a_file_with_carriage_returns(self, fault: Fault) -> None:
        texts, places = sown([fault])
        texts[fault.path] = texts[fault.path].replace("\n", "\r\n")
        assert [each.lint for each in found(layer(texts))] == [each.lint for each in places]
        wanted = restored([fault])
        wanted[fault.path] = wanted[fault.path].replace("\n", "\r\n")
        assert mended(texts) == wanted


def test_a_file_that_drops_out_is_said() -> None:
    from tests.harness.engine import build_snapshot
    from tests.lints.seeded import TODAY

    snapshot = build_snapshot(CLEAN, TODAY, {GAUGES: "not UTF-8 (byte 0xff at 0)"})
    assert [(each.path, each.lint, each.span) for each in found(snapshot)] == [
        (GAUGES, "unreadable-file", (0, 0))
    ]


def test_five_faults_are_five_findings() -> None:
    texts, places = sown(COMBINED)
    assert len(places) == 5
    assert found(layer(texts)) == places


def test_safe_fixes_leave_the_faults_that_need_a_choice() -> None:
    texts, _ = sown(COMBINED)
    after = mended(texts)
    assert after == restored(COMBINED)
    kept = {fault.lint for fault in COMBINED if fault.mended is None}
    assert {each.lint for each in found(layer(after))} == kept
    assert mended(after) == after
