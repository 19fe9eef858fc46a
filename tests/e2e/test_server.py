"""The real server, as an editor starts it, over the example layer."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import ROOT, Message, Spawned, at, range_, replace

ABLE: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-32"]},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}
TABLE = "index/trigger-table.md"


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    """A copy of the example layer."""
    root = tmp_path / "layer with space"
    shutil.copytree(ROOT / "docs" / "example-layer", root)
    return root


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The day that the example layer was written for."""
    return {"CTXLAYER_TODAY": "2026-11-29", "CTXLAYER_CACHE_DIR": str(tmp_path / "cache")}


@pytest.fixture
def server(environment: dict[str, str]) -> Iterator[Spawned]:
    """`ctxlayer serve` as a process."""
    spawned = Spawned([sys.executable, "-m", "ctxlayer", "serve", "--stdio"], **environment)
    yield spawned
    spawned.kill()


def opened(server: Spawned, layer: Path, path: str = TABLE) -> tuple[str, str]:
    """Serve the layer and open a file of it: its URI and text."""
    server.start(layer, capabilities=ABLE, processId=os.getpid())
    uri, text = (layer / path).as_uri(), (layer / path).read_text(encoding="utf-8")
    server.open(uri, text)
    return uri, text


def place(text: str, part: str) -> tuple[int, int]:
    """Line and column where `part` starts in `text`."""
    before = text[: text.index(part)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def applied(text: str, edits: list[Message]) -> str:
    """`text` after a client applied `edits`."""
    starts = [0, *(end.end() for end in re.finditer("\n", text))]

    def offset(position: Message) -> int:
        return starts[position["line"]] + int(position["character"])

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


def test_the_editor_shows_what_check_finds(
    server: Spawned, layer: Path, environment: dict[str, str]
) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "ctxlayer", "check", "--format", "json", "--root", str(layer)],
        env={**os.environ, **environment, "PYTHONPATH": str(ROOT / "server")},
        capture_output=True,
        check=False,
    )
    expected: dict[str, list[tuple[Any, ...]]] = {}
    for finding in json.loads(checked.stdout)["findings"]:
        start, end = finding["start"], finding["end"]
        expected.setdefault((layer / finding["path"]).as_uri(), []).append(
            (
                finding["lint"],
                finding["message"],
                range_(
                    (start["line"] - 1, start["column"] - 1), (end["line"] - 1, end["column"] - 1)
                ),
            )
        )
    opened(server, layer)
    assert expected
    for uri, findings in expected.items():
        shown = [(d["code"], d["message"], d["range"]) for d in server.diagnostics(uri)]
        assert sorted(shown, key=str) == sorted(findings, key=str)
    assert server.leave() == 0
    assert {params["uri"] for params in _published(server) if params["diagnostics"]} == set(
        expected
    )


def _published(server: Spawned) -> list[Message]:
    method = "textDocument/publishDiagnostics"
    return [m["params"] for m in server.received if m.get("method") == method]


def test_a_pointer_breaks_and_is_mended_by_its_quick_fix(server: Spawned, layer: Path) -> None:
    uri, text = opened(server, layer)
    clean = server.diagnostics(uri, 1)
    # One letter of the target is gone.
    line, column = place(text, "../knowledge/berth-allocation/draught-classes.md")
    column += len("../knowledge/berth-allocation/")
    server.change(uri, 2, replace((line, column), (line, column + 1), ""))
    broken = [d for d in server.diagnostics(uri, 2) if d not in clean]
    assert [d["code"] for d in broken] == ["dead-pointer"]
    assert broken[0]["range"]["start"]["line"] == line
    request = {
        "textDocument": {"uri": uri},
        "range": broken[0]["range"],
        "context": {"diagnostics": broken, "only": ["quickfix"]},
    }
    [fix, *_] = server.request("textDocument/codeAction", request)
    assert fix["diagnostics"] == broken
    [change] = fix["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": 2}
    now = text.replace("/draught-classes.md", "/raught-classes.md")
    assert applied(now, change["edits"]) == text
    server.change(uri, 3, {"text": applied(now, change["edits"])})
    assert server.diagnostics(uri, 3) == clean


def test_a_file_that_only_the_editor_has_is_there(server: Spawned, layer: Path) -> None:
    uri, text = opened(server, layer)
    line, column = place(text, "- [overview.md](../knowledge/berth-allocation/overview.md)")
    row = "- [new.md](../knowledge/berth-allocation/new.md) — not written yet\n"
    server.change(uri, 2, replace((line, column), (line, column), row))
    dead = [d for d in server.diagnostics(uri, 2) if d["code"] == "dead-pointer"]
    start = len(server.received)
    server.open((layer / "knowledge/berth-allocation/new.md").as_uri(), "# New\n")
    left = [d for d in server.diagnostics(uri, 2, start) if d["code"] == "dead-pointer"]
    assert len(left) == len(dead) - 1


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_document_opened_through_a_link_is_the_file_itself(server: Spawned, layer: Path) -> None:
    (layer / "linked").symlink_to("knowledge")
    path = layer / "linked/pilotage/overview.md"
    server.start(layer, capabilities=ABLE)
    text = path.read_text(encoding="utf-8")
    server.open(path.as_uri(), text)
    first = server.diagnostics(path.as_uri(), 1)
    assert all(diagnostic["range"]["start"]["line"] > 0 for diagnostic in first)
    # What precedes the frontmatter disables it, and the linter says so there.
    server.change(path.as_uri(), 2, replace((0, 0), (0, 0), "unsaved\n"))
    changed = server.diagnostics(path.as_uri(), 2)
    assert any(diagnostic["range"]["start"]["line"] == 0 for diagnostic in changed)
    server.close(path.as_uri())
    assert server.diagnostics(path.as_uri(), start=len(server.received)) == []


