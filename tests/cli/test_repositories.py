"""`check`, `trust` and `route` have git asked about what the layer relies on, and about nothing else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.cli import main
from ctxlayer.host import repositories
from tests.cli.conftest import Ran
from tests.harness.coast import PAGE, PATH, Coast, git

TABLE = """# Trigger table

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| tides | windows.md | none | slack water |
"""


@pytest.fixture
def coast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Coast:
    monkeypatch.setenv("CTXLAYER_TODAY", "2026-11-29")
    coast = Coast(tmp_path)
    monkeypatch.chdir(coast.layer)
    return coast


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Which repositories were asked about what."""
    names: list[tuple[str, str]] = []
    for what in ("facts", "histories"):
        read = getattr(repositories, f"read_{what}")

        def reading(
            asked: Mapping[str, Any], *rest: Any, read: Any = read, what: str = what
        ) -> Any:
            names.extend((what, name) for name in sorted(asked))
            return read(asked, *rest)

        monkeypatch.setattr(repositories, f"read_{what}", reading)
    return names


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    code = main([*arguments, "--format", "json"])
    return Ran(code, *capsys.readouterr())


def test_check_finds_what_only_repositories_tell(
    coast: Coast, capsys: pytest.CaptureFixture[str]
) -> None:
    coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
    coast.commit(coast.remote, "docs/notes.md", "Notes\n", "2026-11-11")
    git(coast.clone, "fetch", "-q")
    ran = run(capsys, "check", PATH)
    assert sorted(ran.lints) == ["sibling-stopped", "source-moved"] and ran.code == 0
    assert run(capsys, "check", PATH, "--fail-on-stale").code == 1


def test_trust_tells_of_it(coast: Coast, capsys: pytest.CaptureFixture[str]) -> None:
    coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
    (entry,) = run(capsys, "trust").json["files"]
    assert "source-moved" in {each["kind"] for each in entry["stale"]}


def test_what_nobody_relies_on_is_not_asked_about(
    coast: Coast, asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    page = coast.layer / PATH
    page.write_text(PAGE.replace('tracks: ["almanac:src/**"]\n', ""), encoding="utf-8")
    assert run(capsys, "check", PATH).lints == [] and asked == []


def test_a_clone_without_a_folder_is_told_of_though_nobody_relies_on_it(
    coast: Coast, asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    clones = {"almanac": str(coast.clone), "buoys": str(coast.clone.parent / "gone")}
    (coast.layer / ".local/repo-paths.json").write_text(json.dumps(clones), encoding="utf-8")
    assert run(capsys, "check").lints == ["missing-repo"]
    assert ("facts", "buoys") in asked and ("histories", "buoys") not in asked


def test_each_line_of_the_map_is_judged_where_the_map_is_told_of(
    coast: Coast, asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    (coast.layer / PATH).unlink()
    (coast.clone.parent / "plain").mkdir()
    clones = {"almanac": str(coast.clone), "buoys": str(coast.clone.parent / "plain")}
    (coast.layer / ".local/repo-paths.json").write_text(json.dumps(clones), encoding="utf-8")
    git(coast.clone, "switch", "-q", "-c", "trial")
    ran = run(capsys, "check", "--select", "freshness")
    assert (sorted(ran.lints), ran.code) == (["missing-repo", "sibling-stopped"], 0)
    assert run(capsys, "check", "--select", "freshness", "--fail-on-stale").code == 1
    assert {what for what, _ in asked} == {"facts"}


def test_a_file_of_this_machine_in_git_fails_the_run(
    coast: Coast, capsys: pytest.CaptureFixture[str]
) -> None:
    git(coast.layer, "add", "-f", ".local/repo-paths.json")
    ran = run(capsys, "check", "--select", "freshness")
    assert (ran.lints, ran.code) == (["local-file-committed"], 1)


def test_route_asks_about_what_the_task_is_routed_to(
    coast: Coast, asked: list[tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "route", "anything else")
    assert asked == []
    (coast.layer / "index").mkdir()
    (coast.layer / "index/trigger-table.md").write_text(TABLE, encoding="utf-8")
    run(capsys, "route", "slack water")
    assert ("facts", "almanac") in asked and ("histories", "almanac") in asked
