"""`ctxlayer mv`: files and folders with what leads to them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import NOTE, Run

EXAMPLE = Path(__file__).parents[2] / "docs/example-layer"
TABLE = """\
# Trigger table

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| locks | gates.md · old.md | lockdb v_gates, read-only | gate |
| weirs | knowledge/weirs/flow.md · extractions/2026-11-* | lockdb v_flow, read-only | flow |
"""
FINDINGS = NOTE.format(verified="2026-11-20", status="confirmed", title="Findings")


@pytest.fixture
def indexed(layer: Path) -> Path:
    """The layer with a table that leads to all its files."""
    write(layer, "index/trigger-table.md", TABLE)
    write(
        layer,
        "extractions/2026-11-20-locks.md",
        f"{FINDINGS}\n[Gates](../knowledge/locks/gates.md)\n",
    )
    return layer


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(text.encode())


def read(root: Path, path: str) -> str:
    return (root / path).read_bytes().decode()


def tree(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git/" not in path.as_posix()
    }


def test_a_file_moves_with_its_pointers_and_links(indexed: Path, run: Run) -> None:
    ran = run("mv", "knowledge/locks/gates.md", "knowledge/locks/lock-gates.md")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "moved knowledge/locks/gates.md -> knowledge/locks/lock-gates.md",
        "edited extractions/2026-11-20-locks.md (1 place)",
        "edited index/trigger-table.md (1 place)",
    ]
    assert "| lock-gates.md · old.md |" in read(indexed, "index/trigger-table.md")
    assert "(../knowledge/locks/lock-gates.md)" in read(indexed, "extractions/2026-11-20-locks.md")


def test_it_moves_into_a_folder_that_is_there(indexed: Path, run: Run) -> None:
    assert run("mv", "knowledge/locks/gates.md", "knowledge/weirs").code == 0
    assert (indexed / "knowledge/weirs/gates.md").is_file()
    assert "| knowledge/weirs/gates.md · old.md |" in read(indexed, "index/trigger-table.md")


def test_folders_are_made_on_the_way(indexed: Path, run: Run) -> None:
    assert run("mv", "knowledge/locks/gates.md", "knowledge/locks/deep/down/").code == 0
    assert (indexed / "knowledge/locks/deep/down/gates.md").is_file()


def test_the_folder_of_a_topic_takes_its_name_along(indexed: Path, run: Run) -> None:
    write(indexed, "ctxlayer.toml", "[freshness.topics]\nlocks = 300\n")
    assert run("mv", "knowledge/locks", "knowledge/sluices").code == 0
    table = read(indexed, "index/trigger-table.md")
    assert "| sluices | gates.md · old.md |" in table
    assert (indexed / "extractions/2026-11-20-sluices.md").is_file()
    assert read(indexed, "ctxlayer.toml") == "[freshness.topics]\nsluices = 300\n"


def test_a_dry_run_shows_it_and_changes_nothing(indexed: Path, run: Run) -> None:
    before = tree(indexed)
    ran = run("mv", "--dry-run", "knowledge/locks/gates.md", "knowledge/locks/lock-gates.md")
    assert ran.code == 0 and tree(indexed) == before
    assert "would move knowledge/locks/gates.md" in ran.out
    assert "+| locks | lock-gates.md · old.md |" in ran.out
    ran = run("mv", "--dry-run", "--format", "json", "knowledge/locks", "knowledge/sluices")
    assert tree(indexed) == before and ran.json["dry_run"] is True
    assert ran.json["moves"][1] == {"old": "knowledge/locks", "new": "knowledge/sluices"}


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("knowledge/locks/gates.md", "knowledge/locks/old.md", "exists already"),
        ("knowledge/locks", "knowledge/locks/inner", "lies inside"),
        ("knowledge/locks/gates.md", "../gates.md", "outside the layer"),
        ("knowledge/locks/gates.md", "knowledge/locks/gates", "keep the ending `.md`"),
        ("knowledge/locks/gates.md", "knowledge/locks/old.md/gates.md", "is a file"),
        ("knowledge/locks/gates.md", ".git/gates.md", "no name for a file"),
        ("knowledge/locks/gates.md", "knowledge/locks/a\nb.md", "a line break"),
        ("knowledge/locks", "knowledge/a\rb", "a line break"),
        ("knowledge/locks/gates.md", "knowledge/locks/gates.md", "there already"),
        ("knowledge/nowhere.md", "knowledge/x.md", "no such file"),
        ("index/trigger-table.md", "tables/routes.md", "no trigger table"),
        (".", "elsewhere", "the root of the layer"),
    ],
)
def test_what_cannot_be_moved_is_left_alone(
    indexed: Path, run: Run, old: str, new: str, why: str
) -> None:
    before = tree(indexed)
    ran = run("mv", old, new)
    assert ran.code == 2 and why in ran.err, ran
    assert tree(indexed) == before


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_link_is_followed_out_of_the_layer(indexed: Path, run: Run, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (indexed / "knowledge/locks/out").symlink_to(outside)
    before = tree(indexed)
    ran = run("mv", "knowledge/locks/gates.md", "knowledge/locks/out/gates.md")
    assert ran.code == 2 and "leaves the layer" in ran.err
    assert tree(indexed) == before and not list(outside.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("link", ["knowledge/doors", "knowledge/doors/"])
def test_a_link_is_not_taken_for_what_it_leads_to(indexed: Path, run: Run, link: str) -> None:
    (indexed / "knowledge/doors").symlink_to("locks")
    ran = run("mv", link, "knowledge/gates")
    assert ran.code == 2 and "is a link" in ran.err, ran
    assert (indexed / "knowledge/locks/gates.md").exists()


def test_a_failure_half_way_is_undone(
    indexed: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(indexed)
    from ctxlayer.vfs import moving

    write_one = moving.replace_text

    def fails(path: str, text: str) -> None:
        if path.endswith("trigger-table.md"):
            raise PermissionError(13, "Permission denied", path)
        write_one(path, text)

    monkeypatch.setattr(moving, "replace_text", fails)
    ran = run("mv", "knowledge/locks/gates.md", "knowledge/locks/deep/gates.md")
    assert ran.code == 2 and "Permission denied" in ran.err
    assert tree(indexed) == before and not (indexed / "knowledge/locks/deep").exists()


def test_a_file_that_git_ignores_is_not_the_layers(indexed: Path, run: Run) -> None:
    write(indexed, ".gitignore", "drafts/\n")
    write(indexed, "drafts/a.md", "")
    ran = run("mv", "drafts/a.md", "knowledge/locks/a.md")
    assert ran.code == 2 and "git may ignore it" in ran.err


def test_no_repository_inside_is_moved_into(indexed: Path, run: Run) -> None:
    subprocess.run(["git", "init", "-q", str(indexed / "vendor/tool")], check=True)
    ran = run("mv", "src/locks/gate.py", "vendor/tool/gate.py")
    assert ran.code == 2 and "a repository of its own" in ran.err


MOVES = [
    ("knowledge/tide-windows/gauges.md", "knowledge/tide-windows/tide-gauges.md"),
    ("knowledge/tide-windows/gauges.md", "knowledge/pilotage/gauges.md"),
    ("knowledge/tide-windows", "knowledge/water-levels"),
    ("knowledge/berth-allocation", "knowledge/berths"),
    ("knowledge/berth-allocation", "knowledge/Berths"),
    ("extractions/2026-10-20-berth-allocation.md", "extractions/2026-10-21-berth-allocation.md"),
    ("index/meta-table.md", "index/cold-table.md"),
    ("src/cranes", "src/lifting/cranes"),
    ("external", "external-documents"),
    ("workflows/late-vessel.md", "workflows/vessels/late.md"),
    ("knowledge/tide-windows", "knowledge/neap`tides"),
    ("knowledge/berth-allocation/draught-classes.md", "knowledge/berth-allocation/a[b].md"),
    ("knowledge/berth-allocation", "knowledge/a|b#c%20`d"),
    ("knowledge/tide-windows/gauges.md", "knowledge/tide-windows/<!--a-->.md"),
]


@pytest.mark.parametrize(("old", "new"), MOVES)
@pytest.mark.parametrize("git", [False, True])
def test_the_example_layer_has_no_new_finding_after_a_move(
    layer: Path, run: Run, old: str, new: str, git: bool
) -> None:
    shutil.rmtree(layer)
    shutil.copytree(EXAMPLE, layer)
    os.chdir(layer)
    if git:
        subprocess.run(["git", "init", "-q"], check=True)
    before = findings(run)
    assert run("mv", old, new).code == 0
    assert findings(run) <= before


def findings(run: Run) -> Counter[str]:
    """How often each lint finds something; names and sizes in the messages may change."""
    return Counter(run("check", "--format", "json").lints)
