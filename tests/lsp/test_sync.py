"""The client's edits land where it meant them, whatever the text holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import InProcess, at, change, range_, replace

Write = Callable[[str, str], str]


def encodings(*names: str) -> dict[str, Any]:
    return {"general": {"positionEncodings": list(names)}}


def text_of(client: InProcess, uri: str) -> str:
    """The server's idea of an open document."""
    client.settle(uri)
    document = client.server.documents.get(uri)
    assert document is not None
    return document.buffer.text


EDITS = [
    ("abc", (0, 3), (0, 3), "X", "abcX"),
    ("abc", (0, 99), (0, 99), "X", "abcX"),
    ("abc\nd", (0, 99), (0, 99), "X", "abcX\nd"),
    ("a\u2028b\nc", (1, 0), (1, 1), "X", "a\u2028b\nX"),
    ("a\u0085b\nc", (1, 0), (1, 1), "X", "a\u0085b\nX"),
    ("a\x0cb\x1cc\nd", (1, 0), (1, 1), "X", "a\x0cb\x1cc\nX"),
    ("a\rb\r\nc", (1, 0), (2, 0), "", "a\rc"),
    ("a\n😀b", (5, 0), (5, 0), "X", "a\n😀bX"),
    ("a\nb\n", (0, 0), (2, 0), "", ""),
    ("", (0, 0), (0, 0), "X", "X"),
    ("ab", (0, 2), (0, 0), "X", "X"),
]


@pytest.mark.parametrize(("text", "start", "end", "new", "expected"), EDITS)
def test_lines_end_where_the_protocol_says(
    client: InProcess,
    write: Write,
    tmp_path: Path,
    text: str,
    start: tuple[int, int],
    end: tuple[int, int],
    new: str,
    expected: str,
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, text)
    client.change(uri, 2, replace(start, end, new))
    assert text_of(client, uri) == expected


@pytest.mark.parametrize(
    ("encoding", "column", "ends"),
    [("utf-8", 7, 11), ("utf-16", 4, 8), ("utf-32", 3, 7)],
)
def test_columns_count_in_the_agreed_units(
    client: InProcess, write: Write, tmp_path: Path, encoding: str, column: int, ends: int
) -> None:
    capabilities = client.start(tmp_path, capabilities=encodings(encoding))
    assert capabilities["positionEncoding"] == encoding
    uri = write("a.md", "")
    client.open(uri, "é😀 TOD\n")
    client.change(uri, 2, replace((0, column + 3), (0, column + 3), "O"))
    [diagnostic] = client.diagnostics(uri, 2)
    assert text_of(client, uri) == "é😀 TODO\n"
    assert diagnostic["range"] == range_((0, column), (0, ends))


def test_a_position_inside_a_surrogate_pair_is_before_it(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "x😀y")
    client.change(uri, 2, replace((0, 2), (0, 2), "Z"))
    assert text_of(client, uri) == "xZ😀y"


def test_changes_of_one_message_build_on_each_other(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "ab")
    client.change(
        uri, 2, replace((0, 0), (0, 0), "1"), {"text": "new\n"}, replace((1, 0), (1, 0), "2")
    )
    assert text_of(client, uri) == "new\n2"


def test_lone_surrogates_and_nul_pass_through(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "\ud83d TODO \0\n")
    [diagnostic] = client.diagnostics(uri, 1)
    assert diagnostic["range"] == range_((0, 2), (0, 6))
    client.change(uri, 2, replace((0, 0), (0, 1), "\ude00"))
    assert text_of(client, uri) == "\ude00 TODO \0\n"


def test_a_change_of_a_document_that_is_not_open_changes_nothing(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "TODO")
    client.change(uri, 2, replace((0, 0), (0, 1), ""))
    client.close(uri)
    client.open(uri, "TODO", 3)
    assert len(client.diagnostics(uri, 3)) == 1


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "git:/a/b.md?ref", "file://server/share/a.md", "nonsense"]
)
def test_documents_that_are_no_files_are_left_alone(
    client: InProcess, tmp_path: Path, uri: str
) -> None:
    client.start(tmp_path)
    client.open(uri, "TODO")
    client.change(uri, 2, replace((0, 0), (0, 0), "TODO"))
    assert text_of(client, uri) == "TODOTODO"
    for method in ("hover", "completion", "definition"):
        assert client.request(f"textDocument/{method}", at(uri, 0, 0)) is None
    report = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    assert report == {"kind": "full", "items": []}
    assert client.request("ctxlayer/matchPath", {"uri": uri}) is None
    client.close(uri)
    client.settle(uri)
    assert client.published(uri) == []


def test_a_burst_is_analysed_once_in_its_last_state(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    gate = tmp_path / "slow-scan"
    gate.touch()
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "")
    typed = "TODO " * 40
    for number, char in enumerate(typed):
        client.change(uri, 2 + number, replace((0, number), (0, number), char))
    # The engine is busy with the scan. Saving puts all changes into its queue, and the answer
    # shows that this has happened.
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert client.error("no/such") == -32601
    gate.unlink()
    last = 1 + len(typed)
    assert len(client.diagnostics(uri, last)) == 40
    assert [params["version"] for params in client.published(uri)] == [last]


def test_a_request_sees_the_document_as_it_was_when_asked(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    client.start(tmp_path)
    uri = write("a.md", "")
    client.open(uri, "before")
    client.diagnostics(uri, 1)
    ask = {"jsonrpc": "2.0", "id": "hover", "method": "textDocument/hover", "params": at(uri, 0, 1)}
    client.send_all(change(uri, 2, {"text": "asked"}), ask, change(uri, 3, {"text": "later"}))
    assert client.answer("hover")["result"]["contents"]["value"] == "asked"
    client.diagnostics(uri, 3)
