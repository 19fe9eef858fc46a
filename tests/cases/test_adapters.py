"""Tool schemas are hot wherever they are configured, and unknown until somebody asks for them."""

from __future__ import annotations

import datetime
import json

import pytest

from ctxlayer.analysis.budget import hot_set
from ctxlayer.ide.hover import hover
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
NAMES = ("tides", "gauges", "ships", "quays", "locks", "weirs", "buoys")


def stdio(name: str) -> dict[str, object]:
    return {"command": f"{name}-mcp", "args": ["--read-only"]}


CONFIGS = {
    ".mcp.json": json.dumps({"mcpServers": {name: stdio(name) for name in NAMES}}),
    ".cursor/mcp.json": json.dumps({"mcpServers": {name: stdio(name) for name in NAMES}}, indent=2),
    ".vscode/mcp.json": "// all\n" + json.dumps({"servers": {name: stdio(name) for name in NAMES}}),
    ".gemini/settings.json": json.dumps({"mcpServers": {name: stdio(name) for name in NAMES}}),
    ".kiro/settings/mcp.json": json.dumps({"mcpServers": {name: stdio(name) for name in NAMES}}),
    "opencode.json": json.dumps({"mcp": {n: {"type": "local", "command": [n]} for n in NAMES}}),
    ".codex/config.toml": "".join(f'[mcp_servers.{name}]\ncommand = "{name}"\n' for name in NAMES),
    ".continue/mcpServers/all.yaml": "mcpServers:\n"
    + "".join(f"  - name: {name}\n    command: {name}\n" for name in NAMES),
}


@pytest.mark.parametrize("path", CONFIGS)
def test_each_adapter_is_hot_and_unknown_never_nothing(path: str) -> None:
    snapshot = build_snapshot({"ctxlayer.toml": "", path: CONFIGS[path]}, TODAY)
    parts = [part for part in snapshot.ask(hot_set).parts if part.because == "schemas"]
    assert sorted(part.name for part in parts) == sorted(NAMES)
    assert all(part.tokens is None for part in parts)
    assert len(snapshot.ask(hot_set).unknown) == len(NAMES)


@pytest.mark.parametrize("path", CONFIGS)
def test_its_hover_says_that_it_is_unknown(path: str) -> None:
    snapshot = build_snapshot({"ctxlayer.toml": "", path: CONFIGS[path]}, TODAY)
    found = hover(snapshot, path, CONFIGS[path].index("tides") + 1)
    assert found is not None
    assert "unknown until probed" in found.markdown
    assert "0 token" not in found.markdown


@pytest.mark.parametrize("path", [".mcp.json", ".codex/config.toml"])
def test_what_was_probed_is_counted_and_the_rest_stays_unknown(path: str) -> None:
    snapshot = build_snapshot(
        {"ctxlayer.toml": "", path: CONFIGS[path]}, TODAY, schemas=f"{path} tides 6100 22"
    )
    parts = {part.name: part.tokens for part in snapshot.ask(hot_set).parts if part.name}
    tides = parts.pop("tides")
    assert tides is not None
    assert tides.tokens == 6_100
    assert set(parts.values()) == {None}
    found = hover(snapshot, path, CONFIGS[path].index("tides") + 1)
    assert found is not None
    assert "6,100 tokens on every message · 22 tools" in found.markdown


def test_one_that_is_switched_off_costs_nothing() -> None:
    servers = {"tides": {**stdio("tides"), "disabled": True}, "ships": stdio("ships")}
    text = json.dumps({"mcpServers": servers})
    snapshot = build_snapshot({"ctxlayer.toml": "", ".roo/mcp.json": text}, TODAY)
    parts = [part.name for part in snapshot.ask(hot_set).parts if part.because == "schemas"]
    assert parts == ["ships"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"mcpServers": {"tides": {"command": "t"}, "ships": {"command": ', ["ships", "tides"]),
        ('{"mcpServers": ', [""]),
    ],
)
def test_of_a_broken_file_what_can_be_read_is_shown(text: str, names: list[str]) -> None:
    snapshot = build_snapshot({"ctxlayer.toml": "", ".mcp.json": text}, TODAY)
    assert [part.name for part in snapshot.ask(hot_set).unknown] == names
