"""Patterns over files on disk: what git ignores, what is a repository of its own, what comes and goes."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.ide.diagnostics import document_findings
from ctxlayer.ide.hints import hints

RULE = ".rules/berths.md"
TEXT = '---\nglobs: ["{pattern}"]\n---\n\n# Berths\n'


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    for path, text in {
        "ctxlayer.toml": "",
        ".git/HEAD": "ref: refs/heads/main\n",
        ".gitignore": "dist/\n",
        ".gitmodules": '[submodule "cranes"]\n\tpath = vendor/cranes\n',
        "dist/plan.js": "",
        "inner/.git": "gitdir: ../elsewhere\n",
        "inner/plan.py": "",
        RULE: TEXT.format(pattern="src/berths/**"),
    }.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


def found(layer: Path, pattern: str) -> tuple[list[str], list[str]]:
    """The lints of the rule with this pattern, and the labels of its hints."""
    host = Host(today=lambda: date(2026, 11, 29))
    host.set_workspaces([layer])
    path = layer / RULE
    host.open(path, TEXT.format(pattern=pattern))
    handle = host.layer_of(path)
    assert handle is not None
    findings = document_findings(handle.snapshot, RULE)
    shown = hints(handle.snapshot, RULE)
    return [each.lint for each in findings], [each.label for each in shown]


@pytest.mark.parametrize(
    ("pattern", "lints", "labels"),
    [
        ("src/berths/**", ["glob-matches-nothing"], ["no files"]),
        ("dist/**", ["glob-matches-nothing"], ["no files"]),
        ("inner/**", [], []),
        ("inner/*.py", [], []),
        ("vendor/cranes/**", [], []),
        ("vendor/hoists/**", ["glob-matches-nothing"], ["no files"]),
        ("**/*.toml", [], ["1 file"]),
    ],
)
def test_what_is_listed_counts_and_what_cannot_be_listed_is_not_judged(
    layer: Path, pattern: str, lints: list[str], labels: list[str]
) -> None:
    assert found(layer, pattern) == (lints, labels)


def test_a_file_that_comes_and_goes_is_counted(layer: Path) -> None:
    host = Host(today=lambda: date(2026, 11, 29))
    host.set_workspaces([layer])

    def now() -> tuple[list[str], list[str]]:
        handle = host.layer_of(layer / RULE)
        assert handle is not None
        findings = document_findings(handle.snapshot, RULE)
        return [each.lint for each in findings], [
            each.label for each in hints(handle.snapshot, RULE)
        ]

    assert now() == (["glob-matches-nothing"], ["no files"])
    made = layer / "src/berths/plan.py"
    made.parent.mkdir(parents=True)
    made.write_text("", encoding="utf-8")
    host.disk_changed([made])
    assert now() == ([], ["1 file"])
    made.unlink()
    host.disk_changed([made])
    assert now() == (["glob-matches-nothing"], ["no files"])
