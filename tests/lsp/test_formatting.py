"""Formatting over the protocol, and for which documents it is offered to whom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.lsp.capabilities import server_capabilities
from ctxlayer.lsp.client import Client, read_client
from tests.lsp.client import InProcess, Message, at, range_

Write = Callable[[str, str], str]
DYNAMIC = {
    name: {"dynamicRegistration": True}
    for name in ("formatting", "rangeFormatting", "onTypeFormatting")
}
OPTIONS = {"tabSize": 8, "insertSpaces": False, "trimFinalNewlines": True, "odd": "x"}


def called(method: str) -> Callable[[Message], bool]:
    return lambda message: message.get("method") == method


def inserted(text: str, line: int, column: int) -> Message:
    return {"range": range_((line, column), (line, column)), "newText": text}


@pytest.fixture
def uri(client: InProcess, write: Write, tmp_path: Path) -> str:
    uri = write("a.md", "")
    client.start(tmp_path)
    client.open(uri, "é😀 TODO\nTODO\n")
    return uri


def test_a_document_is_formatted_whatever_the_options(client: InProcess, uri: str) -> None:
    params = {"textDocument": {"uri": uri}, "options": OPTIONS}
    edits = client.request("textDocument/formatting", params)
    assert edits == [inserted("|", 0, 4), inserted("|", 1, 0)]


@pytest.mark.parametrize("turned", [False, True])
def test_so_is_a_range_even_one_that_is_turned_round(
    client: InProcess, uri: str, turned: bool
) -> None:
    ends = [(1, 0), (1, 3)]
    start, end = reversed(ends) if turned else ends
    params = {"textDocument": {"uri": uri}, "range": range_(start, end), "options": OPTIONS}
    assert client.request("textDocument/rangeFormatting", params) == [inserted("|", 1, 0)]


@pytest.mark.parametrize(("typed", "count"), [("|", 1), ("\n", 0), ("", 0)])
def test_so_is_what_a_pipe_ends(client: InProcess, uri: str, typed: str, count: int) -> None:
    params = {**at(uri, 0, 3), "ch": typed, "options": OPTIONS}
    edits = client.request("textDocument/onTypeFormatting", params)
    assert edits == [inserted(" ", 0, 3)] * count


def test_a_file_of_no_layer_has_no_edits(client: InProcess, uri: str, tmp_path: Path) -> None:
    for other in ("untitled:x", (tmp_path / "none.md").as_uri()):
        params = {"textDocument": {"uri": other}, "options": OPTIONS}
        assert client.request("textDocument/formatting", params) is None


def test_clients_that_can_be_told_later_are_offered_nothing_at_first() -> None:
    plain = server_capabilities(Client())
    assert plain.document_formatting_provider and plain.document_range_formatting_provider
    assert plain.document_on_type_formatting_provider.first_trigger_character == "|"  # type: ignore[union-attr]
    able = server_capabilities(read_client({"textDocument": DYNAMIC}))
    assert able.document_formatting_provider is None
    assert able.document_range_formatting_provider is None
    assert able.document_on_type_formatting_provider is None


def patterns(registered: Message, *methods: str) -> list[str]:
    found = registered["params"]["registrations"]
    assert [each["method"] for each in found] == [f"textDocument/{name}" for name in methods]
    selector = found[0]["registerOptions"]["documentSelector"]
    assert {each["scheme"] for each in selector} == {"file"}
    return [each["pattern"] for each in selector]


def test_they_hear_of_the_tables_alone_and_of_each_new_one(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    write("note.md", "")
    table = write("index/a table [1].md", "")
    client.start(tmp_path, capabilities={"textDocument": DYNAMIC})
    registered = client.wait(called("client/registerCapability"))
    names = ("formatting", "rangeFormatting", "onTypeFormatting")
    assert patterns(registered, *names) == ["**/index/a table ?1?.md"]
    start = client.settle(table)
    client.open(write("table.md", ""), "")
    client.wait(called("client/unregisterCapability"), start)
    again = client.wait(called("client/registerCapability"), start)
    assert patterns(again, *names) == ["**/index/a table ?1?.md", "**/table.md"]


def test_of_no_more_than_they_can_register(client: InProcess, write: Write, tmp_path: Path) -> None:
    write("table.md", "")
    only: dict[str, Any] = {"rangeFormatting": DYNAMIC["rangeFormatting"]}
    offered = client.start(tmp_path, capabilities={"textDocument": only})
    assert offered["documentFormattingProvider"] is True
    registered = client.wait(called("client/registerCapability"))
    assert patterns(registered, "rangeFormatting") == ["**/table.md"]
