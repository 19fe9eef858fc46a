"""Nothing that a repository configures ever runs, and no trap in it holds us up."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.host import Host
from ctxlayer.ide.diagnostics import layer_report
from ctxlayer.probes.clock import today
from ctxlayer.probes.git import Git
from ctxlayer.probes.history import GitHistory
from ctxlayer.probes.revisions import Revisions

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="traps are shell commands")


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=dev", "-c", "user.email=dev@example.org")
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(
        ["git", *identity, *arguments], cwd=folder, env=environment, check=True, capture_output=True
    )


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A repository with a renamed file: to see that, git has to compare contents."""
    folder = tmp_path / "source"
    (folder / "knowledge/a").mkdir(parents=True)
    git(folder, "init", "-q")
    git(folder, "config", "uploadpack.allowFilter", "true")
    text = "".join(f"line {number}\n" for number in range(20))
    (folder / "knowledge/a/old.md").write_text(text)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    git(folder, "mv", "knowledge/a/old.md", "knowledge/a/b.md")
    (folder / "knowledge/a/b.md").write_text(f"{text}more\n")
    git(folder, "commit", "-qam", "two")
    return folder


def trapped(clone: Path, mark: Path) -> None:
    """Configure every command that git may run for a repository to leave a mark."""
    trap = f"touch {mark}; false"
    for key in (
        "core.fsmonitor", "core.sshCommand", "core.pager", "pager.log", "core.editor", "gpg.program",
        "core.askPass", "diff.external", "diff.x.textconv", "diff.x.command", "filter.x.clean",
        "filter.x.smudge", "filter.x.process", "remote.origin.uploadpack", "credential.helper",
    ):  # fmt: skip
        git(clone, "config", key, trap)
    git(clone, "config", "alias.log", f"!{trap}")
    git(clone, "config", "alias.rev-parse", f"!{trap}")
    git(clone, "config", "log.showSignature", "true")
    git(clone, "config", "filter.x.required", "true")
    hooks = clone / "hooks"
    hooks.mkdir()
    for name in ("post-index-change", "reference-transaction", "post-checkout", "pre-auto-gc"):
        (hooks / name).write_text(f"#!/bin/sh\n{trap}\n")
        (hooks / name).chmod(0o755)
    git(clone, "config", "core.hooksPath", str(hooks))
    (clone / ".gitattributes").write_text("* filter=x diff=x\n")
    mark.unlink(missing_ok=True)


@pytest.mark.parametrize("options", [(), ("--filter=blob:none", "--no-checkout")])
def test_nothing_that_is_configured_runs(
    tmp_path: Path, source: Path, options: tuple[str, ...]
) -> None:
    git(tmp_path, "clone", "-q", *options, f"file://{source}", "clone")
    clone, mark = tmp_path / "clone", tmp_path / "mark"
    trapped(clone, mark)
    (clone / "knowledge/a").mkdir(parents=True, exist_ok=True)
    (clone / "knowledge/a/b.md").write_text("# B\n")
    (clone / "ctxlayer.toml").touch()
    layer = Host(today=today).layer_of(clone)
    assert layer is not None
    for _ in layer.read_authors():
        pass
    for found in layer_report(layer.snapshot).values():
        for finding in found.findings:
            for fix in finding.fixes:
                dict(fix.edits)
    # What waits to be committed is in the index, and reading that would start the monitor.
    moved = layer.snapshot.history.moved_to("knowledge/a/old.md")
    assert moved in (None, "knowledge/a/b.md")
    layer.snapshot.history.recent_commits()
    revisions = Revisions(str(clone))
    commit = revisions.commit("HEAD")
    assert commit is not None
    revisions.layer_at(commit, layer.snapshot, layer.nested)
    first = layer.snapshot.history.first_commit("knowledge/a/b.md")
    # The partial clone lacks the contents: asking for them would run its remote's command.
    assert (first is None) is bool(options)
    assert bool(layer.snapshot.authors.files) is False  # there is no trust frontmatter in it
    assert not mark.exists()


@pytest.mark.parametrize("setting", ["diff.relative=true", "log.showRoot=false", "none.such=1"])
@pytest.mark.parametrize("around", [".git", "/nowhere"])
def test_neither_settings_nor_a_hook_around_us_change_what_is_known(
    source: Path, monkeypatch: pytest.MonkeyPatch, setting: str, around: str
) -> None:
    git(source, "config", *setting.split("="))
    monkeypatch.setenv("GIT_DIR", around)
    monkeypatch.setenv("GIT_INDEX_FILE", around)
    layer = str(source / "knowledge")
    assert GitHistory(layer).first_commit("a/b.md") is not None
    assert GitHistory(layer).moved_to("a/old.md") == "a/b.md"
    assert GitHistory(layer).recent_commits() == (("a/b.md", "a/old.md"), ("a/old.md",))
    assert Revisions(layer).commit("HEAD~1") is not None


def test_a_configuration_that_never_ends_is_left_alone(tmp_path: Path, source: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (source / ".git/config").open("a") as config:
        config.write(f"[include]\n\tpath = {tmp_path / 'pipe'}\n")
    begun = time.monotonic()
    assert GitHistory(str(source)).first_commit("knowledge/a/b.md") is None
    assert time.monotonic() - begun < 8


def test_versions_that_would_fill_the_memory_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few kilobytes of a repository may stand for gigabytes."""
    git(tmp_path, "init", "-q")
    trust = (
        "---\nsource: human-authored\ncreated: 2026-11-01\nlast-verified: 2026-11-20\n"
        "verified-by: developer\nstatus: {0}\n---\n"
    )
    (tmp_path / "ctxlayer.toml").touch()
    note, rule = tmp_path / "knowledge/a/b.md", tmp_path / "CLAUDE.md"
    note.parent.mkdir(parents=True)
    agent = ("-c", "user.name=Claude", "-c", "user.email=noreply@anthropic.com")
    for status, size in (("hypothesis", 0), ("confirmed", 5_000_000), ("confirmed", 10)):
        note.write_text(trust.format(status) + "a" * size)
        rule.write_text("a" * size)
        git(tmp_path, "add", ".")
        git(tmp_path, *agent, "commit", "-qm", status)
    read: list[int] = []
    run = Git.run

    def counted(self: Git, *arguments: str, **more: Any) -> bytes:
        out = run(self, *arguments, **more)
        read.append(len(out))
        return out

    monkeypatch.setattr(Git, "run", counted)
    layer = Host(today=today).layer_of(tmp_path)
    assert layer is not None
    for _ in layer.read_authors():
        pass
    assert max(read) < 100_000
    revisions = Revisions(str(tmp_path))
    commit = revisions.commit("HEAD~1")
    assert commit is not None
    then = revisions.layer_at(commit, layer.snapshot, layer.nested)
    assert then is not None
    assert "CLAUDE.md" in then.tree.paths and then.document("CLAUDE.md") is None


@pytest.mark.parametrize(
    "text", ["", "gitdir: /nowhere\n", "gitdir: .\n", "gitdir: ..\n", "\0\xff"]
)
def test_any_git_file(tmp_path: Path, text: str) -> None:
    (tmp_path / ".git").write_text(text, encoding="latin-1")
    (tmp_path / "ctxlayer.toml").touch()
    layer = Host(today=today).layer_of(tmp_path)
    assert layer is not None and "ctxlayer.toml" in layer.snapshot.documents
    assert layer.snapshot.history.first_commit("ctxlayer.toml") is None
