"""Adapters as their files configure them: places, names, what tells them apart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxlayer.analysis.adapter_faults import adapter_faults
from ctxlayer.layer.adapter_config import adapter_config, reads_only
from ctxlayer.layer.adapter_formats import FORMATS, format_of
from ctxlayer.layer.adapter_launch import Unset, filled_in
from ctxlayer.layer.adapters import Adapters, difference, read_adapters
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.permissions import read_permissions
from ctxlayer.settings import Settings


def config(path: str, text: str) -> Document:
    return Document(path, Placement(Kind.ADAPTERS), text)


def adapters(servers: dict[str, Any], path: str = ".mcp.json") -> Adapters:
    return read_adapters(Settings(), [config(path, json.dumps({"mcpServers": servers}))])


TEXTS = {
    ".mcp.json": '{"mcpServers": {"tides": {"command": "t"}}}',
    ".cursor/mcp.json": '{"mcpServers": {"tides": {"command": "t"}}}',
    ".vscode/mcp.json": '{"servers": {"tides": {"command": "t"}}} // why',
    ".gemini/settings.json": '{"theme": "x", "mcpServers": {"tides": {"command": "t"}}}',
    ".qwen/settings.json": '{"mcpServers": {"tides": {"command": "t"}}}',
    ".kiro/settings/mcp.json": '{"mcpServers": {"tides": {"command": "t"}}}',
    ".roo/mcp.json": '{"mcpServers": {"tides": {"command": "t"}}}',
    ".amazonq/mcp.json": '{"mcpServers": {"tides": {"command": "t"}}}',
    "opencode.json": '{"mcp": {"tides": {"type": "local", "command": ["t"]}}}',
    "opencode.jsonc": '{"mcp": {"servers": {"tides": {"type": "local", "command": ["t"]}}}}',
    ".zed/settings.json": '{"context_servers": {"tides": {"command": "t"}},}',
    ".codex/config.toml": 'model = "m"\n\n[mcp_servers.tides]\ncommand = "t"\n',
    ".continue/mcpServers/x.yaml": "name: x\nmcpServers:\n  - name: tides\n    command: t\n",
    ".continue/mcpServers/x.json": '{"mcpServers": {"tides": {"command": "t"}}}',
}


@pytest.mark.parametrize("path", TEXTS)
def test_each_format_is_read_with_its_places(path: str) -> None:
    document = config(path, TEXTS[path])
    read = adapter_config(document)
    assert format_of(path) is read.format
    (server,) = read.servers
    assert server.name == "tides"
    assert server.name_span.of(document.text).strip("\"'") == "tides"
    assert "t" in server.span.of(document.text)
    assert read.is_sound


def test_every_format_has_a_place_here() -> None:
    assert {form.id for form in FORMATS} == {adapter_config(config(p, "")).format.id for p in TEXTS}


@pytest.mark.parametrize(
    "path",
    ["sub/.mcp.json", ".continue/mcpServers/a/b.yaml", "mcp.json", ".continue/mcpServers/x.md"],
)
def test_other_places_are_read_by_nobody(path: str) -> None:
    assert format_of(path) is None


def test_a_broken_file_gives_what_can_be_read_and_says_that_it_is_not_all() -> None:
    found = read_adapters(
        Settings(), [config(".mcp.json", '{"mcpServers": {"a": {}, "b": {"command')]
    )
    assert list(found.by_name) == ["a", "b"]
    assert not found.known
    assert not found.configured


@pytest.mark.parametrize(
    ("server", "word"),
    [
        ({"args": ["--read-only"]}, True),
        ({"args": ["-readonly"]}, True),
        ({"args": ["--read-only", "true"]}, True),
        ({"args": ["--read-only", "false"]}, False),
        ({"args": ["--read-only=0"]}, False),
        ({"args": ["--read-only-mode"]}, None),
        ({"args": ["read-only"]}, None),
        ({"args": ["--allow-write"]}, None),
        ({"env": {"READONLY": True}}, True),
        ({"env": {"READ_ONLY": "${READ_ONLY}"}}, None),
        ({"readOnly": True}, True),
        ({"url": "https://t.example/x?read_only=false"}, False),
        ({"url": "https://t.example/readonly-docs/mcp"}, None),
        ({"url": "https://t.example/mcp/x/repos/readonly"}, True),
    ],
)
def test_what_a_server_says_about_writing(server: dict[str, Any], word: bool | None) -> None:
    read = adapter_config(config(".mcp.json", json.dumps({"mcpServers": {"a": server}})))
    assert reads_only(read.servers[0], read.format) is word


def test_twins_run_the_same_and_are_called_alike() -> None:
    found = adapters(
        {
            "orders-local": {"command": "o", "env": {"URI": "mongodb://localhost:1"}},
            "orders-remote": {"command": "o", "env": {"URI": "mongodb://a:b@db.example/x"}},
            "orders-other": {"command": "p"},
            "tides": {"command": "o"},
        }
    )
    assert [each.name for each in found.twins("orders-local")] == ["orders-remote"]
    one, other = found.by_name["orders-local"], found.by_name["orders-remote"]
    assert difference(one, other) == "`localhost:1`, not `db.example`"
    assert [each.name for each in found.meant("orders")] == []


def test_a_name_stands_for_the_adapters_of_one_system_that_it_begins() -> None:
    found = adapters(
        {"tides-a": {"command": "t"}, "tides_b": {"command": "t"}, "ships": {"command": "s"}}
    )
    assert [each.name for each in found.meant("Tides")] == ["tides-a", "tides_b"]
    assert found.meant("tide") == found.meant("ships") == found.meant("") == ()


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ({"args": ["--db", "a"]}, {"args": ["--db", "b"]}, "another `args`"),
        ({"env": {"KEY": "a"}}, {"env": {"KEY": "b"}}, "another `KEY`"),
        ({"env": {"KEY": "a"}}, {}, "`KEY` is set for one of them"),
        ({}, {}, "nothing that can be seen"),
        (
            {"url": "https://a.example/x"},
            {"url": "https://b.example/x"},
            "`a.example`, not `b.example`",
        ),
        (
            {"args": ["mysql://u:p/w@a@one:1/x"]},
            {"args": ["mysql://u:p/w@a@two:1/x"]},
            "`one:1`, not `two:1`",
        ),
    ],
)
def test_what_differs_is_told_without_its_value(one: Any, other: Any, words: str) -> None:
    found = adapters({"t-a": {"command": "t", **one}, "t-b": {"command": "t", **other}})
    assert difference(found.by_name["t-a"], found.by_name["t-b"]) == words


@pytest.mark.parametrize(
    ("rules", "limit"),
    [
        ({"allow": ["mcp__tides__get"]}, True),
        ({"allow": ["mcp__tides__get_*"]}, True),
        ({"allow": ["mcp__tides"]}, False),
        ({"allow": ["mcp__tides__*"]}, False),
        ({"allow": ["mcp__tides__get", "mcp__tides"]}, False),
        ({"allow": ["mcp__tides", "x"], "deny": ["mcp__tides__drop"]}, True),
        ({"allow": ["mcp__tidesx__get", "Bash(mcp__tides__get)"]}, False),
        ({"ask": ["mcp__tides__drop"]}, False),
        ({}, False),
    ],
)
def test_rules_for_single_tools_are_a_limit(rules: Any, limit: bool) -> None:
    text = json.dumps({"permissions": rules})
    document = Document(".claude/settings.json", Placement(Kind.PERMISSIONS), text)
    assert read_permissions(document).limit("tides") is limit


def test_an_edit_that_moves_a_server_leaves_the_adapters_equal() -> None:
    servers = {"mcpServers": {"tides": {"command": "t", "env": {"A": "b"}}}}
    flat = read_adapters(Settings(), [config(".mcp.json", json.dumps(servers))])
    spread = read_adapters(Settings(), [config(".mcp.json", json.dumps(servers, indent=8))])
    assert flat == spread


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("${A}/${B:-c}", "1/c"),
        ("${A:-c}", "1"),
        ("${env:A}{env:A}$A", "11$A"),
        ("$A", "1"),
        ("$B", "$B"),
        ("${workspaceFolder}/${workspaceFolderBasename}", "/x/layer/layer"),
        ("${command:pick}", "${command:pick}"),
        ("a ${ b", "a ${ b"),
    ],
)
def test_references_are_filled_in(text: str, value: str) -> None:
    assert filled_in(text, {"A": "1"}, "/x/layer") == value


@pytest.mark.parametrize(
    "text", ["${B}", "${env:B}", "{env:B}", "${input:a-b}", "${{ secrets.X }}"]
)
def test_a_reference_to_nothing_is_told(text: str) -> None:
    with pytest.raises(Unset):
        filled_in(text, {"A": "1"}, "/x")


@pytest.mark.parametrize("key", ["mcpServers", "servers", "mcp_servers", "context_servers"])
def test_a_file_that_only_the_settings_name_is_read_under_any_key(key: str) -> None:
    text = f'// why\n{{"{key}": {{"tides": {{"url": "https://t.example"}},}}}}'
    read = adapter_config(config("tools/servers.json", text))
    assert [server.name for server in read.servers] == ["tides"]
    assert list(adapter_faults(read, text)) == []
