"""A person at an editor, an agent in the history: the real server over a real repository."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.ide.refactorings.verifying import VERIFIED
from tests.e2e.test_server import applied
from tests.lsp.client import Message, Spawned, range_
from tests.probes.test_authors import AGENT, PAGE, PATH, Repo

ABLE: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-32"]},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}},
            "disabledSupport": True,
        },
    },
    "workspace": {
        "workspaceEdit": {"documentChanges": True},
        "codeLens": {"refreshSupport": True},
    },
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    environment = {"CTXLAYER_TODAY": "2026-11-29", "CTXLAYER_CACHE_DIR": str(tmp_path / "cache")}
    spawned = Spawned([sys.executable, "-m", "ctxlayer", "serve", "--stdio"], **environment)
    yield spawned
    spawned.kill()


def actions(server: Spawned, uri: str, line: int) -> list[Message]:
    place = range_((line, 0), (line, 0))
    context = {"diagnostics": [], "only": ["refactor"]}
    params = {"textDocument": {"uri": uri}, "range": place, "context": context}
    found: list[Message] = server.request("textDocument/codeAction", params)
    return found


def test_a_developer_stands_for_what_an_agent_wrote(server: Spawned, tmp_path: Path) -> None:
    root = tmp_path / "layer"
    root.mkdir()
    repo = Repo(root)
    (root / "ctxlayer.toml").touch()
    text = PAGE.format(status="confirmed")
    repo.commit(text, AGENT)
    server.start(root, capabilities=ABLE, processId=os.getpid())
    uri = (root / PATH).as_uri()
    server.open(uri, text)
    # First without the history, then, in a gap, with it.
    server.wait(
        lambda each: "agent-written-status" in str(each.get("params", {}).get("diagnostics"))
    )
    lens = server.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert "an annotation by Claude" in lens[0]["command"]["title"]
    status = text[: text.index("confirmed")].count("\n")
    hover = {"textDocument": {"uri": uri}, "position": {"line": status, "character": 10}}
    assert "an annotation by an agent" in str(server.request("textDocument/hover", hover))
    mine = {each["title"]: each for each in actions(server, uri, status)}
    mark = mine[VERIFIED]
    assert mark["kind"] == "refactor.rewrite" and "isPreferred" not in mark
    new = applied(text, mark["edit"]["documentChanges"][0]["edits"])
    assert new == text.replace("2026-11-01", "2026-11-29")
    repo.commit(new)
    seen = len(server.received)
    server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2}]})
    server.change(uri, 2, {"text": new})
    server.wait(
        lambda each: (
            each.get("params", {}).get("uri") == uri
            and each["params"].get("version") == 2
            and each["params"]["diagnostics"] == []
        ),
        seen,
    )
    assert server.leave() == 0


def test_a_broken_file_says_why_it_cannot_be_marked(server: Spawned, tmp_path: Path) -> None:
    (tmp_path / "ctxlayer.toml").touch()
    server.start(tmp_path, capabilities=ABLE, processId=os.getpid())
    uri = (tmp_path / "knowledge/tides/gauges.md").as_uri()
    server.open(uri, "---\nstatus: confirmed\n\n# Gauges\n")
    found = actions(server, uri, 1)
    assert {each["disabled"]["reason"] for each in found} == {
        "the frontmatter is never closed; close it first"
    }
    assert not any("edit" in each for each in found)
