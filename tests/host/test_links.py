"""Links on a real disk: what is ignored, foreign, linked or not saved, and what a change touches."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ctxlayer.host import Host
from ctxlayer.lints.runner import file_findings

TRUST = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    "verified-by: developer\nstatus: confirmed\n---\n\n"
)
GAUGES = "knowledge/tides/gauges.md"


class Layer:
    """A layer on disk with a host over it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.host = Host(today=lambda: date(2026, 11, 29))
        self.put("ctxlayer.toml", "")

    def put(self, path: str, text: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def links_of(self, path: str) -> list[tuple[str, str]]:
        """(lint, flagged text) of the links family in a file."""
        layer = self.host.layer_of(self.root)
        assert layer is not None
        text = layer.snapshot.documents[path].text
        found = file_findings(layer.snapshot, path).findings
        return [(each.lint, each.span.of(text)) for each in found if each.family == "links"]

    def related(self, path: str) -> list[tuple[str, str]]:
        """(file, text) of what the findings in a file name as related."""
        layer = self.host.layer_of(self.root)
        assert layer is not None
        documents = layer.snapshot.documents
        return [
            (each.path, each.span.of(documents[each.path].text))
            for finding in file_findings(layer.snapshot, path).findings
            for each in finding.related
        ]


@pytest.fixture
def layer(tmp_path: Path) -> Layer:
    return Layer(tmp_path)


def link(*targets: str) -> str:
    return TRUST + "# Gauges\n\n" + " ".join(f"[x]({target})" for target in targets) + "\n"


def test_what_git_ignores_may_exist(layer: Layer) -> None:
    layer.put(".gitignore", "dist/\n*.log\n/.env\n")
    layer.put("knowledge/.gitignore", "drafts\n")
    layer.put(
        GAUGES,
        link(
            "../../dist/report.html", "run.log", "../../.env", "../drafts/a.md", "../drafts",
            "../../node_modules/x/README.md", "gone.md",
        ),
    )  # fmt: skip
    assert layer.links_of(GAUGES) == [("dead-link", "gone.md")]


def test_the_answer_does_not_hang_on_what_this_machine_has_built(layer: Layer) -> None:
    layer.put(".gitignore", "dist/\n")
    layer.put("dist/report.html", "x")
    layer.put(GAUGES, link("../../dist/report.html", "../../dist/other.html"))
    assert layer.links_of(GAUGES) == []


def test_working_and_local_are_read_though_ignored(layer: Layer) -> None:
    layer.put(".gitignore", "working/\n.local/\n")
    layer.put("working/PORT-7/plan.md", "# Plan\n")
    layer.put(GAUGES, link("../../working/PORT-7/plan.md", "../../working/PORT-8/plan.md"))
    assert layer.links_of(GAUGES) == [("dead-link", "../../working/PORT-8/plan.md")]


def test_nested_repositories_and_submodules_are_not_known(layer: Layer) -> None:
    layer.put("vendor/almanac/.git/HEAD", "ref: refs/heads/main\n")
    layer.put(".gitmodules", '[submodule "charts"]\n\tpath = third/charts\n\turl = x\n')
    layer.put(
        GAUGES,
        link("../../vendor/almanac/gone.md", "../../third/charts/a.md", "../../third/other.md"),
    )
    assert layer.links_of(GAUGES) == [("dead-link", "../../third/other.md")]


def test_a_nested_layer_is_not_known(layer: Layer) -> None:
    layer.put("teams/quays/ctxlayer.toml", "")
    layer.put("teams/quays/knowledge/berths/plan.md", "# Plan\n")
    layer.put(GAUGES, link("../../teams/quays/knowledge/berths/plan.md"))
    assert layer.links_of(GAUGES) == []


def test_a_symbolic_link_out_of_the_layer_escapes(layer: Layer, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (outside / "notes.md").write_text("# Notes\n")
    (tmp_path / "knowledge" / "tides").mkdir(parents=True)
    (tmp_path / "knowledge" / "away").symlink_to(outside)
    (tmp_path / "knowledge" / "tides" / "notes.md").symlink_to(outside / "notes.md")
    layer.put(GAUGES, link("../away/notes.md#gone", "notes.md", "../away"))
    assert layer.links_of(GAUGES) == [
        ("escaping-link", "../away/notes.md"),
        ("escaping-link", "notes.md"),
        ("escaping-link", "../away"),
    ]


def test_a_symbolic_link_inside_the_layer_is_followed(layer: Layer, tmp_path: Path) -> None:
    layer.put("knowledge/berths/plan.md", "# Plan\n")
    (tmp_path / "knowledge" / "moorings").symlink_to(tmp_path / "knowledge" / "berths")
    layer.put(GAUGES, link("../moorings/plan.md#plan", "../moorings/plan.md#gone"))
    assert layer.links_of(GAUGES) == [("dead-link", "gone")]


def test_a_buffer_that_was_never_saved_exists(layer: Layer) -> None:
    layer.put(GAUGES, link("new.md#tides"))
    assert layer.links_of(GAUGES) == [("dead-link", "new.md")]
    layer.host.open(layer.root / "knowledge/tides/new.md", TRUST + "# Tides\n")
    assert layer.links_of(GAUGES) == []
    layer.host.close(layer.root / "knowledge/tides/new.md")
    assert layer.links_of(GAUGES) == [("dead-link", "new.md")]


def test_an_edit_of_a_heading_reaches_the_files_that_link_to_it(layer: Layer) -> None:
    layer.put("knowledge/tides/overview.md", TRUST + "# Tides\n")
    layer.put(GAUGES, link("overview.md#tides"))
    assert layer.links_of(GAUGES) == []
    target = layer.root / "knowledge/tides/overview.md"
    layer.host.open(target, TRUST + "# Tide\n")
    assert layer.links_of(GAUGES) == [("dead-link", "tides")]
    layer.host.change(target, TRUST + "# Tides\n\nMore.\n")
    assert layer.links_of(GAUGES) == []


def test_a_file_that_comes_and_goes_reaches_the_files_that_link_to_it(layer: Layer) -> None:
    layer.put(GAUGES, link("overview.md", "overveiw.md"))
    assert layer.links_of(GAUGES) == [("dead-link", "overview.md"), ("dead-link", "overveiw.md")]
    layer.put("knowledge/tides/overview.md", TRUST + "# Tides\n")
    layer.host.disk_changed([layer.root / "knowledge/tides/overview.md"])
    assert layer.links_of(GAUGES) == [("dead-link", "overveiw.md")]


def test_an_ignore_file_that_changes_is_taken_in(layer: Layer) -> None:
    layer.put(GAUGES, link("../../dist/report.md"))
    assert layer.links_of(GAUGES) == [("dead-link", "../../dist/report.md")]
    layer.put(".gitignore", "dist\n")
    layer.host.disk_changed([layer.root / ".gitignore"])
    assert layer.links_of(GAUGES) == []


def test_the_clone_of_a_sibling_is_no_escape(layer: Layer, tmp_path: Path) -> None:
    clone = tmp_path.parent / f"{tmp_path.name}-almanac"
    (clone / "docs").mkdir(parents=True)
    (clone / "docs/tides.md").write_text("# Tides\n")
    layer.put(".local/repo-paths.json", f'{{"almanac": "{clone.as_posix()}"}}')
    up = f"../../../{clone.name}/docs"
    layer.put(
        GAUGES,
        link(f"{up}/tides.md", f"{up}/gone.md", "almanac:docs/tides.md", "almanac:docs/gone.md",
             "other:docs/gone.md", "../../../elsewhere/x.md"),
    )  # fmt: skip
    assert layer.links_of(GAUGES) == [
        ("dead-link", f"{up}/gone.md"),
        ("dead-link", "almanac:docs/gone.md"),
        ("escaping-link", "../../../elsewhere/x.md"),
    ]


def test_who_imports_a_file_decides_how_its_imports_are_read(layer: Layer) -> None:
    layer.put("guide.md", "# Guide\n")
    layer.put("AGENTS.md", "See @guide.md, and more.\n")
    layer.put("CLAUDE.md", "# Harbour\n")
    assert layer.links_of("AGENTS.md") == []
    layer.host.open(layer.root / "CLAUDE.md", "@AGENTS.md\n")
    assert layer.links_of("AGENTS.md") == [("dead-link", ",")]
    layer.host.change(layer.root / "CLAUDE.md", "`@AGENTS.md`\n")
    assert layer.links_of("AGENTS.md") == []


@pytest.mark.parametrize(
    "path",
    ["a/" * 5_000 + "x.md", "a" * 5_000 + ".md", "a%2Fb.md", "\u202e.md", "..a.md"],
)
def test_any_path_is_looked_up(layer: Layer, path: str) -> None:
    layer.put(".gitignore", "dist\n")
    layer.put(GAUGES, link("gone.md"))
    layer.host.open(layer.root / GAUGES, link(path))
    assert [lint for lint, _ in layer.links_of(GAUGES)] == ["dead-link"]


def test_the_other_imports_of_a_circle_are_shown_where_they_stand_after_an_edit(
    layer: Layer,
) -> None:
    layer.put("CLAUDE.md", "@AGENTS.md\n")
    layer.put("AGENTS.md", "@CLAUDE.md\n")
    assert layer.related("AGENTS.md") == [("CLAUDE.md", "AGENTS.md")]
    layer.host.change(layer.root / "CLAUDE.md", "A line above.\n\n@AGENTS.md\n")
    assert layer.related("AGENTS.md") == [("CLAUDE.md", "AGENTS.md")]


def test_where_a_table_begins_hangs_on_the_settings(layer: Layer) -> None:
    table = "index/trigger-table.md"
    layer.put(table, "| boat | paper |\n| --- | --- |\n| tides | [x](gone.md) |\n")
    assert layer.links_of(table) == [("dead-link", "gone.md")]
    names = '[table.columns]\ntopic = ["boat"]\nfiles = ["paper"]\n'
    layer.host.change(layer.root / "ctxlayer.toml", names)
    assert layer.links_of(table) == []
