"""References, renames and folds, in the shapes that clients of different abilities get."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import InProcess, at, range_

Write = Callable[[str, str], str]


@pytest.fixture
def uri(client: InProcess, write: Write) -> str:
    return write("a.md", "see b\nand b\n")


def test_references_are_found_in_all_documents(
    client: InProcess, write: Write, tmp_path: Path, uri: str
) -> None:
    other = write("c.md", "b")
    client.start(tmp_path)
    params = {**at(uri, 0, 4), "context": {"includeDeclaration": True}}
    found = client.request("textDocument/references", params)
    assert found == [
        {"uri": uri, "range": range_((0, 4), (0, 5))},
        {"uri": uri, "range": range_((1, 4), (1, 5))},
        {"uri": other, "range": range_((0, 0), (0, 1))},
    ]
    params["context"]["includeDeclaration"] = False
    assert client.request("textDocument/references", params) == found[1:]


def test_highlights_stay_in_the_document(
    client: InProcess, write: Write, tmp_path: Path, uri: str
) -> None:
    write("c.md", "b")
    client.start(tmp_path)
    found = client.request("textDocument/documentHighlight", at(uri, 0, 4))
    assert [each["range"]["start"]["line"] for each in found] == [0, 1]


@pytest.mark.parametrize(
    ("folding", "first"),
    [
        ({"lineFoldingOnly": True}, {"startLine": 0, "endLine": 1}),
        ({}, {"startLine": 0, "endLine": 1, "startCharacter": 5, "endCharacter": 5}),
    ],
    ids=["lines", "columns"],
)
def test_folds_have_columns_for_those_who_look_at_them(
    client: InProcess, tmp_path: Path, uri: str, folding: Any, first: Any
) -> None:
    client.start(tmp_path, capabilities={"textDocument": {"foldingRange": folding}})
    found = client.request("textDocument/foldingRange", {"textDocument": {"uri": uri}})
    assert found[0] == first and found[1]["kind"] == "comment"


def test_no_more_folds_come_than_the_client_takes(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    client.start(tmp_path, capabilities={"textDocument": {"foldingRange": {"rangeLimit": 1}}})
    found = client.request("textDocument/foldingRange", {"textDocument": {"uri": uri}})
    assert len(found) == 1


def test_symbols_of_all_folders_are_found(client: InProcess, write: Write, tmp_path: Path) -> None:
    uris = [write("one/xa.md", ""), write("two/xb.md", "")]
    write("two/c.md", "")
    client.start(tmp_path / "one", tmp_path / "two")
    found = client.request("workspace/symbol", {"query": "x"})
    assert [each["location"]["uri"] for each in found] == uris
    assert found[0]["containerName"] == "here" and found[0]["kind"] == 1


def test_a_rename_is_prepared_for_those_who_ask(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    offered = client.start(
        tmp_path, capabilities={"textDocument": {"rename": {"prepareSupport": True}}}
    )
    assert offered["renameProvider"] == {"prepareProvider": True}
    found = client.request("textDocument/prepareRename", at(uri, 0, 4))
    assert found == {"range": range_((0, 4), (0, 5)), "placeholder": "word"}


def test_a_refusal_says_why(client: InProcess, write: Write, tmp_path: Path, uri: str) -> None:
    empty = write("empty.md", "")
    assert client.start(tmp_path)["renameProvider"] is True
    answer = client.answer(client.ask("textDocument/prepareRename", at(empty, 0, 0)))
    assert answer["error"] == {"code": -32803, "message": "no word here"}
    answer = client.answer(client.ask("textDocument/rename", {**at(uri, 0, 4), "newName": "x y"}))
    assert answer["error"] == {"code": -32803, "message": "a word has no blank"}


def test_a_rename_edits_every_document(client: InProcess, tmp_path: Path, uri: str) -> None:
    client.start(tmp_path)
    edit = client.request("textDocument/rename", {**at(uri, 0, 4), "newName": "x"})
    assert edit == {
        "changes": {
            uri: [
                {"range": range_((0, 4), (0, 5)), "newText": "x"},
                {"range": range_((1, 4), (1, 5)), "newText": "x"},
            ]
        }
    }


@pytest.mark.parametrize("document_changes", [{"documentChanges": True}, {}])
def test_a_rename_moves_files_behind_the_edits(
    client: InProcess, write: Write, tmp_path: Path, uri: str, document_changes: Any
) -> None:
    old = write("b.md", "")
    able = {"workspaceEdit": {"resourceOperations": ["rename"], **document_changes}}
    client.start(tmp_path, capabilities={"workspace": able})
    edit = client.request("textDocument/rename", {**at(uri, 0, 4), "newName": "x"})
    *edits, move = edit["documentChanges"]
    assert [each["textDocument"]["uri"] for each in edits] == [uri]
    assert move == {
        "kind": "rename",
        "oldUri": old,
        "newUri": old.replace("b.md", "x.md"),
        "options": {"overwrite": False},
    }


@pytest.mark.parametrize(
    "able", [{}, {"documentChanges": True}, {"resourceOperations": ["create"]}]
)
def test_a_client_that_cannot_move_files_is_told_what_can(
    client: InProcess, write: Write, tmp_path: Path, uri: str, able: Any
) -> None:
    write("b.md", "")
    client.start(tmp_path, capabilities={"workspace": {"workspaceEdit": able}})
    answer = client.answer(client.ask("textDocument/rename", {**at(uri, 0, 4), "newName": "x"}))
    assert answer["error"]["code"] == -32803
    assert "ctxlayer mv b.md x.md" in answer["error"]["message"]


@pytest.mark.parametrize("able", [True, False])
def test_an_action_that_moves_files_is_for_those_who_can(
    client: InProcess, write: Write, tmp_path: Path, able: bool
) -> None:
    uri = write("m.md", "MOVE")
    literals = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}
    operations = ["rename"] if able else ["create"]
    capabilities = {
        "textDocument": {"codeAction": literals},
        "workspace": {"workspaceEdit": {"resourceOperations": operations}},
    }
    client.start(tmp_path, capabilities=capabilities)
    place = {"textDocument": {"uri": uri}, "range": range_((0, 0), (0, 0))}
    found = client.request("textDocument/codeAction", {**place, "context": {"diagnostics": []}})
    if not able:
        assert found == []
        return
    edits, move = found[0]["edit"]["documentChanges"]
    assert edits["edits"][0]["newText"] == "MOVED"
    assert (move["oldUri"], move["newUri"]) == (uri, uri.replace("m.md", "moved-m.md"))
