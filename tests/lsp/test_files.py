"""Files that the person renames, deletes or creates: asked about before, told about after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.lsp.engine import load_engine
from tests.lsp.client import InProcess, at, range_

Write = Callable[[str, str], str]

NAMES = ("willRename", "didRename", "willDelete", "didDelete", "didCreate")
OPERATIONS: dict[str, Any] = {
    "fileOperations": dict.fromkeys(NAMES, True),
    "workspaceEdit": {"documentChanges": True, "resourceOperations": ["rename", "create"]},
}
TABLE = """\
# Trigger table

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| tides | overview.md · gauges.md | | ebb |
"""


@pytest.fixture
def real() -> Iterator[InProcess]:
    """A client of a server with the whole engine."""
    connected = InProcess(load_engine)
    yield connected
    connected.leave()


def renamed(*pairs: tuple[str, str]) -> dict[str, Any]:
    return {"files": [{"oldUri": old, "newUri": new} for old, new in pairs]}


@pytest.fixture
def table(real: InProcess, write: Write) -> str:
    """A layer of one topic with two files; its table."""
    write("ctxlayer.toml", "")
    write("knowledge/tides/overview.md", "# Tides\n\n[Gauges](gauges.md)\n")
    write("knowledge/tides/gauges.md", "# Gauges\n\n[Up](overview.md)\n")
    return write("index/trigger-table.md", TABLE)


def lints(client: InProcess, uri: str, start: int = 0) -> list[str]:
    return [each["code"] for each in client.diagnostics(uri, start=start)]


def test_what_a_client_can_ask_is_offered_and_no_more(client: InProcess, tmp_path: Path) -> None:
    able = {"workspace": {"fileOperations": {"willRename": True}}}
    offered = client.start(tmp_path, capabilities=able)["workspace"]["fileOperations"]
    everything = {"filters": [{"scheme": "file", "pattern": {"glob": "**/*"}}]}
    assert offered == {"willRename": everything}


def test_nothing_is_offered_to_others(client: InProcess, tmp_path: Path) -> None:
    assert "fileOperations" not in client.start(tmp_path)["workspace"]


def test_a_file_that_is_renamed_takes_its_pointers_along(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    uri, old = write("a.md", "needs b.md"), write("b.md", "")
    client.start(tmp_path, capabilities={"workspace": OPERATIONS})
    new = old.replace("b.md", "c.md")
    edit = client.request("workspace/willRenameFiles", renamed((old, new)))
    [change] = edit["documentChanges"]
    assert change["textDocument"]["uri"] == uri
    assert change["edits"] == [{"range": range_((0, 6), (0, 10)), "newText": "c.md"}]
    outside = "file:///nowhere/b.md"
    for pairs in ([(new, old)], [(old, outside)], [(outside, old)], [("untitled:x", old)], []):
        assert client.request("workspace/willRenameFiles", renamed(*pairs)) is None


def test_a_client_that_was_told_to_rename_gets_no_edits_twice(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    uri, old = write("a.md", "needs b.md\nb"), write("b.md", "")
    client.start(tmp_path, capabilities={"workspace": OPERATIONS})
    client.open(uri, "needs b.md\nb")
    client.request("textDocument/rename", {**at(uri, 1, 0), "newName": "c"})
    pair = (old, old.replace("b.md", "c.md"))
    # Nothing was edited yet: the person thought better of it, and renames by hand.
    assert client.request("workspace/willRenameFiles", renamed(pair)) is not None
    client.change(uri, 2, {"text": "needs c.md\nc"})
    assert client.request("workspace/willRenameFiles", renamed(pair)) is None


def test_a_file_that_is_deleted_takes_its_pointers_along(
    client: InProcess, write: Write, tmp_path: Path
) -> None:
    uri, old = write("a.md", "needs b.md"), write("b.md", "")
    client.start(tmp_path, capabilities={"workspace": OPERATIONS})
    edit = client.request("workspace/willDeleteFiles", {"files": [{"uri": old}]})
    [change] = edit["documentChanges"]
    assert change["textDocument"]["uri"] == uri and change["edits"][0]["newText"] == ""
    assert client.request("workspace/willDeleteFiles", {"files": [{"uri": uri}]}) is None


def test_a_closed_table_is_told_of_a_rename(
    real: InProcess, write: Write, tmp_path: Path, table: str
) -> None:
    real.start(tmp_path, capabilities={"workspace": OPERATIONS})
    assert "dead-pointer" not in lints(real, table)
    start = real.settle(table)
    old = tmp_path / "knowledge/tides/gauges.md"
    new = tmp_path / "knowledge/tides/heights.md"
    pair = (old.as_uri(), new.as_uri())
    edit = real.request("workspace/willRenameFiles", renamed(pair))
    changed = {each["textDocument"]["uri"]: each["edits"] for each in edit["documentChanges"]}
    overview = (tmp_path / "knowledge/tides/overview.md").as_uri()
    assert set(changed) == {table, overview}
    # The edits are not made: the pointer is dead from then on, and all that is shown says so.
    old.rename(new)
    real.notify("workspace/didRenameFiles", renamed(pair))
    assert "dead-pointer" in lints(real, table, start)
    start = len(real.received)
    (tmp_path / "index/trigger-table.md").write_text(TABLE.replace("gauges", "heights"))
    real.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": table, "type": 2}]})
    assert "dead-pointer" not in lints(real, table, start)


def test_an_open_table_is_told_of_a_deletion_and_of_a_new_file(
    real: InProcess, write: Write, tmp_path: Path, table: str
) -> None:
    real.start(tmp_path, capabilities={"workspace": OPERATIONS})
    real.open(table, TABLE)
    assert "dead-pointer" not in lints(real, table)
    start = real.settle(table)
    file = tmp_path / "knowledge/tides/gauges.md"
    text = file.read_text()
    file.unlink()
    real.notify("workspace/didDeleteFiles", {"files": [{"uri": file.as_uri()}]})
    assert "dead-pointer" in lints(real, table, start)
    start = real.settle(table)
    file.write_text(text)
    real.notify("workspace/didCreateFiles", {"files": [{"uri": file.as_uri()}]})
    assert "dead-pointer" not in lints(real, table, start)


def test_a_folder_that_is_renamed_renames_its_topic(
    real: InProcess, tmp_path: Path, table: str
) -> None:
    real.start(tmp_path, capabilities={"workspace": OPERATIONS})
    old, new = tmp_path / "knowledge/tides", tmp_path / "knowledge/heights"
    pair = (old.as_uri(), new.as_uri())
    edit = real.request("workspace/willRenameFiles", renamed(pair))
    [change] = edit["documentChanges"]
    assert change["textDocument"]["uri"] == table
    assert change["edits"] == [{"range": range_((4, 2), (4, 7)), "newText": "heights"}]
    old.rename(new)
    real.notify("workspace/didRenameFiles", renamed(pair))
    symbols = real.request("workspace/symbol", {"query": "gauges"})
    assert [each["location"]["uri"] for each in symbols if each["kind"] == 1] == [
        (new / "gauges.md").as_uri()
    ]
