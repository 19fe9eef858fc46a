"""Each feature in the shapes that clients of different abilities get."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import InProcess, at, range_

Write = Callable[[str, str], str]

ABLE: dict[str, Any] = {
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "completion": {
            "completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}
        },
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
            "isPreferredSupport": True,
        },
        "definition": {"linkSupport": True},
        "documentLink": {"tooltipSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}


@pytest.fixture
def uri(client: InProcess, write: Write) -> str:
    return write("a b.md", "TODO x\n")


def opened(client: InProcess, tmp_path: Path, uri: str, capabilities: Any = None) -> None:
    client.start(tmp_path, capabilities=capabilities)
    client.open(uri, "TODO x\n", 5)


def test_hover_is_markdown_for_those_who_show_it(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    opened(client, tmp_path, uri, ABLE)
    assert client.request("textDocument/hover", at(uri, 0, 1)) == {
        "contents": {"kind": "markdown", "value": "**TODO**"},
        "range": range_((0, 0), (0, 4)),
    }
    assert client.request("textDocument/hover", at(uri, 9, 9)) is None


def test_and_plain_text_for_the_others(client: InProcess, tmp_path: Path, uri: str) -> None:
    opened(client, tmp_path, uri)
    contents = client.request("textDocument/hover", at(uri, 0, 1))["contents"]
    assert contents == {"kind": "plaintext", "value": "TODO"}


def test_completion_brings_documentation_on_resolve(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    opened(client, tmp_path, uri, ABLE)
    found = client.request("textDocument/completion", at(uri, 0, 2))
    assert not found["isIncomplete"]
    one, two = found["items"]
    assert one["kind"] == 17 and "documentation" not in one
    assert two["insertTextFormat"] == 2
    assert two["textEdit"] == {"range": range_((0, 2), (0, 2)), "newText": "value: ${1:none}$0"}
    resolved = client.request("completionItem/resolve", one)
    assert resolved["documentation"] == {"kind": "markdown", "value": "*the first*"}
    assert "documentation" not in client.request("completionItem/resolve", two)
    client.request("textDocument/completion", at(uri, 0, 2))
    for old in (
        one,
        {"label": "x"},
        {"label": "x", "data": {"a": 1}},
        {"label": "x", "data": [2, -1]},
    ):
        assert "documentation" not in client.request("completionItem/resolve", old)


def test_a_list_that_was_cut_is_asked_for_again(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    opened(client, tmp_path, uri)
    assert client.request("textDocument/completion", at(uri, 0, 0))["isIncomplete"]


def test_a_client_without_snippets_gets_their_text(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    opened(client, tmp_path, uri)
    two = client.request("textDocument/completion", at(uri, 0, 2))["items"][1]
    assert two["textEdit"]["newText"] == "value: none" and "insertTextFormat" not in two


def actions(client: InProcess, uri: str, *only: str) -> Any:
    diagnostics = client.diagnostics(uri, 5)
    context: dict[str, Any] = {"diagnostics": diagnostics}
    if only:
        context["only"] = list(only)
    params = {"textDocument": {"uri": uri}, "range": range_((0, 0), (0, 0)), "context": context}
    return client.request("textDocument/codeAction", params)


def test_a_quick_fix_names_the_diagnostic_that_it_mends(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    opened(client, tmp_path, uri, ABLE)
    fix, fix_all = actions(client, uri)
    edit = {"range": range_((0, 0), (0, 4)), "newText": "DONE"}
    document = {"uri": uri, "version": 5}
    assert fix == {
        "title": "Replace by DONE",
        "kind": "quickfix",
        "diagnostics": client.published(uri)[0]["diagnostics"],
        "isPreferred": True,
        "edit": {"documentChanges": [{"textDocument": document, "edits": [edit]}]},
    }
    assert fix_all["kind"] == "source.fixAll.ctxlayer" and "isPreferred" not in fix_all


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (["quickfix"], ["quickfix"]),
        (["source.fixAll"], ["source.fixAll.ctxlayer"]),
        (["source"], ["source.fixAll.ctxlayer"]),
        (["source.fixAll.ctxlayer"], ["source.fixAll.ctxlayer"]),
        (["source.fixAll.other"], []),
        (["source.organizeImports"], []),
        (["refactor"], []),
        ([""], ["quickfix", "source.fixAll.ctxlayer"]),
    ],
)
def test_kinds_are_a_tree(
    client: InProcess, tmp_path: Path, uri: str, only: list[str], kinds: list[str]
) -> None:
    opened(client, tmp_path, uri, ABLE)
    assert [action["kind"] for action in actions(client, uri, *only)] == kinds


@pytest.mark.parametrize(
    ("context", "kinds"),
    [
        ({"triggerKind": 1}, ["quickfix", "source.fixAll.ctxlayer"]),
        ({"triggerKind": 2}, ["quickfix"]),
        ({"triggerKind": 2, "only": ["source.fixAll"]}, ["source.fixAll.ctxlayer"]),
    ],
    ids=["asked for", "cursor moved", "on save"],
)
def test_a_move_of_the_cursor_does_not_fix_the_whole_document(
    client: InProcess, tmp_path: Path, uri: str, context: Any, kinds: list[str]
) -> None:
    opened(client, tmp_path, uri, ABLE)
    params = {
        "textDocument": {"uri": uri},
        "range": range_((0, 0), (0, 0)),
        "context": {"diagnostics": [], **context},
    }
    found = client.request("textDocument/codeAction", params)
    assert [action["kind"] for action in found] == kinds


def test_edits_without_versions_for_those_who_know_none(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    able = {"textDocument": ABLE["textDocument"]}
    opened(client, tmp_path, uri, able)
    edit = {"range": range_((0, 0), (0, 4)), "newText": "DONE"}
    assert actions(client, uri)[0]["edit"] == {"changes": {uri: [edit]}}


def test_actions_are_commands_for_those_who_know_only_commands(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    opened(client, tmp_path, uri)
    command = actions(client, uri)[0]
    assert command["title"] == "Replace by DONE"
    request = {"command": command["command"], "arguments": command["arguments"]}
    assert client.request("workspace/executeCommand", request) is None
    applied = client.wait(lambda m: m.get("method") == "workspace/applyEdit")
    edit = {"range": range_((0, 0), (0, 4)), "newText": "DONE"}
    assert applied["params"]["edit"] == {"changes": {uri: [edit]}}
    request["arguments"] = [5]
    assert client.error("workspace/executeCommand", request) == -32602
    request["command"] = "unknown"
    assert client.error("workspace/executeCommand", request) == -32602
    request = {"command": command["command"]}
    assert client.error("workspace/executeCommand", request) == -32602


def test_lenses_may_be_text_only(client: InProcess, tmp_path: Path, uri: str) -> None:
    opened(client, tmp_path, uri, {"experimental": {"commands": ["ctxlayer.show"]}})
    first, second = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert first["command"] == {
        "title": "3 files",
        "command": "ctxlayer.show",
        "arguments": [1, "x"],
    }
    assert second["command"] == {"title": "text only", "command": ""}


def test_a_lens_names_no_command_that_the_client_cannot_run(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    opened(client, tmp_path, uri)
    first, _ = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert first["command"] == {"title": "3 files", "command": ""}


@pytest.mark.parametrize("capabilities", [{}, ABLE])
def test_links_lead_to_files_and_pages(
    client: InProcess, tmp_path: Path, uri: str, capabilities: Any
) -> None:
    opened(client, tmp_path, uri, capabilities)
    file, page, line = client.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
    assert line["target"] == f"{uri}#L2"
    assert file["target"] == uri and page["target"] == "https://example.com/"
    assert file.get("tooltip") == ("opens a file" if capabilities else None)
    assert "tooltip" not in page


def test_definitions_lead_into_the_layer_and_out_of_it(
    client: InProcess, write: Write, tmp_path: Path, uri: str
) -> None:
    other = write("c.md", "xyz")
    opened(client, tmp_path, uri)
    inside, outside = client.request("textDocument/definition", at(uri, 0, 0))
    assert inside == {"uri": other, "range": range_((0, 0), (0, 2))}
    assert outside == {"uri": "file:///elsewhere/x%20y.md", "range": range_((0, 0), (0, 0))}


def test_definitions_are_links_for_those_who_take_them(
    client: InProcess, write: Write, tmp_path: Path, uri: str
) -> None:
    other = write("c.md", "xyz")
    opened(client, tmp_path, uri, ABLE)
    place = range_((0, 0), (0, 2))
    link = client.request("textDocument/definition", at(uri, 0, 0))[0]
    assert link == {"targetUri": other, "targetRange": place, "targetSelectionRange": place}


def test_symbols_are_a_tree_or_a_list(client: InProcess, tmp_path: Path, uri: str) -> None:
    opened(client, tmp_path, uri, ABLE)
    [top] = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert (top["name"], top["detail"]) == ("top", "detail")
    assert [child["name"] for child in top["children"]] == ["(unnamed)"]


def test_a_list_names_what_each_symbol_lies_in(client: InProcess, tmp_path: Path, uri: str) -> None:
    opened(client, tmp_path, uri)
    top, child = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert top["location"] == {"uri": uri, "range": range_((0, 0), (0, 3))}
    assert child["containerName"] == "top"


def test_a_closed_document_of_the_layer_is_answered_too(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    client.start(tmp_path)
    assert client.request("textDocument/hover", at(uri, 0, 1)) is not None
    outside = "file:///nowhere/a.md"
    for method in ("hover", "completion", "definition"):
        assert client.request(f"textDocument/{method}", at(outside, 0, 0)) is None


def test_a_feature_that_crashes_is_an_error_answer_and_no_more(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path, capabilities=ABLE)
    uri = write("boom.md", "BOOM")
    params = {
        "textDocument": {"uri": uri},
        "range": range_((0, 0), (0, 0)),
        "context": {"diagnostics": []},
    }
    assert client.error("textDocument/codeAction", params) == -32603
    assert client.request("textDocument/hover", at(uri, 0, 1)) is not None


@pytest.mark.parametrize("shows", [True, False])
def test_an_action_that_cannot_be_done_says_why_to_who_shows_it(shows: bool) -> None:
    from types import SimpleNamespace

    from ctxlayer.ide.model import Action
    from ctxlayer.lsp.requests.actions import _action

    client = SimpleNamespace(action_disabled=shows, action_literals=True)
    action = Action("Mark verified", "refactor.rewrite", {}, disabled="close it first")
    made = _action(action, SimpleNamespace(client=client), [])
    if shows:
        assert made is not None and made.disabled is not None and made.edit is None
        assert made.disabled.reason == "close it first"
    else:
        assert made is None
