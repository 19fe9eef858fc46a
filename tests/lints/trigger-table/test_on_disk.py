"""Pointers whose answer only a disk knows: symbolic links, sibling clones, ignored files."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.ide.diagnostics import document_findings

TABLE = "index/trigger-table.md"
TRUST = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    "verified-by: developer\nstatus: confirmed\n---\n\n# Tides\n"
)
ROW = """# Trigger table

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| tides | overview.md · {} | harbour heights, read-only | ebb |
"""


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    root = tmp_path / "layer"
    for path, text in {"ctxlayer.toml": "", "knowledge/tides/overview.md": TRUST}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def flagged(root: Path, pointer: str) -> list[tuple[str, str]]:
    """(lint, flagged text) of the table whose row also points at `pointer`."""
    (root / "index").mkdir(exist_ok=True)
    text = ROW.format(pointer)
    (root / TABLE).write_text(text, encoding="utf-8")
    loaded = Host(today=lambda: date(2026, 11, 29)).layer_of(root)
    assert loaded is not None
    return [(one.lint, one.span.of(text)) for one in document_findings(loaded.snapshot, TABLE)]


def put(path: Path, text: str = "x\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def map_clone(root: Path, name: str, clone: Path) -> None:
    put(root / ".local" / "repo-paths.json", json.dumps({name: str(clone)}))


class TestSymbolicLinks:
    def test_a_folder_that_links_inside_is_followed(self, layer: Path) -> None:
        (layer / "docs").symlink_to(layer / "knowledge", target_is_directory=True)
        assert flagged(layer, "docs/tides/overview.md") == [
            ("duplicate-pointer", "docs/tides/overview.md")
        ]

    def test_a_dead_name_behind_such_a_folder(self, layer: Path) -> None:
        (layer / "docs").symlink_to(layer / "knowledge", target_is_directory=True)
        assert flagged(layer, "docs/tides/gone.md") == [("dead-pointer", "docs/tides/gone.md")]

    @pytest.mark.parametrize("pointer", ["notes.md", "knowledge/tides/notes.md"])
    def test_a_file_that_links_outside(self, layer: Path, pointer: str) -> None:
        put(layer.parent / "secret.md")
        (layer / "knowledge/tides/notes.md").symlink_to(layer.parent / "secret.md")
        assert flagged(layer, pointer) == [("pointer-outside-layer", pointer)]

    def test_a_file_in_a_folder_that_links_outside(self, layer: Path) -> None:
        put(layer.parent / "notes" / "a.md")
        (layer / "notes").symlink_to(layer.parent / "notes", target_is_directory=True)
        assert flagged(layer, "notes/a.md") == [("pointer-outside-layer", "notes/a.md")]


class TestSiblings:
    @pytest.fixture
    def clone(self, layer: Path) -> Path:
        clone = layer.parent / "gauge-service"
        put(clone / "docs" / "heights.md")
        map_clone(layer, "gauge-service", clone)
        return clone

    @pytest.mark.parametrize(
        "path",
        [
            "docs/heights.md",
            "docs",
            "docs/",
            "docs/*.md",
            "docs/heights.md#any",
            "/docs/heights.md",
        ],
    )
    def test_what_the_clone_has(self, layer: Path, clone: Path, path: str) -> None:
        assert flagged(layer, f"gauge-service:{path}") == []

    @pytest.mark.parametrize("path", ["docs/gone.md", "docs/*.txt", "dcos/"])
    def test_what_it_has_not(self, layer: Path, clone: Path, path: str) -> None:
        pointer = f"gauge-service:{path}"
        assert flagged(layer, pointer) == [("dead-pointer", pointer)]

    def test_a_repository_that_nobody_maps(self, layer: Path, clone: Path) -> None:
        assert flagged(layer, "tower-service:docs/gone.md") == []

    def test_a_clone_that_is_not_there(self, layer: Path) -> None:
        map_clone(layer, "gauge-service", layer.parent / "nowhere")
        assert flagged(layer, "gauge-service:docs/heights.md") == []

    def test_a_relative_path_into_a_clone(self, layer: Path, clone: Path) -> None:
        assert flagged(layer, "../gauge-service/docs/heights.md") == []

    def test_a_relative_path_into_a_clone_that_has_no_such_file(
        self, layer: Path, clone: Path
    ) -> None:
        pointer = "../gauge-service/docs/gone.md"
        assert flagged(layer, pointer) == [("dead-pointer", pointer)]

    def test_a_relative_path_beside_the_clone(self, layer: Path, clone: Path) -> None:
        pointer = "../gauge-service-2/docs/heights.md"
        assert flagged(layer, pointer) == [("pointer-outside-layer", pointer)]

    def test_a_link_that_leaves_the_clone(self, layer: Path, clone: Path) -> None:
        put(layer.parent / "secret.md")
        (clone / "secret.md").symlink_to(layer.parent / "secret.md")
        assert flagged(layer, "gauge-service:secret.md") == []


class TestIgnored:
    def test_a_file_that_git_ignores_is_nobody_elses(self, layer: Path) -> None:
        (layer / ".git").mkdir()
        put(layer / ".gitignore", "build/\n.local/\nworking/\n")
        put(layer / "build" / "out.md")
        assert flagged(layer, "build/out.md") == [("dead-pointer", "build/out.md")]

    @pytest.mark.parametrize("path", ["working/t-1/plan.md", ".local/notes.md"])
    def test_working_state_is_read_all_the_same(self, layer: Path, path: str) -> None:
        (layer / ".git").mkdir()
        put(layer / ".gitignore", ".local/\nworking/\n")
        put(layer / path)
        assert flagged(layer, path) == []
