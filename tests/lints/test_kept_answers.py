"""Findings that are kept from one keystroke to the next are those of a fresh look."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
PAGE = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    "verified-by: developer\nstatus: {}\n---\n\n# Tides\n\n{}\n"
)
WINDSURF = "---\ntrigger: always_on\n---\n\n# Gauges\n\n"
HOT = "---\nalwaysApply: true\njustification: Every task moves a vessel\n---\n\n# Gauges\n\n"
SKILL = "---\nname: gauges\ndescription: {}\n---\n\n# Gauges\n"
SERVERS = '{"mcpServers": {"tidegauge": {"command": "tidegauge-mcp", "args": ["--read-only"]}}}\n'
TABLE = (
    "# Trigger table\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
    "| tides | a.md · b.md | harbour heights, read-only | ebb |\n"
)
PASSAGE = (
    "The harbour office answers the radio between six and ten, and never during a storm. Who calls "
    "at night is told to wait for the pilot, who keeps the list of berths and gives out the last "
    "one only when the tide allows it, and the master agrees.\n"
)
OVER_BUDGET = "budget.hot = 50\nbudget.rule = 20\n"


def edited(snapshot: Snapshot, path: str, text: str) -> Snapshot:
    placement = snapshot.placement(path)
    assert placement is not None
    return snapshot.after(changed=[Document(path, placement, text, snapshot.document(path))])


@pytest.mark.parametrize(
    ("path", "before", "after", "others"),
    [
        (".windsurf/rules/a.md", WINDSURF + "low " * 100, WINDSURF + "low " * 4000, {}),
        (".windsurf/rules/a.md", WINDSURF + "low " * 4000, WINDSURF + "low\n" * 4000, {}),
        ("AGENTS.md", "# Tides\n", "# Tides\n" + "low " * 9000, {".codex/config.toml": ""}),
        (".mcp.json", SERVERS, f"\n\n{SERVERS}", {}),
        (
            "CLAUDE.md",
            "low tide @README.md\n",
            "low @README.md tide\n",
            {"README.md": "low tide " * 400, "ctxlayer.toml": OVER_BUDGET},
        ),
        (
            ".rules/a.md",
            HOT + PASSAGE,
            HOT + PASSAGE.replace("storm.", "storm!").replace(", and the", ": and the"),
            {".rules/b.md": HOT + PASSAGE},
        ),
        (
            "knowledge/tides/b.md",
            PAGE.format("hypothesis", ""),
            PAGE.format("hypothesis", "").replace("developer", "live-query"),
            {"knowledge/tides/a.md": PAGE.format("confirmed", "[b](b.md)")},
        ),
        (
            "knowledge/tides/b.md",
            PAGE.format("superseded\nsuperseded-by: a.md", ""),
            PAGE.format("superseded\nsuperseded-by: c.md", ""),
            {
                "index/trigger-table.md": TABLE,
                "knowledge/tides/a.md": PAGE.format("confirmed", ""),
                "knowledge/tides/c.md": PAGE.format("confirmed", ""),
            },
        ),
    ],
    ids=[
        "over a limit",
        "other lines",
        "along a chain",
        "moved",
        "import moved",
        "other signs",
        "status moved",
        "another one instead",
    ],
)
def test_what_a_finding_says_follows_the_text(
    path: str, before: str, after: str, others: dict[str, str]
) -> None:
    def layer(text: str) -> Snapshot:
        texts = {"ctxlayer.toml": "", **others, path: text}
        return build_snapshot(texts, TODAY, schemas=".mcp.json tidegauge 6100 22\n")

    snapshot = layer(before)
    layer_report(snapshot)
    assert layer_report(edited(snapshot, path, after)) == layer_report(layer(after))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".rules/a.md", HOT + "low tide " * 100),
        (".windsurf/rules/a.md", WINDSURF + "low " * 4000),
        ("knowledge/tides/b.md", PAGE.format("superseded", "")),
        ("knowledge/tides/b.md", PAGE.format("confirmed", "See [c](c.md).")),
        ("knowledge/tides/b.md", "---\ntype: concept\n---\n\n# Tides\n"),
        (".claude/skills/gauges/SKILL.md", SKILL.format("low tide " * 200)),
        ("index/trigger-table.md", TABLE.replace("| tides", "| Tides").replace("b.md", "gone.md")),
    ],
)
@pytest.mark.parametrize("tried", ["knowledge/tides/a.md", "knowledge/tides/b.md"])
def test_a_fix_that_was_tried_leaves_no_trace(tried: str, path: str, text: str) -> None:
    texts = {
        "ctxlayer.toml": OVER_BUDGET,
        "index/trigger-table.md": TABLE,
        ".rules/a.md": HOT,
        ".windsurf/rules/a.md": WINDSURF,
        ".claude/skills/gauges/SKILL.md": SKILL.format("Reads gauges"),
        "knowledge/tides/a.md": PAGE.format("confirmed", ""),
        "knowledge/tides/b.md": PAGE.format("confirmed", ""),
        "knowledge/tides/c.md": PAGE.format("hypothesis", ""),
    }
    snapshot = build_snapshot(texts, TODAY)
    layer_report(snapshot)
    layer_report(edited(snapshot, tried, PAGE.format("confirmed", "Other [words](a.md).")))
    found = layer_report(edited(snapshot, path, text))
    assert found == layer_report(build_snapshot({**texts, path: text}, TODAY))
