"""Which layer a file belongs to, by the evidence above it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxlayer.vfs import find_root

TRUST = "---\nlast_verified: 2026-01-01\nstatus: confirmed\n---\n"


def write(root: Path, *files: str, text: str = "") -> None:
    for name in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(root: Path, at: str, workspace: str | None = ".") -> tuple[str, bool] | None:
    """(root from the test's folder, whether full) of the layer of `at`."""
    layer = find_root(str(root / at), None if workspace is None else str(root / workspace))
    return layer and (Path(layer.path).relative_to(root).as_posix(), layer.full)


@pytest.mark.parametrize(
    "evidence", ["ctxlayer.toml", "index/trigger-table.md", "pyproject.toml", "trust"]
)
def test_each_evidence_of_a_full_layer(tmp_path: Path, evidence: str) -> None:
    write(tmp_path, "ctx/sub/a.md")
    if evidence == "trust":
        write(tmp_path, "ctx/knowledge/t/a.md", "ctx/extractions/b.md", text=TRUST)
    elif evidence == "pyproject.toml":
        write(tmp_path, "ctx/pyproject.toml", text="[tool.ctxlayer]\n")
    else:
        write(tmp_path, f"ctx/{evidence}")
    assert found(tmp_path, "ctx/sub/a.md") == ("ctx", True)
    assert found(tmp_path, "ctx") == ("ctx", True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "---\nsource: x\n---\n",
        "status: a\nsource: b\n",
        "---\ntitle: a\n---\nstatus: b\n",
        "---\nstatus: reviewed\nsource: notes.md\ncreated: 2026-01-01\n---\n",
        "---\nstatus: superseded\ncreated: 2026-01-01\n---\n",
        "---\nstatus: confirmed order\ncreated: 2026-01-01\n---\n",
    ],
)
def test_a_knowledge_folder_of_another_project_is_no_layer(tmp_path: Path, text: str) -> None:
    write(tmp_path, "knowledge/a.md", "knowledge/b.md", text=text)
    write(tmp_path, "pyproject.toml", text="[tool.other]\n# ctxlayer\n")
    assert found(tmp_path, "knowledge/a.md") is None


@pytest.mark.parametrize(
    "block",
    [
        "last-verified: 2026-01-01\nstatus: done",
        "verifiedBy: x\ncreated: 2026-01-01",
        "source: extraction\nstatus: done",
        "created: 2026-01-01\r\nstatus: 'hypothesis' # so far\r",
    ],
)
def test_trust_frontmatter_speaks_our_words(tmp_path: Path, block: str) -> None:
    write(tmp_path, "knowledge/t/a.md", "knowledge/t/b.md", text=f"---\n{block}\n---\n")
    assert found(tmp_path, "knowledge/t/a.md") == (".", True)


@pytest.mark.parametrize(
    "evidence",
    [
        ".rules/a.md",
        ".cursor/rules/a.mdc",
        ".claude/rules/a.md",
        "CLAUDE.md",
        "AGENTS.md",
        ".github/instructions/a.instructions.md",
        ".mcp.json",
        ".cursor/mcp.json",
        "work-packages.yaml",
        ".claude/skills/tides/SKILL.md",
        ".agents/skills/tides/SKILL.md",
        ".claude/agents/pilot.md",
        ".github/prompts/moor.prompt.md",
    ],
)
def test_each_evidence_of_rules(tmp_path: Path, evidence: str) -> None:
    write(tmp_path, evidence, "sub/a.md")
    assert found(tmp_path, "sub/a.md") == (".", False)


def test_nested_rules_belong_to_what_is_around_them(tmp_path: Path) -> None:
    write(tmp_path, "repo/.git/HEAD", "repo/pkg/AGENTS.md", "repo/pkg/a.md", "free/x/CLAUDE.md")
    assert found(tmp_path, "repo/pkg/a.md") == ("repo", False)
    assert found(tmp_path, "repo/pkg/a.md", None) == ("repo", False)
    assert found(tmp_path, "repo") == ("repo", False)
    assert found(tmp_path, "free/x/CLAUDE.md", "free") == ("free", False)
    assert found(tmp_path, "free", None) == ("free", False)
    write(tmp_path, "repo/ctxlayer.toml")
    assert found(tmp_path, "repo/pkg/a.md") == ("repo", True)


def test_a_full_layer_inside_another_is_its_own(tmp_path: Path) -> None:
    write(tmp_path, "ctxlayer.toml", "pkg/index/trigger-table.md", "pkg/knowledge/t/a.md")
    layer = find_root(str(tmp_path / "pkg/knowledge/t/a.md"), str(tmp_path))
    assert layer is not None
    assert (layer.path, layer.full) == (str(tmp_path / "pkg"), True)
    assert layer.settings == str(tmp_path / "ctxlayer.toml")


def test_our_own_settings_file_comes_before_pyproject(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", text="[tool.ctxlayer]\n")
    layer = find_root(str(tmp_path), str(tmp_path))
    assert layer is not None
    assert layer.settings == str(tmp_path / "pyproject.toml")
    write(tmp_path, "ctxlayer.toml")
    layer = find_root(str(tmp_path), str(tmp_path))
    assert layer is not None
    assert layer.settings == str(tmp_path / "ctxlayer.toml")


def test_the_search_stays_in_the_workspace_and_in_the_repository(tmp_path: Path) -> None:
    write(tmp_path, "ctxlayer.toml", "repo/.git", "repo/a.md", "plain/sub/b.md")
    assert found(tmp_path, "repo/a.md") is None
    assert found(tmp_path, "plain/sub/b.md", "plain") is None
    assert found(tmp_path, "plain/sub/b.md") == (".", True)


def test_what_does_not_exist_yet_belongs_to_the_layer_around_it(tmp_path: Path) -> None:
    write(tmp_path, "ctxlayer.toml")
    assert found(tmp_path, "knowledge/new/file.md") == (".", True)
