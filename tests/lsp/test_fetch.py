"""`ctxlayer.fetch`: siblings are fetched when somebody says so. A real server, real git, real remotes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.ide.repo_places import FETCH as FETCH_OF_THE_EDITOR
from ctxlayer.lsp.commands import FETCH
from tests.lsp.client import Message, Spawned, range_

EXECUTE = "workspace/executeCommand"
MAP = ".local/repo-paths.json"
ABLE: dict[str, Any] = {
    "textDocument": {
        "codeLens": {},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    },
    "workspace": {"codeLens": {"refreshSupport": True}},
    "window": {"workDoneProgress": True},
}


def git(folder: Path, *arguments: str) -> str:
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_NAME": "Ada Quay" for who in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{who}_EMAIL": "ada@example.org" for who in ("AUTHOR", "COMMITTER")},
    }
    run = subprocess.run(
        ["git", "-C", str(folder), *arguments],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return run.stdout.strip()


class Coast:
    """A layer, and clones of siblings that have fallen behind their bare remotes without knowing it."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.folder = folder
        self.layer = folder / "layer"
        (self.layer / ".local").mkdir(parents=True)
        (self.layer / "ctxlayer.toml").touch()
        for name in names:
            self._sibling(name)
        clones = {name: (folder / name).as_posix() for name in names}
        (self.layer / MAP).write_text(json.dumps(clones), encoding="utf-8")

    def _sibling(self, name: str) -> None:
        remote, work = self.remote(name), self.folder / f"{name}-work"
        git(self.folder, "init", "-q", "--bare", "-b", "main", str(remote))
        git(self.folder, "clone", "-q", str(remote), str(work))
        git(work, "switch", "-q", "-c", "main")
        self._commit(work, "first")
        git(self.folder, "clone", "-q", str(remote), str(self.folder / name))
        self._commit(work, "second")

    def _commit(self, work: Path, text: str) -> None:
        (work / "tables.py").write_text(text, encoding="utf-8")
        git(work, "add", "-A")
        git(work, "commit", "-q", "-m", text)
        git(work, "push", "-q", "origin", "main")

    def remote(self, name: str) -> Path:
        return self.folder / f"{name}.git"


class Editor:
    """A client that has the repo map open."""

    def __init__(self, coast: Coast, capabilities: Any, *, trusted: bool, cache: str) -> None:
        command = [sys.executable, "-m", "ctxlayer", "serve", "--stdio"]
        self.server = Spawned(command, CTXLAYER_CACHE_DIR=cache)
        self.able = self.server.start(
            coast.layer, capabilities=capabilities, initializationOptions={"trusted": trusted}
        )
        self.uri = (coast.layer / MAP).as_uri()
        self.document = {"textDocument": {"uri": self.uri}}
        self.server.open(self.uri, (coast.layer / MAP).read_text(encoding="utf-8"))

    def lenses(self) -> list[Message]:
        found = self.server.request("textDocument/codeLens", self.document) or []
        return [each["command"] for each in found]

    def see(self, words: str) -> None:
        """Wait until a lens says so."""
        while True:
            asked = len(self.server.received)
            if any(words in each["title"] for each in self.lenses()):
                return
            self.server.wait(lambda m: m.get("method") == "workspace/codeLens/refresh", asked)

    def execute(self, command: Message) -> None:
        named = {"command": command["command"], "arguments": command.get("arguments", [])}
        assert self.server.request(EXECUTE, named) is None

    def messages(self, method: str) -> list[Any]:
        return [each["params"] for each in self.server.received if each.get("method") == method]

    def message(self) -> str:
        """What is shown to the person."""
        shown = self.server.wait(lambda m: m.get("method") == "window/showMessage")
        return str(shown["params"]["message"])


Opens = Callable[..., Editor]


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Opens]:
    editors: list[Editor] = []

    def open_map(coast: Coast, capabilities: Any = ABLE, *, trusted: bool = True) -> Editor:
        cache = str(tmp_path / "cache")
        editors.append(Editor(coast, capabilities, trusted=trusted, cache=cache))
        return editors[-1]

    yield open_map
    for each in editors:
        each.server.kill()


def test_the_name_is_one_everywhere() -> None:
    assert FETCH == FETCH_OF_THE_EDITOR


def test_the_lens_of_a_line_fetches_its_clone(tmp_path: Path, editor: Opens) -> None:
    coast = Coast(tmp_path, "almanac")
    before = git(tmp_path / "almanac", "rev-parse", "HEAD")
    page = editor(coast)
    page.see("PASS · main")
    (fetch,) = [each for each in page.lenses() if each["command"] == FETCH]
    assert fetch["title"] == "Fetch now"
    page.execute(fetch)
    page.see("STOP · 1 behind origin/main")
    page.server.wait(
        lambda m: (
            m.get("method") == "textDocument/publishDiagnostics"
            and [each["code"] for each in m["params"]["diagnostics"]] == ["sibling-stopped"]
        )
    )
    assert git(tmp_path / "almanac", "rev-parse", "HEAD") == before
    assert git(tmp_path / "almanac", "status", "--porcelain") == ""


