"""Which open buffers are part of a layer, and what the clones beside it are asked again."""

from __future__ import annotations

import json
import os
import sys
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host, LayerHandle

TODAY = date(2026, 11, 30)
ROW = "# T\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"


def put(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def load(root: Path) -> tuple[Host, LayerHandle]:
    host = Host(today=lambda: TODAY)
    layer = host.layer_of(root)
    assert layer is not None
    return host, layer


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    put(
        tmp_path,
        {
            "ctxlayer.toml": "",
            ".gitignore": "*.draft.md\nnode_modules/\n",
            "knowledge/tides/overview.md": "# Tides\n",
            "knowledge/tides/next.draft.md": "# Next\n",
            "node_modules/pkg/AGENTS.md": "# Theirs\n",
        },
    )
    return tmp_path


@pytest.mark.parametrize("path", ["knowledge/tides/next.draft.md", "node_modules/pkg/AGENTS.md"])
def test_an_ignored_file_is_no_part_of_the_layer_while_it_is_open(root: Path, path: str) -> None:
    host, layer = load(root)
    host.open(root / path, "# Open\n")
    host.change(root / path, "# Open still\n")
    assert path not in layer.snapshot.tree.paths
    layer.reload()
    assert path not in layer.snapshot.tree.paths
    host.close(root / path)
    assert path not in layer.snapshot.tree.paths


def test_an_ignored_file_joins_when_it_is_ignored_no_more(root: Path) -> None:
    path = "knowledge/tides/next.draft.md"
    host, layer = load(root)
    host.open(root / path, "# Open\n")
    put(root, {".gitignore": ""})
    host.disk_changed([root / ".gitignore"])
    document = layer.snapshot.document(path)
    assert document is not None
    assert document.text == "# Open\n"


def test_a_buffer_that_was_never_saved_is_part_of_the_layer(root: Path) -> None:
    host, layer = load(root)
    host.open(root / "knowledge/pilots/boarding.md", "# Boarding\n")
    assert layer.snapshot.document("knowledge/pilots/boarding.md") is not None
    host.close(root / "knowledge/pilots/boarding.md")
    assert layer.snapshot.document("knowledge/pilots/boarding.md") is None


def test_a_clone_is_looked_at_again_with_the_layer(tmp_path: Path) -> None:
    root, clone = tmp_path / "layer", tmp_path / "almanac"
    clone.mkdir()
    maps = json.dumps({"almanac": str(clone)})
    put(root, {"index/trigger-table.md": ROW, ".local/repo-paths.json": maps})
    _, layer = load(root)
    assert layer.snapshot.siblings.exists("almanac", "tides.md") is False
    put(clone, {"tides.md": ""})
    layer.reload()
    assert layer.snapshot.siblings.exists("almanac", "tides.md") is True


def test_without_its_repo_map_a_layer_has_no_clones(tmp_path: Path) -> None:
    root = tmp_path / "layer"
    maps = json.dumps({"almanac": str(tmp_path)})
    put(root, {"index/trigger-table.md": ROW, ".local/repo-paths.json": maps})
    host, layer = load(root)
    assert layer.snapshot.siblings.names == {"almanac"}
    host.open(root / ".local/repo-paths.json", "\0")
    assert not layer.snapshot.siblings.names
    host.close(root / ".local/repo-paths.json")
    assert layer.snapshot.siblings.names == {"almanac"}
    (root / ".local/repo-paths.json").unlink()
    host.disk_changed([root / ".local/repo-paths.json"])
    assert not layer.snapshot.siblings.names


@pytest.mark.parametrize("path", ["ctxlayer.toml", "knowledge/tides/overview.md"])
def test_a_buffer_that_is_thrown_away_leaves_nothing_behind(root: Path, path: str) -> None:
    host, layer = load(root)
    saved = (root / path).read_text(encoding="utf-8")
    host.open(root / path, "# thrown away\n")
    layer.reload()
    host.close(root / path)
    layer.reload()
    document = layer.snapshot.document(path)
    assert document is not None
    assert document.text == saved


@pytest.mark.skipif(sys.platform != "linux", reason="names are text there")
def test_what_cannot_be_listed_outside_the_layer_is_no_fault_of_it(root: Path) -> None:
    for folder in (b"knowledge/tides", b"src"):
        os.makedirs(os.path.join(os.fsencode(root), folder), exist_ok=True)
        Path(os.fsdecode(os.path.join(os.fsencode(root), folder, b"\xff.md"))).write_text("# X\n")
    _, layer = load(root)
    assert list(layer.snapshot.unreadable) == ["knowledge/tides/\\udcff.md"]
