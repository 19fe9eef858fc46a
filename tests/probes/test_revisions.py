"""A layer as a commit has it: what is read, what is left out, and that nothing is touched."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.analysis.budget import hot_set
from ctxlayer.host import Host
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.probes.revisions import Revisions

HOT = "---\nalwaysApply: true\n---\n\n# Tone\n"


def git(root: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for path, text in {
        "ctxlayer.toml": "",
        ".rules/tone.md": HOT,
        "AGENTS.md": "# Locks\n",
        "knowledge/locks/gates.md": "# Gates\n",
        ".cursor/rules/a b — ü.mdc": HOT,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    return tmp_path


def committed(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "All of it")


def now(root: Path) -> Snapshot:
    layer = Host(today=lambda: date(2026, 11, 29)).layer_at(root)
    assert layer is not None
    return layer.snapshot


def at(root: Path, ref: str = "HEAD", nested: tuple[str, ...] = ()) -> Snapshot:
    revisions = Revisions(str(root))
    commit = revisions.commit(ref)
    assert commit is not None
    found = revisions.layer_at(commit, now(root), nested)
    assert found is not None
    return found


def test_it_is_the_layer_of_then_without_what_is_in_no_message(root: Path) -> None:
    committed(root)
    (root / ".rules/tone.md").write_text(f"{HOT}\nMore.\n")
    (root / ".rules/new.md").write_text(HOT)
    then = at(root)
    assert then.documents[".rules/tone.md"].text == HOT
    assert ".rules/new.md" not in then.tree.paths
    assert "knowledge/locks/gates.md" in then.tree.paths
    assert then.document("knowledge/locks/gates.md") is None
    assert then.document(".cursor/rules/a b — ü.mdc") is not None


def test_documents_that_are_the_same_are_the_same_objects_unless_it_is_to_be_alone(
    root: Path,
) -> None:
    committed(root)
    snapshot = now(root)
    revisions = Revisions(str(root))
    commit = revisions.commit("HEAD")
    assert commit is not None
    shared = revisions.layer_at(commit, snapshot, ())
    alone = revisions.layer_at(commit, snapshot, (), alone=True)
    assert shared is not None and alone is not None
    assert shared.documents["AGENTS.md"] is snapshot.documents["AGENTS.md"]
    assert alone.documents["AGENTS.md"] is not snapshot.documents["AGENTS.md"]
    assert shared.ask(hot_set) == alone.ask(hot_set) == snapshot.ask(hot_set)


def test_links_lead_where_they_led(root: Path) -> None:
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    (root / "OUT.md").symlink_to("../elsewhere.md")
    committed(root)
    then = at(root)
    assert then.tree.links == {"CLAUDE.md": "AGENTS.md"}
    assert then.tree.leaving == {"OUT.md"}
    assert ("claude", "AGENTS.md") in {(p.runtime, p.path) for p in then.ask(hot_set).parts}


def test_settings_are_those_of_then(root: Path) -> None:
    (root / "ctxlayer.toml").write_text('[table.files]\n"docs/map.md" = "hot"\n')
    (root / "docs").mkdir()
    (root / "docs/map.md").write_text("| topic | files |\n|-|-|\n| locks | gates.md |\n")
    committed(root)
    (root / "ctxlayer.toml").write_text("")
    assert "docs/map.md" in {part.path for part in at(root).ask(hot_set).parts}
    assert "docs/map.md" not in {part.path for part in now(root).ask(hot_set).parts}


def test_what_is_no_text_is_left_out(root: Path) -> None:
    (root / ".rules/odd.md").write_bytes(b"\xff\xfe\x00")
    (root / ".rules/latin.md").write_bytes(b"# Caf\xe9\n")
    (root / ".rules/empty.md").write_bytes(b"")
    committed(root)
    then = at(root)
    assert then.document(".rules/odd.md") is None
    assert then.document(".rules/latin.md") is None
    assert then.documents[".rules/empty.md"].text == ""


def test_a_layer_below_is_seen_from_its_own_root(root: Path) -> None:
    below = root / "inner"
    (below / ".rules").mkdir(parents=True)
    (below / "ctxlayer.toml").write_text("")
    (below / ".rules/own.md").write_text(HOT)
    committed(root)
    assert set(at(below).documents) == {"ctxlayer.toml", ".rules/own.md"}
    assert "inner/.rules/own.md" not in at(root, nested=("inner",)).tree.paths


@pytest.mark.parametrize("ref", ["no-such-branch", "--all", "-h", "", "HEAD:AGENTS.md", "HEAD~9"])
def test_what_names_no_commit_is_unknown(root: Path, ref: str) -> None:
    committed(root)
    assert Revisions(str(root)).commit(ref) is None


@pytest.mark.parametrize("ref", ["HEAD", "HEAD^{tree}^{commit}"])
def test_outside_git_everything_is_unknown(tmp_path: Path, ref: str) -> None:
    assert Revisions(str(tmp_path)).commit(ref) is None


def test_nothing_of_the_work_tree_or_the_index_is_touched(root: Path) -> None:
    committed(root)
    (root / ".rules/tone.md").write_text("changed")
    (root / "AGENTS.md").write_text("staged")
    git(root, "add", "AGENTS.md")
    before = git(root, "status", "--porcelain=v2")
    at(root).ask(hot_set)
    assert git(root, "status", "--porcelain=v2") == before
    assert (root / ".rules/tone.md").read_text() == "changed"


def test_what_is_ignored_though_it_was_committed_is_no_part_of_then(root: Path) -> None:
    committed(root)
    (root / ".gitignore").write_text("AGENTS.md\n")
    git(root, "add", ".gitignore")
    git(root, "commit", "--quiet", "--message", "Ignore it")
    assert "AGENTS.md" in git(root, "ls-files")
    assert at(root).document("AGENTS.md") is None
    assert at(root).ask(hot_set) == now(root).ask(hot_set)


def test_what_was_deleted_since_is_a_part_of_then(root: Path) -> None:
    committed(root)
    (root / "AGENTS.md").unlink()
    assert at(root).document("AGENTS.md") is not None