def test_nothing_is_fetched_unless_somebody_says_so(tmp_path: Path, editor: Opens) -> None:
    coast = Coast(tmp_path, "almanac")
    page = editor(coast)
    page.see("PASS · main")
    whole = {"range": range_((0, 0), (0, 5)), "context": {"diagnostics": []}}
    actions = page.server.request("textDocument/codeAction", {**page.document, **whole})
    assert [each["command"]["command"] for each in actions] == [FETCH]
    on_saving = {"diagnostics": [], "only": ["quickfix"], "triggerKind": 2}
    asked = {**page.document, **whole, "context": on_saving}
    assert page.server.request("textDocument/codeAction", asked) == []
    assert page.server.leave() == 0
    assert git(tmp_path / "almanac", "rev-parse", "HEAD") == git(
        tmp_path / "almanac", "rev-parse", "origin/main"
    )


def test_without_an_argument_all_siblings_are_fetched(tmp_path: Path, editor: Opens) -> None:
    page = editor(Coast(tmp_path, "almanac", "pilots"))
    page.see("PASS · main")
    page.execute({"command": FETCH})
    end = page.server.wait(
        lambda m: m.get("method") == "$/progress" and "2 of 2" in str(m["params"]["value"])
    )
    kinds = [
        each["value"]["kind"]
        for each in page.messages("$/progress")
        if each["token"] == end["params"]["token"]
    ]
    assert kinds == ["begin", "report", "report", "end"]
    stopped = [each["title"] for each in page.lenses() if each["title"].startswith("STOP")]
    assert len(stopped) == 2


def test_what_is_being_fetched_is_not_fetched_again(tmp_path: Path, editor: Opens) -> None:
    page = editor(Coast(tmp_path, "almanac", "pilots"))
    page.see("PASS · main")
    execute = {"command": FETCH, "arguments": []}
    asked = [page.server.ask(EXECUTE, execute) for _ in range(20)]
    for each in asked:
        assert page.server.answer(each)["result"] is None
    page.server.wait(
        lambda m: m.get("method") == "$/progress" and "2 of 2" in str(m["params"]["value"])
    )
    page.see("STOP · 1 behind origin/main")
    begun = [each["value"] for each in page.messages("$/progress")]
    titles = {each["title"] for each in begun if each["kind"] == "begin"}
    assert not any("0 siblings" in each for each in titles)


def test_a_remote_that_is_gone_is_told(tmp_path: Path, editor: Opens) -> None:
    coast = Coast(tmp_path, "almanac")
    page = editor(coast)
    page.see("PASS · main")
    shutil.rmtree(coast.remote("almanac"))
    page.execute({"command": FETCH, "arguments": [{"repos": ["almanac"]}]})
    assert page.message().startswith("Could not fetch almanac (")
    page.see("STOP · fetch failed")


def test_an_untrusted_workspace_fetches_nothing(tmp_path: Path, editor: Opens) -> None:
    page = editor(Coast(tmp_path, "almanac"), trusted=False)
    page.see("UNKNOWN · git is not asked in a workspace that is not trusted")
    assert [each["command"] for each in page.lenses()] == [""]
    page.execute({"command": FETCH})
    assert "not trusted" in page.message()


def test_a_name_that_is_not_mapped(tmp_path: Path, editor: Opens) -> None:
    page = editor(Coast(tmp_path))
    page.execute({"command": FETCH, "arguments": [{"repos": ["buoys"]}]})
    assert "no such sibling" in page.message()


@pytest.mark.parametrize("argument", [3, {"repos": "almanac"}, {"repos": [3]}, {"root": 3}])
def test_an_argument_that_is_none_is_refused(
    tmp_path: Path, editor: Opens, argument: object
) -> None:
    page = editor(Coast(tmp_path))
    assert page.server.error(EXECUTE, {"command": FETCH, "arguments": [argument]}) == -32602


def test_every_client_hears_of_the_command(tmp_path: Path, editor: Opens) -> None:
    coast = Coast(tmp_path)
    assert editor(coast).able["executeCommandProvider"]["commands"] == [FETCH]
    assert FETCH in editor(coast, {}).able["executeCommandProvider"]["commands"]


def test_a_client_that_runs_no_commands_sees_no_lens_that_is_one(
    tmp_path: Path, editor: Opens
) -> None:
    page = editor(Coast(tmp_path, "almanac"), {"workspace": ABLE["workspace"]})
    page.see("PASS · main")
    assert [each["command"] for each in page.lenses()] == [""]
