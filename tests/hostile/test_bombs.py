"""Files that want to be executed, or to fill the memory, are read as data in every kind of document."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.lints.runner import all_findings

LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)
)
MERGES = "m0: &m0 {k: v}\n" + "".join(
    f"m{n}: &m{n} {{<<: [*m{n - 1}, *m{n - 1}], k{n}: v}}\n" for n in range(1, 40)
)
DEEP = "d: " + "[" * 5000 + "]" * 5000 + "\n"
ITSELF = "a: &a [*a, *a]\nb: &b {c: *b}\n"
YAML = {"laughs": LAUGHS, "merges": MERGES, "deep": DEEP, "itself": ITSELF}
CALL = '!!python/object/apply:os.system ["touch {0}"]'
PLACES = [
    "graph/entities.yaml", "bundles/a.yaml", "work-packages.yaml", "routing-cases.yaml",
    "knowledge/tides/a.md", "extractions/2026-11-01-tides.md", "external/a.md", "workflows/a.md",
    "workflows/b/SKILL.md", ".rules/a.md", ".cursor/rules/a.mdc", ".claude/rules/a.md", "bundles/b.md",
    "working/t/ticket.md", "index/trigger-table.md",
]  # fmt: skip


def read(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / "ctxlayer.toml").write_text("", encoding="utf-8")
    whole = f"---\n{text}---\n\n# Tides\n" if path.endswith((".md", ".mdc")) else text
    (root / path).write_text(whole, encoding="utf-8")
    layer = Host(today=lambda: date(2026, 11, 30)).layer_of(root)
    assert layer is not None
    assert path in layer.snapshot.documents
    found = all_findings(layer.snapshot)
    assert [failure for report in found.values() for failure in report.failures] == []


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("bomb", YAML)
def test_a_bomb_does_not_go_off(tmp_path: Path, path: str, bomb: str) -> None:
    read(tmp_path, path, YAML[bomb])


@pytest.mark.parametrize("path", PLACES)
def test_nothing_is_executed(tmp_path: Path, path: str) -> None:
    mark = tmp_path / "executed"
    read(tmp_path, path, f"title: {CALL.format(mark)}\nstatus: {CALL.format(mark)}\n")
    assert not mark.exists()


@pytest.mark.parametrize(
    "path", [".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json", ".local/repo-paths.json"]
)
@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "[" * 5000 + "]" * 5000, '{"a": "' + "\\u0000" * 1000 + '"}'],
    ids=["brackets", "objects", "closed", "zeros"],
)  # fmt: skip
def test_deep_json_is_read(tmp_path: Path, path: str, text: str) -> None:
    read(tmp_path, path, text)
