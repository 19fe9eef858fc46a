"""A file that its sources left behind: the real server over a layer, a clone and its remote."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.ide.refactorings.verifying import VERIFIED
from tests.harness.coast import PATH, Coast
from tests.lsp.client import Message, Spawned

SHOW = "ctxlayer.showChanges"
SOURCE = "src/tables.py"


def able(*commands: str) -> dict[str, Any]:
    return {
        "textDocument": {
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}
        },
        "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}},
        "experimental": {"commands": list(commands)},
    }


@pytest.fixture
def coast(tmp_path: Path) -> Coast:
    coast = Coast(tmp_path)
    coast.commit(coast.clone, SOURCE, "TABLES = 2\n", "2026-11-20")
    return coast


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    spawned = Spawned(
        [sys.executable, "-m", "ctxlayer", "serve", "--stdio"],
        CTXLAYER_TODAY="2026-11-29",
        CTXLAYER_CACHE_DIR=str(tmp_path / "cache"),
    )
    yield spawned
    spawned.kill()


def seen(server: Spawned, uri: str) -> Message:
    """The finding that commits to the source bring, in a file that nobody needs to open."""

    def moved(message: Message) -> bool:
        params = message.get("params") or {}
        return params.get("uri") == uri and "source-moved" in str(params.get("diagnostics"))

    found = server.wait(moved)["params"]["diagnostics"]
    return next(each for each in found if each["code"] == "source-moved")


def actions(server: Spawned, uri: str, finding: Message, **context: Any) -> list[Message]:
    params = {
        "textDocument": {"uri": uri},
        "range": finding["range"],
        "context": {"diagnostics": [finding], **context},
    }
    found: list[Message] = server.request("textDocument/codeAction", params) or []
    return found


def test_a_closed_file_that_was_left_behind_is_among_the_problems(
    server: Spawned, coast: Coast
) -> None:
    server.start(coast.layer, capabilities=able(), processId=os.getpid())
    assert "1 commit to almanac/src" in seen(server, (coast.layer / PATH).as_uri())["message"]


def test_a_person_can_vouch_for_it_look_at_it_or_ignore_the_commit(
    server: Spawned, coast: Coast
) -> None:
    server.start(coast.layer, capabilities=able(SHOW), processId=os.getpid())
    uri = (coast.layer / PATH).as_uri()
    finding = seen(server, uri)
    server.open(uri, (coast.layer / PATH).read_text(encoding="utf-8"))
    found = actions(server, uri, finding)
    offered = {each["title"]: each for each in found}
    (ignore,) = (title for title in offered if title.startswith("Ignore commit"))
    show = offered["Show what changed since it was verified"]
    assert show["command"]["command"] == SHOW and show["command"]["arguments"] == [uri]
    for title in (VERIFIED, ignore, show["title"]):
        assert offered[title]["kind"] == "quickfix" and "isPreferred" not in offered[title]
        assert offered[title]["diagnostics"] == [finding]
    changed = offered[ignore]["edit"]["documentChanges"]
    assert [each["textDocument"]["uri"] for each in changed] == [
        (coast.layer / "ctxlayer.toml").as_uri()
    ]
    titles = [each["title"] for each in actions(server, uri, finding, only=["source.fixAll"])]
    assert not any(title in titles for title in (VERIFIED, ignore))


def test_what_is_asked_for_on_saving_vouches_for_nothing(server: Spawned, coast: Coast) -> None:
    server.start(coast.layer, capabilities=able(SHOW), processId=os.getpid())
    uri = (coast.layer / PATH).as_uri()
    finding = seen(server, uri)
    server.open(uri, (coast.layer / PATH).read_text(encoding="utf-8"))
    found = actions(server, uri, finding, only=["quickfix"], triggerKind=2)
    assert VERIFIED not in [each["title"] for each in found]
    bulb = actions(server, uri, finding, triggerKind=2)
    assert VERIFIED in [each["title"] for each in bulb]


def test_an_editor_without_the_command_is_not_offered_it(server: Spawned, coast: Coast) -> None:
    server.start(coast.layer, capabilities=able(), processId=os.getpid())
    uri = (coast.layer / PATH).as_uri()
    finding = seen(server, uri)
    server.open(uri, (coast.layer / PATH).read_text(encoding="utf-8"))
    assert not [each for each in actions(server, uri, finding) if "Show what" in each["title"]]


def test_both_texts_of_a_commit_to_a_source_can_be_read(server: Spawned, coast: Coast) -> None:
    server.start(coast.layer, capabilities=able(SHOW), processId=os.getpid())
    uri = (coast.layer / PATH).as_uri()
    seen(server, uri)
    changes = server.request("ctxlayer/changesSince", {"uri": uri})
    (commit,) = changes["commits"]
    assert (commit["repo"], commit["paths"]) == ("almanac", [SOURCE])
    asked = {"uri": uri, "repo": "almanac", "commit": commit["hash"], "path": SOURCE}
    assert server.request("ctxlayer/textAt", asked) == {"text": "TABLES = 2\n"}
    before = {**asked, "before": True}
    assert server.request("ctxlayer/textAt", before) == {"text": "TABLES = 1\n"}
    for odd in ({"commit": "--help"}, {"commit": "HEAD"}, {"path": "../x"}, {"repo": "nobody"}):
        assert server.request("ctxlayer/textAt", {**asked, **odd}) == {"text": None}


def test_the_layer_tells_its_stale_files_and_its_siblings(server: Spawned, coast: Coast) -> None:
    server.start(coast.layer, capabilities=able(), processId=os.getpid())
    uri = (coast.layer / PATH).as_uri()
    seen(server, uri)
    status = server.request("ctxlayer/layerStatus", {"uri": uri})
    (stale,) = status["stale"]
    assert (stale["path"], stale["tier"], stale["kinds"][0]) == (PATH, 2, "source-moved")
    assert stale["words"].startswith("1 commit to almanac/src since")
    (sibling,) = status["repos"]
    assert (sibling["name"], sibling["path"]) == ("almanac", str(coast.clone))
    assert sibling["state"] in ("PASS", "UNKNOWN") and sibling["words"]
    queue = server.request("ctxlayer/reviewQueue", {"uri": uri})["queue"]
    assert [(each["path"], each["query"]) for each in queue] == [(PATH, None)]


def test_without_trust_git_is_asked_for_no_text(server: Spawned, coast: Coast) -> None:
    options = {"trusted": False}
    server.start(
        coast.layer, capabilities=able(), processId=os.getpid(), initializationOptions=options
    )
    uri = (coast.layer / PATH).as_uri()
    head = (coast.clone / ".git/refs/heads/main").read_text(encoding="utf-8").strip()
    asked = {"uri": uri, "repo": "almanac", "commit": head, "path": SOURCE}
    assert server.request("ctxlayer/textAt", asked) == {"text": None}
