"""An open knowledge file follows what happens in repositories, untouched: a real server, real git."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.harness.coast import PAGE, PATH, Coast, git
from tests.lsp.client import Message, Spawned

REFRESH = "workspace/codeLens/refresh"
ABLE = {
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True, "relativePatternSupport": True},
    },
}


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
