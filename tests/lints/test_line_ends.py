"""Line ends and a byte order mark change no finding and no fix, and every fix keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit, apply_edits

TODAY = date(2026, 11, 30)
FILES = {
    "ctxlayer.toml": "[freshness]\nknowlege-days = 3\n",
    ".mcp.json": '{"mcpServers":{"harbour":{"command":"harbour-mcp"}}}',
    "index/trigger-table.md": (
        "# Tides é😀\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
        "| ti😀des | overveiw.md · Gauges.md · ../../x.md | harbor h, read-only · harbour `a|b` "
        "| ebb, one two three four five, ebb |\n| pilots | | harbour x | |\n\n### quays 😀\n\n"
        "**Files**\n- [p](../knowledge/quays/plam.md)\n- plan.md:3-99\n\n"
        "**Live pointer:** harbour plan readonly\n\n**Vocabulary:** ebb, q.\n"
    ),
    "knowledge/ti😀des/overview.md": (
        "---\nsource: external\ncreated: 2026-5-1\nlast_verified: 2026-06-01\n"
        "verified-by: live-query\nstatus: confirmd\nstatsu: 'x'\n---\n\n# Overview 😀\n"
    ),
    "knowledge/ti😀des/gauges.md": (
        "---\nsource: human-authored\ncreated: 2026-05-01\nlast-verified: 2027-06-01\n"
        "verified-by: unverified\nstatus: confirmed\nstatus: confirmed\n---\n---\ntitle: x\n---\n"
    ),
    "knowledge/quays/plan.md": "# Plan\n\ntext\n",
    ".rules/a.md": (
        "---\ndescription: 😀\nglobs: **/*.py, src/{a\nglob: x\nalwaysApply: \"true\"\n---\n# A\n"
    ),
    ".rules/b.md": '---\nglobs: ["src/bert/**"]\nalwaysApply: true\njustification: saves a look at the plan\n---\n# B\n',
}  # fmt: skip


def plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")


def found(root: Path, end: str, mark: str) -> dict[tuple[object, ...], list[tuple[str, str]]]:
    """What is found with these line ends, and what each fix makes of its file, in plain text."""
    for path, text in FILES.items():
        # A lone `\r` is no line end to TOML.
        ends = end if path.endswith(".md") or end != "\r" else "\n"
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes((mark + text.replace("\n", ends)).encode())
    layer = Host(today=lambda: TODAY).layer_of(root)
    assert layer is not None
    result = {}
    for path, report in layer_report(layer.snapshot).items():
        document = layer.snapshot.document(path)
        assert document is not None
        assert not report.failures
        for finding in report.findings:
            line, column = document.lines.position(finding.span.start)
            column -= bool(mark) and line == 0
            words = plain(finding.span.of(document.text))
            fixed = [
                (fix.title, text)
                for fix in finding.fixes
                for text in _fixed(fix.edits, layer.snapshot, end, mark)
            ]
            result[path, finding.lint, line, column, words, finding.message] = fixed
    return result


def _fixed(
    edits: Mapping[str, tuple[Edit, ...]], snapshot: Snapshot, end: str, mark: str
) -> list[str]:
    texts = []
    for path, each in edits.items():
        document = snapshot.document(path)
        assert document is not None
        new = apply_edits(document.text, each)
        assert new.startswith(mark)
        if path.endswith(".md"):
            assert set(new.replace(end, "")).isdisjoint("\r\n")
        texts.append(plain(new))
    return texts


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_finding_and_fix_is_the_same(tmp_path: Path, end: str, mark: str) -> None:
    model = found(tmp_path / "model", "\n", "")
    assert len(model) > 30
    assert found(tmp_path / "other", end, mark) == model
