"""Inlay hints, offered to those who show them, for what is in view; they and lenses are kept true."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import InProcess, Message, range_, replace

Write = Callable[[str, str], str]

ABLE = {
    "textDocument": {"inlayHint": {"dynamicRegistration": True}},
    "workspace": {"inlayHint": {"refreshSupport": True}, "codeLens": {"refreshSupport": True}},
}
EVERYTHING = range_((0, 0), (99, 0))
REFRESH = "workspace/inlayHint/refresh"


def called(method: str) -> Callable[[Message], bool]:
    return lambda message: message.get("method") == method


def ask(client: InProcess, uri: str, where: Message = EVERYTHING) -> Any:
    return client.request("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": where})


def test_they_are_offered_only_to_a_client_that_knows_them(
    client: InProcess, tmp_path: Path
) -> None:
    answer = client.start(tmp_path, capabilities={})
    assert "inlayHintProvider" not in answer


def test_a_hint_stands_behind_what_it_counts(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    answer = client.start(tmp_path, capabilities=ABLE)
    assert answer["inlayHintProvider"] == {"resolveProvider": False}
    uri = write("a.md", "")
    client.open(uri, "🌊 needs b.md\n\nneeds c.md\n")
    assert ask(client, uri) == [
        {
            "position": {"line": line, "character": character},
            "label": "1 files",
            "paddingLeft": True,
            "tooltip": "a\nb",
        }
        for line, character in ((0, 8), (2, 5))
    ]
    (seen,) = ask(client, uri, range_((1, 0), (2, 9)))
    assert seen["position"] == {"line": 2, "character": 5}


def test_a_file_that_is_no_document_has_none(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path, capabilities=ABLE)
    write("a.md", "")
    assert ask(client, (tmp_path / "main.py").as_uri()) == []
    assert ask(client, "file:///nowhere/x.md") == []


@pytest.mark.parametrize("shown", ["inlayHint", "codeLens"])
def test_the_client_is_asked_to_ask_again_when_other_files_change_them(
    client: InProcess, write: Write, tmp_path: Path, shown: str
) -> None:
    client.start(tmp_path, capabilities=ABLE)
    uri = write("a.md", "")
    client.open(uri, "needs b.md")
    assert len(client.diagnostics(uri, 1)) == 1
    question = {"textDocument": {"uri": uri}, "range": EVERYTHING}
    client.request(f"textDocument/{shown}", question)
    other = write("b.md", "")
    client.open(other, "")
    asked = client.wait(called(f"workspace/{shown}/refresh"))
    client.send({"jsonrpc": "2.0", "id": asked["id"], "result": None})
    assert "2 files" in str(client.request(f"textDocument/{shown}", question))


def test_an_edit_of_the_document_itself_asks_for_nothing(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path, capabilities=ABLE)
    uri = write("a.md", "")
    client.open(uri, "TODO")
    client.request("ctxlayer/fileStatus", {"uri": uri})
    ask(client, uri)
    client.change(uri, 2, replace((0, 0), (0, 0), "needs b.md TODO "))
    client.wait(called("ctxlayer/statusChanged"))  # told by the sweep, right before the hints
    client.settle(uri)
    assert not any(map(called(REFRESH), client.received))


def test_a_client_that_cannot_ask_again_is_not_asked_to(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path, capabilities={"textDocument": ABLE["textDocument"]})
    uri, other = write("a.md", ""), write("b.md", "")
    client.open(uri, "needs c.md")
    client.open(other, "")
    client.request("ctxlayer/fileStatus", {"uri": other})
    ask(client, uri)
    client.open(write("c.md", ""), "")
    client.change(other, 2, replace((0, 0), (0, 0), "TODO "))
    client.wait(called("ctxlayer/statusChanged"))
    client.settle(uri)
    assert not any(map(called(REFRESH), client.received))


def test_nobody_waits_for_lenses_while_the_workspace_is_read(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    write("slow-scan", "")
    client.start(tmp_path, capabilities=ABLE)
    uri = write("a.md", "")
    client.open(uri, "needs b.md")
    question = {"textDocument": {"uri": uri}}
    assert client.request("textDocument/codeLens", question) == []
    (tmp_path / "slow-scan").unlink()
    client.wait(called("workspace/codeLens/refresh"))
    assert client.request("textDocument/codeLens", question) != []