def test_every_feature_answers(server: Spawned, layer: Path) -> None:
    uri, text = opened(server, layer)
    line, column = place(text, "draught-classes.md](")
    document = {"textDocument": {"uri": uri}}
    assert "draught" in str(server.request("textDocument/hover", at(uri, line, column)))
    [found, *_] = server.request("textDocument/definition", at(uri, line, column))
    assert found["uri"] == (layer / "knowledge/berth-allocation/draught-classes.md").as_uri()
    targets = [link["target"] for link in server.request("textDocument/documentLink", document)]
    assert found["uri"] in targets
    names = str(server.request("textDocument/documentSymbol", document))
    assert "berth-allocation" in names and "tide-windows" in names
    assert isinstance(server.request("textDocument/codeLens", document), list)
    inside = place(text, "../knowledge/berth-allocation/draught-classes.md")
    items = server.request("textDocument/completion", at(uri, inside[0], inside[1] + 3))["items"]
    assert "knowledge" in str(items)
    code = (layer / "src/cranes/roster.py").as_uri()
    assert ".rules/cranes.md" in str(server.request("ctxlayer/matchPath", {"uri": code}))
    overview = (layer / "knowledge/tide-windows/overview.md").as_uri()
    status = server.request("ctxlayer/fileStatus", {"uri": overview})
    assert status["path"] == "knowledge/tide-windows/overview.md"
    hot = server.request("ctxlayer/layerStatus", {"uri": overview})["budget"]
    assert 0 < hot["tokens"] < hot["budget"] and hot["unknown"] == 2


