"""An open knowledge file follows what happens in repositories, untouched: a real server, real git."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.lsp.client import Message, Spawned

PAGE = """---
source: human-authored
created: 2026-10-01
last-verified: 2026-11-01
verified-by: developer
status: confirmed
tracks: ["almanac:src/**"]
---

# Tide windows

How the windows of the lock follow the tables of the almanac.
"""
PATH = "knowledge/tides/windows.md"
REFRESH = "workspace/codeLens/refresh"
ABLE = {
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
    },
}


def git(folder: Path, *arguments: str, day: str = "2026-10-05") -> None:
    """Git as anybody has it, on a day."""
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ada Quay",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada Quay",
        "GIT_COMMITTER_EMAIL": "ada@example.org",
        "GIT_AUTHOR_DATE": f"{day}T09:00:00Z",
        "GIT_COMMITTER_DATE": f"{day}T09:00:00Z",
    }
    subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True
    )


class Coast:
    """A layer, the clone of a sibling beside it, and the remote of that clone."""

    def __init__(self, folder: Path) -> None:
        self.layer = folder / "layer"
        self.remote = folder / "remote"
        self.clone = folder / "almanac"
        self.remote.mkdir()
        git(self.remote, "init", "-q", "-b", "main")
        self.commit(self.remote, "src/tables.py", "TABLES = 1\n", "2026-10-05")
        git(folder, "clone", "-q", str(self.remote), str(self.clone))
        page = self.layer / PATH
        page.parent.mkdir(parents=True)
        page.write_text(PAGE, encoding="utf-8")
        (self.layer / "ctxlayer.toml").touch()
        (self.layer / ".local").mkdir()
        clones = {"almanac": str(self.clone)}
        (self.layer / ".local/repo-paths.json").write_text(json.dumps(clones), encoding="utf-8")
        (self.layer / ".gitignore").write_text(".local/\n", encoding="utf-8")
        git(self.layer, "init", "-q", "-b", "main")
        git(self.layer, "add", "-A")
        git(self.layer, "commit", "-q", "-m", "Write down the windows", day="2026-11-01")

    def commit(self, folder: Path, path: str, text: str, day: str) -> None:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        git(folder, "add", "-A", day=day)
        git(folder, "commit", "-q", "-m", f"Change {path}", day=day)


@pytest.fixture
def coast(tmp_path: Path) -> Coast:
    return Coast(tmp_path)


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Callable[..., Editor]]:
    """Opens the page of a coast in a server of its own."""
    editors: list[Editor] = []

    def open_page(coast: Coast, *, trusted: bool = True, **environment: str) -> Editor:
        editors.append(
            Editor(coast, trusted, {"CTXLAYER_CACHE_DIR": str(tmp_path / "cache"), **environment})
        )
        return editors[-1]

    yield open_page
    for each in editors:
        each.server.kill()


class Editor:
    """A client that opens the page and touches nothing from then on."""

    def __init__(self, coast: Coast, trusted: bool, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "ctxlayer", "serve", "--stdio"]
        self.server = Spawned(command, CTXLAYER_TODAY="2026-11-29", **environment)
        options = {"trusted": trusted}
        self.server.start(coast.layer, capabilities=ABLE, initializationOptions=options)
        self.uri = (coast.layer / PATH).as_uri()
        self.map = (coast.layer / ".local/repo-paths.json").as_uri()
        self.server.open(self.uri, (coast.layer / PATH).read_text(encoding="utf-8"))

    def lints(self, uri: str = "") -> set[str]:
        """The lints whose findings are shown now for a document, the page by default."""
        published = self.server.published(uri or self.uri)
        return {each["code"] for each in published[-1]["diagnostics"]} if published else set()

    def see(self, lint: str, uri: str = "") -> None:
        """Wait until a finding of this lint is shown."""
        self._until(lambda: lint in self.lints(uri))

    def see_no_more(self, lint: str, uri: str = "") -> None:
        self._until(lambda: lint not in self.lints(uri))

    def _until(self, condition: Callable[[], bool]) -> None:
        if not condition():
            self.server.wait(lambda _: condition(), len(self.server.received))

    def lens(self) -> str:
        """The words over the page."""
        document = {"textDocument": {"uri": self.uri}}
        lenses: list[Message] = self.server.request("textDocument/codeLens", document) or []
        return " ".join(each["command"]["title"] for each in lenses if "command" in each)

    def see_lens(self, words: str) -> None:
        """Wait until the client is asked to ask for lenses again and they say so."""
        while True:
            asked = len(self.server.received)
            if words in self.lens():
                return
            self.server.wait(lambda each: each.get("method") == REFRESH, asked)


def test_a_commit_of_a_sibling_turns_the_open_file(
    coast: Coast, editor: Callable[..., Editor]
) -> None:
    page = editor(coast)
    page.see_lens("verified 28 d ago")
    coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
    page.see("source-moved")
    page.see_lens("1 commit")


def test_a_fetch_that_finds_news_stops_the_clone_until_it_is_pulled(
    coast: Coast, editor: Callable[..., Editor]
) -> None:
    page = editor(coast)
    page.see_lens("verified 28 d ago")
    coast.commit(coast.remote, "docs/notes.md", "Notes\n", "2026-11-10")
    git(coast.clone, "fetch", "-q")
    page.see("sibling-stopped")
    page.see("sibling-stopped", page.map)
    git(coast.clone, "merge", "-q", "--ff-only", "origin/main")
    page.see_no_more("sibling-stopped")
    page.see_no_more("sibling-stopped", page.map)


def test_another_branch_is_not_the_one_that_is_expected(
    coast: Coast, editor: Callable[..., Editor]
) -> None:
    page = editor(coast)
    page.see_lens("verified 28 d ago")
    git(coast.clone, "switch", "-q", "-c", "trial")
    page.see("sibling-stopped")
    git(coast.clone, "switch", "-q", "main")
    page.see_no_more("sibling-stopped")


def test_a_commit_of_the_layer_itself_counts(coast: Coast, editor: Callable[..., Editor]) -> None:
    coast.commit(coast.layer, "tools/lock.py", "GATES = 2\n", "2026-10-20")
    text = PAGE.replace("almanac:src/**", "tools/lock.py")
    coast.commit(coast.layer, PATH, text, "2026-11-01")
    page = editor(coast)
    page.see_lens("verified 28 d ago")
    coast.commit(coast.layer, "tools/lock.py", "GATES = 3\n", "2026-11-10")
    page.see("source-moved")


def test_a_clone_that_is_gone_is_missed(coast: Coast, editor: Callable[..., Editor]) -> None:
    page = editor(coast)
    coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
    page.see("source-moved")
    shutil.rmtree(coast.clone)
    page.see("missing-repo", page.map)
    page.see_no_more("source-moved")


def test_an_untrusted_workspace_runs_no_git(
    coast: Coast, editor: Callable[..., Editor], tmp_path: Path
) -> None:
    coast.commit(coast.clone, "src/tables.py", "TABLES = 2\n", "2026-11-10")
    asked = tmp_path / "asked"
    shim = tmp_path / "bin/git"
    shim.parent.mkdir()
    shim.write_text(f"#!/bin/sh\necho x >> '{asked}'\nexit 1\n", encoding="utf-8")
    shim.chmod(0o755)
    page = editor(coast, trusted=False, PATH=f"{shim.parent}{os.pathsep}{os.environ['PATH']}")
    page.see_lens("verified 28 d ago")
    assert page.server.leave() == 0
    assert not asked.exists() and page.lints() == set()
