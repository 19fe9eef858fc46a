"""Files that nobody should commit: seen when git begins to track them, and when it stops."""

from __future__ import annotations

import datetime
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxlayer.host import Host, LayerHandle
from ctxlayer.lints.runner import all_findings

ENVIRONMENT = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, env=ENVIRONMENT)


@pytest.fixture(params=["", "layers/harbour"])
def layer(tmp_path: Path, request: pytest.FixtureRequest) -> LayerHandle:
    """A layer at the top of a repository, and one below it."""
    git(tmp_path, "init", "-q")
    root = tmp_path / request.param
    for name in ("ctxlayer.toml", "working/HB-12/plan.md", ".local/repo-paths.json"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("{}" if name.endswith("json") else "", encoding="utf-8")
    git(tmp_path, "add", str(root / "ctxlayer.toml"))
    host = Host(today=lambda: datetime.date(2026, 11, 29))
    host.set_workspaces([root])
    found = host.layer_of(root)
    assert found is not None
    return found


def committed(layer: LayerHandle) -> list[str]:
    for _ in layer.read_tracked():
        pass
    found = all_findings(layer.snapshot)
    return [
        each.path
        for path in found
        for each in found[path].findings
        if each.lint == "local-file-committed"
    ]


def test_what_is_only_there_is_fine(layer: LayerHandle) -> None:
    assert committed(layer) == []


def test_what_git_begins_to_track_is_found(layer: LayerHandle) -> None:
    assert committed(layer) == []
    git(layer.root, "add", "-f", "working", ".local")
    assert committed(layer) == [".local/repo-paths.json", "working/HB-12/plan.md"]


def test_it_is_gone_when_git_tracks_it_no_longer(layer: LayerHandle) -> None:
    git(layer.root, "add", "-f", "working")
    assert committed(layer) == ["working/HB-12/plan.md"]
    layer.reload()
    assert committed(layer) == ["working/HB-12/plan.md"]
    git(layer.root, "rm", "-q", "--cached", "-r", "working")
    assert committed(layer) == []


def test_an_index_with_shortened_names(layer: LayerHandle) -> None:
    git(layer.root, "add", "-f", "working")
    git(layer.root, "update-index", "--index-version", "4")
    assert committed(layer) == ["working/HB-12/plan.md"]


def test_the_index_is_read_once(layer: LayerHandle, monkeypatch: pytest.MonkeyPatch) -> None:
    assert committed(layer) == []

    def never(root: str, folders: object) -> Iterator[None]:
        raise AssertionError("the index did not change")

    monkeypatch.setattr("ctxlayer.host.local_files.tracked_in", never)
    assert committed(layer) == []


def test_it_is_due_when_the_index_is_another_one(layer: LayerHandle) -> None:
    assert not layer.local_files.is_due(layer.snapshot)
    assert committed(layer) == []
    assert not layer.local_files.is_due(layer.snapshot)
    git(layer.root, "add", "-f", "working")
    assert layer.local_files.is_due(layer.snapshot)
    committed(layer)
    assert not layer.local_files.is_due(layer.snapshot)


def test_no_repository_tracks_nothing(tmp_path: Path) -> None:
    (tmp_path / "working").mkdir()
    for name in ("ctxlayer.toml", "working/plan.md"):
        (tmp_path / name).write_text("", encoding="utf-8")
    host = Host(today=lambda: datetime.date(2026, 11, 29))
    host.set_workspaces([tmp_path])
    found = host.layer_of(tmp_path)
    assert found is not None
    assert committed(found) == []