def test_the_table_is_formatted_and_nothing_else(server: Spawned, layer: Path) -> None:
    uri, text = opened(server, layer)
    params = {"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}}
    formatted = applied(text, server.request("textDocument/formatting", params))
    assert "\n| pilotage     | overveiw.md" in formatted
    row = range_(place(text, "| pilotage"), place(text, "| crane-shifts"))
    part = server.request("textDocument/rangeFormatting", {**params, "range": row})
    assert "\n| tide-windows | overview.md · gauges.md" in applied(text, part)
    assert "#### incidents\n\n- " in applied(text, part)  # a section that it does not touch
    note = "knowledge/tide-windows/overview.md"
    other = (layer / note).as_uri()
    server.open(
        other, f"{(layer / note).read_text(encoding='utf-8')}\n|topic|files|\n|-|-|\n|a|b|\n"
    )
    assert (
        server.request("textDocument/formatting", {**params, "textDocument": {"uri": other}}) == []
    )


def test_the_table_stays_aligned_while_somebody_types(server: Spawned, layer: Path) -> None:
    uri, text = opened(server, layer)
    text = "# T\n\n| topic | files   |\n| ----- | ------- |\n| tides | 潮😀.md |\n| crane-shifts "
    server.change(uri, 2, {"text": text})
    line = text.count("\n")
    server.change(uri, 3, replace((line, 15), (line, 15), "|"))
    params = {**at(uri, line, 16), "ch": "|", "options": {"tabSize": 4, "insertSpaces": True}}
    edits = server.request("textDocument/onTypeFormatting", params)
    assert applied(f"{text}|", edits) == (
        "# T\n\n| topic        | files   |\n| ------------ | ------- |\n"
        "| tides        | 潮😀.md |\n| crane-shifts |"
    )


@pytest.mark.parametrize("kind", ["settings", "frontmatter"])
def test_broken_text_on_the_way_to_good_text_is_survived(
    server: Spawned, layer: Path, kind: str
) -> None:
    path = {"settings": "ctxlayer.toml", "frontmatter": "knowledge/pilotage/overview.md"}[kind]
    uri, text = opened(server, layer, path)
    first = server.diagnostics(uri, 1)
    for version, cut in enumerate(range(0, len(text), max(1, len(text) // 12)), 2):
        server.change(uri, version, {"text": text[:cut]})
        server.diagnostics(uri, version)
    server.change(uri, 99, {"text": text})
    assert server.diagnostics(uri, 99) == first
    assert not any(m.get("method") == "window/logMessage" for m in server.received)


def test_an_untrusted_workspace_runs_no_git(
    layer: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    bait = tmp_path / "bin"
    bait.mkdir()
    (bait / "git").write_text(f"#!/bin/sh\ntouch {tmp_path}/git-ran\n")
    (bait / "git").chmod(0o755)
    path = os.pathsep.join([str(bait), os.environ["PATH"]])
    command = [sys.executable, "-m", "ctxlayer", "serve"]
    wary = Spawned(command, PATH=path, **environment)
    try:
        options = {"trusted": False}
        wary.start(layer, capabilities=ABLE, initializationOptions=options)
        uri = (layer / TABLE).as_uri()
        wary.open(uri, (layer / TABLE).read_text(encoding="utf-8"))
        assert wary.diagnostics(uri, 1)
        assert wary.leave() == 0
    finally:
        wary.kill()
    assert not (tmp_path / "git-ran").exists()


def test_the_engine_is_not_imported_before_initialize_is_answered() -> None:
    code = (
        "import sys\n"
        "import ctxlayer.lsp.server, ctxlayer.lsp.language_server\n"
        "rooms = ('host', 'lints', 'ide', 'layer', 'vfs', 'probes', 'syntax', 'settings')\n"
        "heavy = [f'ctxlayer.{room}' for room in rooms] + ['yaml', 'git', 'pathspec', 'frontmatter']\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "server")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


def test_starting_it_is_cheap_until_it_is_called() -> None:
    code = (
        "import sys, ctxlayer.lsp.server\nprint('pygls' in sys.modules, 'asyncio' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT / "server")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False False\n"


def test_a_heading_that_changes_reaches_the_closed_files_that_link_to_it(
    server: Spawned, layer: Path
) -> None:
    text = "---\nstatus: hypothesis\n---\n\n# {}\n\n[here](moorings.md#bollards)\n\n## {}\n"
    folder = layer / "knowledge/berth-allocation"
    (folder / "moorings.md").write_text(text.format("Moorings", "Bollards"), encoding="utf-8")
    (folder / "lines.md").write_text(text.format("Lines", "Ropes"), encoding="utf-8")
    uri, before = opened(server, layer, "knowledge/berth-allocation/moorings.md")
    other = (folder / "lines.md").as_uri()

    line, column = place(before, "Bollards")

    def dead(start: int) -> bool:
        return "dead-link" in {found["code"] for found in server.diagnostics(other, start=start)}

    assert not dead(0)
    start = len(server.received)
    server.change(uri, 2, replace((line, column), (line, column + 8), "Cleats"))
    assert dead(start)
    start = len(server.received)
    server.change(uri, 3, replace((line, column), (line, column + 6), "Bollards"))
    assert not dead(start)


META = """
## Meta

| topic | files | live pointer | vocabulary |
| --- | --- | --- | --- |
| notes | knowledge/shift-handover/writing-notes.md | | margin note |
"""


@pytest.mark.parametrize("creates", [True, False])
def test_the_meta_topics_move_to_a_table_that_is_created(
    server: Spawned, layer: Path, creates: bool
) -> None:
    (layer / "index/meta-table.md").unlink()
    edit = {"documentChanges": True, "resourceOperations": ["create"] if creates else []}
    able = {**ABLE, "workspace": {"workspaceEdit": edit}}
    server.start(layer, capabilities=able, processId=os.getpid())
    uri, text = (layer / TABLE).as_uri(), (layer / TABLE).read_text(encoding="utf-8") + META
    server.open(uri, text)
    line = text.count("\n") - 1
    params = {
        "textDocument": {"uri": uri},
        "range": range_((line, 3), (line, 3)),
        "context": {"diagnostics": [], "only": ["refactor"]},
    }
    found = server.request("textDocument/codeAction", params)
    moves = [action for action in found if "meta-table.md" in action["title"]]
    assert len(moves) == creates
    for action in moves:
        create, *edits = action["edit"]["documentChanges"]
        target = (layer / "index/meta-table.md").as_uri()
        assert create == {"kind": "create", "uri": target}
        texts = {each["textDocument"]["uri"]: each["edits"] for each in edits}
        assert texts[target][0]["newText"] == f"# Meta table\n{META}"
        assert texts[uri][0]["range"]["start"]["line"] == line - 6


def test_how_many_files_stand_behind_a_pattern(server: Spawned, layer: Path) -> None:
    server.start(layer, capabilities={**ABLE, "textDocument": {"inlayHint": {}}})
    rule = layer / ".rules/cranes.md"
    text = rule.read_text(encoding="utf-8")
    server.open(rule.as_uri(), text)
    everything = range_((0, 0), (99, 0))
    params = {"textDocument": {"uri": rule.as_uri()}, "range": everything}
    [hint] = server.request("textDocument/inlayHint", params)
    assert hint["position"] == dict(zip(("line", "character"), place(text, "]"), strict=True))
    count = sum(path.is_file() for path in (layer / "src/cranes").rglob("*"))
    assert hint["label"] == (f"{count} file" if count == 1 else f"{count} files")
    assert "src/cranes/" in hint["tooltip"]
