"""Watched files, progress, and what the status bar is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.lsp.folders import Folders
from tests.lsp.client import InProcess, Message, replace

Write = Callable[[str, str], str]


def watching(*, relative: bool) -> dict[str, Any]:
    able = {"dynamicRegistration": True, "relativePatternSupport": relative}
    return {"workspace": {"didChangeWatchedFiles": able}}


def called(name: str) -> Callable[[Message], bool]:
    return lambda message: message.get("method") == name


def patterns(message: Message) -> list[Any]:
    [registration] = message["params"]["registrations"]
    assert registration["method"] == "workspace/didChangeWatchedFiles"
    return [each["globPattern"] for each in registration["registerOptions"]["watchers"]]


def test_every_file_of_every_folder_is_watched(client: InProcess, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    client.start(one, two, capabilities=watching(relative=True))
    registered = client.wait(called("client/registerCapability"))
    assert patterns(registered) == [
        {"baseUri": one.as_uri(), "pattern": "**/*"},
        {"baseUri": two.as_uri(), "pattern": "**/*"},
    ]
    start = len(client.received)
    event = {"added": [], "removed": [{"uri": one.as_uri(), "name": "one"}]}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    client.wait(called("client/unregisterCapability"), start)
    again = client.wait(called("client/registerCapability"), start)
    assert patterns(again) == [{"baseUri": two.as_uri(), "pattern": "**/*"}]


def test_by_a_plain_pattern_where_relative_ones_are_unknown(
    client: InProcess, tmp_path: Path
) -> None:
    client.start(tmp_path, capabilities=watching(relative=False))
    assert patterns(client.wait(called("client/registerCapability"))) == ["**/*"]


def test_a_client_that_refuses_is_served_all_the_same(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.refuses = {"client/registerCapability", "window/workDoneProgress/create"}
    able = {**watching(relative=True), "window": {"workDoneProgress": True}}
    client.start(tmp_path, capabilities=able)
    client.wait(called("client/registerCapability"))
    uri = write("a.md", "")
    client.open(uri, "TODO")
    assert len(client.diagnostics(uri, 1)) == 1
    assert not any(map(called("$/progress"), client.received))


def test_a_client_that_declares_nothing_is_asked_for_nothing(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    client.settle(write("a.md", ""))
    assert not any("id" in message and "method" in message for message in client.received)


def test_the_first_scan_shows_its_progress_under_a_token_of_its_own(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    gate = tmp_path / "slow-scan"
    gate.touch()
    client.start(tmp_path, capabilities={"window": {"workDoneProgress": True}})
    token = client.wait(called("window/workDoneProgress/create"))["params"]["token"]
    begun = client.wait(called("$/progress"))
    assert begun["params"]["token"] == token
    assert begun["params"]["value"]["kind"] == "begin"
    start = len(client.received)
    gate.unlink()
    ended = client.wait(called("$/progress"), start)
    assert ended["params"] == {"token": token, "value": {"kind": "end"}}


def test_the_status_bar_asks_about_any_file(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "TODO")
    client.open(uri, "TODO")
    code = (tmp_path / "src/main.py").as_uri()
    found = client.request("ctxlayer/matchPath", {"uri": code})
    assert found == {"path": "src/main.py", "rules": ["a.md"]}
    assert client.request("ctxlayer/fileStatus", {"uri": code}) is None
    assert client.request("ctxlayer/fileStatus", {"uri": uri}) == {"path": "a.md", "todos": 1}
    assert client.request("ctxlayer/matchPath", {"uri": "file:///nowhere/x.py"}) is None


def test_it_hears_when_what_it_was_told_no_longer_holds(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri, other = write("a.md", "TODO"), write("z.md", "")
    client.open(uri, "TODO")
    client.request("ctxlayer/fileStatus", {"uri": uri})
    client.change(uri, 2, replace((0, 0), (0, 0), "x "))
    # Published only when the sweep reaches it, right before the answers are looked through.
    client.open(other, "needs a.md")
    client.diagnostics(other, 1)
    assert not any(map(called("ctxlayer/statusChanged"), client.received))
    client.change(uri, 3, replace((0, 0), (0, 0), "TODO "))
    told = client.wait(called("ctxlayer/statusChanged"))
    assert told["params"] == {"uris": [uri]}


def test_a_saved_file_is_read_even_when_nobody_watches(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    needy = write("needy.md", "needs b.md")
    client.start(tmp_path)
    assert len(client.diagnostics(needy)) == 1
    start = len(client.received)
    saved = write("b.md", "")
    client.notify("textDocument/didSave", {"textDocument": {"uri": saved}})
    assert client.diagnostics(needy, start=start) == []


def test_files_are_looked_at_for_a_client_that_does_not_watch(
    client: InProcess, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxlayer.lsp.language_server.POLL_SECONDS", 0.01)
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "needs b.md")
    assert len(client.diagnostics(uri, 1)) == 1
    start = len(client.received)
    made = write("b.md", "TODO")
    assert client.diagnostics(uri, 1, start) == []
    assert len(client.diagnostics(made)) == 1
    (tmp_path / "b.md").unlink()
    assert client.diagnostics(made, start=len(client.received)) == []


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({"workspaceFolders": [{"uri": "file:///a", "name": "a"}], "rootUri": "file:///b"}, ["/a"]),
        ({"workspaceFolders": None, "rootUri": "file:///b%20c"}, ["/b c"]),
        ({"workspaceFolders": [], "rootUri": None, "rootPath": "/b c"}, ["/b c"]),
        ({"rootUri": None, "rootPath": None}, []),
        ({}, []),
        ({"workspaceFolders": [{"uri": 5}, "x", {"uri": "vscode-vfs://github/a"}]}, []),
        ({"workspaceFolders": "x", "rootUri": 7, "rootPath": 8}, []),
    ],
)
def test_folders_come_in_several_ways(params: Message, expected: list[str]) -> None:
    assert [str(path) for path in Folders.of(params).paths] == expected


@pytest.mark.parametrize(
    ("path", "is_of_git"),
    [
        (".git/index", True),
        (".git/refs/heads/main", True),
        (".git/info/exclude", False),
        (".git", False),
        ("engine/.git/HEAD", False),  # a repository inside may come or go with it
        ("knowledge/tides.md", False),
        (".github/copilot-instructions.md", False),
    ],
)
def test_what_moves_in_the_git_folder_is_left_to_the_watch_of_it(
    tmp_path: Path, path: str, is_of_git: bool
) -> None:
    folders = Folders(((tmp_path / "other").as_uri(), (tmp_path / "layer").as_uri()))
    assert folders.is_of_git(tmp_path / "layer" / path) is is_of_git
    assert not folders.is_of_git(tmp_path / ".git/index")
