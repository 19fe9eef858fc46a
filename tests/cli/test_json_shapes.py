"""The JSON of each command has the keys that `docs/cli.md` shows, and no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.cli.parser import COMMANDS, build_parser
from ctxlayer.dev.json_shapes import MORE, SHAPES
from tests.cli.conftest import NOTE, Run
from tests.cli.test_budget import committed
from tests.probes.test_authors import Repo

ARGUMENTS = {
    "budget": [],
    "budget --against": ["HEAD"],
    "budget --probe": [],
    "budget --promote": [".rules/locks.md", "--saves", "9000"],
    "check": ["--select", "duplicate-key"],
    "explain": ["dead-pointer"],
    "format": [],
    "fresh": [],
    "match": ["src/locks/gate.py"],
    "match --why-not": [".rules/locks.md", "src/weirs/flow.py"],
    "mv": ["knowledge/locks/gates.md", "knowledge/locks/lock-gates.md"],
    "prune": [],
    "route": ["which gates leak"],
    "route --eval": ["cases.yaml"],
    "trust": ["--stale"],
    "trust --queue": ["knowledge/locks/gates.md"],
}


SERVERS = '{"mcpServers": {"pumps": {"command": "pump"}}}'


def keys(value: Any) -> Any:
    """The keys of nested objects; of a list those of its first item, of nothing nothing.

    So an example shows a list as empty only where the command's answer to `ARGUMENTS` is.
    """
    if isinstance(value, dict):
        return {key: keys(each) for key, each in value.items()}
    if isinstance(value, list):
        return [keys(value[0])] if value else []
    return None


def beyond(found: Any, plain: Any) -> Any:
    """The keys in `found` that `plain` does not have, where they are."""
    if isinstance(found, list):
        return [beyond(found[0], plain[0])] if found and plain else found
    if found is None:
        return None
    parts = {key: beyond(each, plain[key]) if key in plain else each for key, each in found.items()}
    return {key: each for key, each in parts.items() if key not in plain or _says(each)}


def _says(value: Any) -> bool:
    return any(map(_says, value)) if isinstance(value, list) else bool(value)


def superseded(layer: Path) -> None:
    """An extraction that may go, its pointer, and all of it committed."""
    note = NOTE.format(verified="2026-10-02", status="superseded", title="Locks")
    for path, text in (
        ("extractions/2026-10-02-locks.md", note),
        (
            "index/trigger-table.md",
            "| topic | files |\n|-|-|\n| locks | extractions/2026-10-02-locks.md |\n",
        ),
    ):
        (layer / path).parent.mkdir()
        (layer / path).write_text(text, encoding="utf-8")
    committed(layer)


def moved_on(layer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A knowledge file, and a commit to what it tracks after it was verified."""
    gates = layer / "knowledge/locks/gates.md"
    text = gates.read_text().replace("status:", "tracks: [src/locks/gate.py]\nstatus:")
    gates.write_text(text.replace("2026-11-20", "2026-10-20"))
    repo = Repo(layer)
    for day, code in (("2026-10-21", ""), ("2026-11-20", "x = 1\n")):
        for who in ("AUTHOR", "COMMITTER"):
            monkeypatch.setenv(f"GIT_{who}_DATE", f"{day}T12:00:00Z")
        repo.commit(code, path="src/locks/gate.py")


@pytest.mark.parametrize("command", [*SHAPES, *MORE])
def test_the_page_shows_the_keys_that_there_are(
    layer: Path, run: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    flow = layer / "knowledge/weirs/flow.md"
    flow.write_text(flow.read_text(encoding="utf-8").replace("status:", "status: x\nstatus:"))
    if command in ("budget", "budget --probe"):
        (layer / ".mcp.json").write_text(SERVERS)
    if command == "budget --against":
        committed(layer)
    if command.startswith("trust"):
        moved_on(layer, monkeypatch)
    if command == "budget --against":
        (layer / ".rules/sluices.md").write_text("---\nalwaysApply: true\n---\n\n# Sluices\n")
    if command == "fresh":
        # The layer itself stands in for a clone: without a remote, and with files that git does not know.
        committed(layer)
        (layer / ".local").mkdir()
        (layer / ".local/repo-paths.json").write_text(json.dumps({"tides": str(layer)}))
    if command == "format":
        (layer / "index").mkdir()
        (layer / "index/trigger-table.md").write_text(
            "| topic | files |\n|-|-|\n| weirs | flow.md |\n"
        )
    if command == "mv":
        (layer / ".rules/gates.md").write_text("[Gates](../knowledge/locks/gates.md)\n")
    if command == "prune":
        superseded(layer)
    if command.startswith("route"):
        (layer / "index").mkdir()
        (layer / "index/trigger-table.md").write_text(
            "| topic | files | live pointer | vocabulary |\n|-|-|-|-|\n"
            "| locks | gates.md · pump-service:src/pump.py | pumps v_state, read-only | gate |\n"
        )
        (layer / "cases.yaml").write_text(
            "- task: which gates leak\n  topic: [locks]\n"
            "- {task: a gate of the weir, topic: locks}\n"
        )
    ran = run(*command.split(" "), *ARGUMENTS[command], "--format", "json")
    found = keys(ran.json)
    if command in MORE:
        assert beyond(found, keys(SHAPES[command.partition(" ")[0]])) == keys(MORE[command])
    else:
        assert found == keys(SHAPES[command])


@pytest.mark.parametrize("command", ["budget", "budget --against"])
def test_without_a_layer_a_program_finds_the_same_keys(
    run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "none").mkdir()
    monkeypatch.chdir(tmp_path / "none")
    found = run(*command.split(" "), *ARGUMENTS[command], "--format", "json").json
    assert found.keys() == SHAPES[command].keys()
    filled = {key: each for key, each in found.items() if each not in (None, [])}
    assert {key: keys(each) for key, each in filled.items()} == {
        key: keys(SHAPES[command][key]) for key in filled
    }


def test_every_command_that_answers_in_json_is_shown() -> None:
    parser = build_parser()
    (commands,) = (each.choices for each in parser._actions if each.dest == "command")
    able = {name for name in COMMANDS if "--format" in commands[name].format_help()}
    assert able == {name.partition(" ")[0] for name in SHAPES}
