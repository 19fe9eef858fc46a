"""The hot set of a layer on disk: what is beside it, and what its last commit had."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pytest

from ctxlayer.analysis.budget import hot_set
from ctxlayer.analysis.budget_changes import differences
from ctxlayer.host import Host, LayerHandle
from ctxlayer.ide.budget_words import layer_status, since_head

TODAY = date(2026, 11, 29)
HOT = "---\nalwaysApply: true\n---\n\n# Tone\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "ctxlayer.toml").write_text("")
    (tmp_path / ".rules").mkdir()
    (tmp_path / ".rules/tone.md").write_text(HOT)
    (tmp_path / "CLAUDE.md").write_text("# Locks\n\n@README.md\n")
    (tmp_path / "README.md").write_text("# Read me\n")
    return tmp_path


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "All of it")


def opened(root: Path, *, trusted: bool = True) -> tuple[Host, LayerHandle]:
    host = Host(today=lambda: TODAY, trusted=trusted)
    layer = host.layer_of(root)
    assert layer is not None
    return host, layer


def read(layer: LayerHandle) -> None:
    for _ in layer.read_committed():
        pass


def tokens(layer: LayerHandle, path: str) -> int:
    (part,) = layer.snapshot.ask(hot_set).at(path)
    assert part.tokens is not None
    return part.tokens.tokens


def test_an_edit_of_an_imported_file_that_is_no_document_counts_at_once(root: Path) -> None:
    host, layer = opened(root)
    before = tokens(layer, "README.md")
    host.change(root / "README.md", "# Read me\n\nThe keeper opens the lower gate.\n")
    assert tokens(layer, "README.md") > before
    host.close(root / "README.md")
    assert tokens(layer, "README.md") == before
    (root / "README.md").write_text("# Read me\n\nThe keeper opens the upper gate.\n")
    host.disk_changed([root / "README.md"])
    assert tokens(layer, "README.md") > before


def test_outside_git_the_last_commit_is_unknown(root: Path) -> None:
    _, layer = opened(root)
    read(layer)
    assert layer.snapshot.committed is None
    assert not layer.committed.is_due(layer.snapshot)
    assert layer_status(layer.snapshot, "CLAUDE.md")["budget"]["delta"] is None


def test_where_git_may_not_be_asked_it_is_not(root: Path) -> None:
    git(root, "init", "--quiet")
    commit(root)
    _, layer = opened(root, trusted=False)
    assert not layer.committed.is_due(layer.snapshot)
    read(layer)
    assert layer.snapshot.committed is None


def test_an_edit_is_weighed_against_the_last_commit(root: Path) -> None:
    git(root, "init", "--quiet")
    commit(root)
    host, layer = opened(root)
    read(layer)
    committed = layer.snapshot.committed
    assert committed is not None
    assert differences(layer.snapshot.ask(hot_set), committed) == ()
    assert since_head(".rules/tone.md", layer.snapshot) == ""
    host.change(root / ".rules/tone.md", f"{HOT}\nShort sentences.\n")
    assert since_head(".rules/tone.md", layer.snapshot).startswith("+")
    delta = layer_status(layer.snapshot, "CLAUDE.md")["budget"]["delta"]
    assert isinstance(delta, int) and delta > 0
    assert not layer.committed.is_due(layer.snapshot)


def test_another_commit_is_seen(root: Path) -> None:
    git(root, "init", "--quiet")
    commit(root)
    _, layer = opened(root)
    read(layer)
    (root / ".rules/tone.md").write_text(f"{HOT}\nShort sentences.\n")
    commit(root)
    layer.reload()
    assert layer.committed.is_due(layer.snapshot)
    read(layer)
    committed = layer.snapshot.committed
    assert committed is not None
    assert differences(layer.snapshot.ask(hot_set), committed) == ()


def test_a_new_rule_adds_all_of_it(root: Path) -> None:
    git(root, "init", "--quiet")
    commit(root)
    host, layer = opened(root)
    read(layer)
    host.change(root / ".rules/new.md", HOT)
    count = tokens(layer, ".rules/new.md")
    assert since_head(".rules/new.md", layer.snapshot) == f"+{count} tokens a message since HEAD"
