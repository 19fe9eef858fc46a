"""The JSON of each command has the keys that `docs/cli.md` shows, and no others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxlayer.cli.parser import COMMANDS, build_parser
from ctxlayer.dev.json_shapes import SHAPES
from tests.cli.conftest import Run

ARGUMENTS = {
    "budget": [],
    "budget --promote": [".rules/locks.md", "--saves", "9000"],
    "check": ["--select", "duplicate-key"],
    "explain": ["dead-pointer"],
    "format": [],
    "match": ["src/locks/gate.py"],
    "mv": ["knowledge/locks/gates.md", "knowledge/locks/lock-gates.md"],
    "route": ["which gates leak"],
    "route --eval": ["cases.yaml"],
    "trust": ["--stale"],
    "trust --queue": [],
}


def keys(value: Any) -> Any:
    """The keys of nested objects; of a list those of its first item, of nothing nothing.

    So an example shows a list as empty only where the command's answer to `ARGUMENTS` is.
    """
    if isinstance(value, dict):
        return {key: keys(each) for key, each in value.items()}
    if isinstance(value, list):
        return [keys(value[0])] if value else []
    return None


@pytest.mark.parametrize("command", SHAPES)
def test_the_page_shows_the_keys_that_there_are(layer: Path, run: Run, command: str) -> None:
    flow = layer / "knowledge/weirs/flow.md"
    flow.write_text(flow.read_text(encoding="utf-8").replace("status:", "status: x\nstatus:"))
    if command == "budget":
        (layer / ".mcp.json").write_text('{"mcpServers": {"pumps": {"command": "pump"}}}')
    if command == "format":
        (layer / "index").mkdir()
        (layer / "index/trigger-table.md").write_text(
            "| topic | files |\n|-|-|\n| weirs | flow.md |\n"
        )
    if command == "mv":
        (layer / ".rules/gates.md").write_text("[Gates](../knowledge/locks/gates.md)\n")
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
    assert keys(ran.json) == keys(SHAPES[command])


def test_every_command_that_answers_in_json_is_shown() -> None:
    parser = build_parser()
    (commands,) = (each.choices for each in parser._actions if each.dest == "command")
    able = {name for name in COMMANDS if "--format" in commands[name].format_help()}
    assert able == {name.partition(" ")[0] for name in SHAPES}
