"""Rules, skills and adapters by the thousand are read in time that grows as they do."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from datetime import date

import pytest

from ctxlayer.lints.runner import all_findings
from tests.harness.engine import build_snapshot

Files = Mapping[str, str]


def rule(block: str) -> str:
    return f"---\n{block}---\n\n# Tides\n\nRead the heights first.\n"


def folders(size: int) -> dict[str, str]:
    return {f"src/m{number}/a.py": "" for number in range(size)}


def server(name: str, **parts: object) -> str:
    return json.dumps({"mcpServers": {name: {"command": "tides-mcp", **parts}}})


KINDS: dict[str, Callable[[int], Files]] = {
    "patterns that miss among as many folders": lambda size: {
        "CLAUDE.md": "# Tides\n",
        ".claude/rules/a.md": rule(
            "paths:\n" + "".join(f"  - src/q{number}/**/*.py\n" for number in range(size))
        ),
        **folders(size),
    },
    "rules that miss among as many folders": lambda size: {
        **{
            f".cursor/rules/r{number}.mdc": rule(f"globs: src/m{number}/**/*.py\n")
            for number in range(size)
        },
        **folders(size // 2),
    },
    "brackets that are never closed": lambda size: {
        ".cursor/rules/a.mdc": rule(f"globs: '{'[' * size * 30}'\n")
    },
    "brackets that a comma ends": lambda size: {
        ".cursor/rules/a.mdc": rule(f"globs: '{'[' * size * 30}, ]'\n")
    },
    "patterns with quotes in them": lambda size: {
        ".cursor/rules/a.mdc": rule("globs: '" + "a''b, " * size * 8 + "'\n")
    },
    "defaults in defaults": lambda size: {".mcp.json": server("tides", args=["${a:-" * size * 20])},
    "permissions for as many adapters": lambda size: {
        ".claude/settings.json": json.dumps(
            {"permissions": {"allow": [f"mcp__s{number}__x" for number in range(size * 2)]}}
        ),
        ".mcp.json": json.dumps(
            {"mcpServers": {f"s{number}": {"command": "t"} for number in range(size * 2)}}
        ),
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_time_grows_with_the_files(kind: str) -> None:
    make = KINDS[kind]
    seconds(make(20))  # so that no import is counted
    # A square would be sixteen times; the floor keeps short times from counting as long.
    assert seconds(make(1_600)) < 10 * seconds(make(400)) + 0.3


def seconds(files: Files) -> float:
    """The processor time of a look at a layer with these files."""
    begun = time.process_time()
    snapshot = build_snapshot({"ctxlayer.toml": "", **files}, date(2026, 11, 30))
    assert not [each for found in all_findings(snapshot).values() for each in found.failures]
    return time.process_time() - begun
