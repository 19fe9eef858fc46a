"""Adapter configurations of any text: read without a fault, and without a word of their secrets."""

from __future__ import annotations

import datetime
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlayer.ide.completion import complete
from ctxlayer.ide.hover import hover
from ctxlayer.ide.navigation import definition, document_links
from ctxlayer.layer.adapter_launch import launches
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.runner import all_findings, file_findings
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
PATHS = (
    ".mcp.json",
    ".cursor/mcp.json",
    ".vscode/mcp.json",
    ".gemini/settings.json",
    "opencode.jsonc",
    ".zed/settings.json",
    ".codex/config.toml",
    ".continue/mcpServers/tides.yaml",
    ".claude/settings.json",
)
PIECES = st.sampled_from(
    [
        *(
            '{"mcpServers": {"tides": {',
            '"servers": {',
            '"mcp": {',
            '"context_servers": {',
            "}",
            "}}",
        ),
        *(
            '"command": ',
            '"args": [',
            '"env": {',
            '"url": ',
            '"type": ',
            '"headers": ',
            '"tides-mcp"',
        ),
        *(
            "[",
            "]",
            ",",
            ":",
            '"',
            "'",
            "\\",
            "\n",
            "// x\n",
            "/* y */",
            "\ufeff",
            "\x00",
            "\ud800",
            "🌊",
        ),
        *(
            "null",
            "true",
            "1e999",
            "9" * 400,
            "${A}",
            "${A:-b}",
            "{env:B}",
            "https://u:p@h.example/x",
        ),
        *("[mcp_servers.tides]\n", 'command = "t"\n', "args = [", "mcpServers:\n", "  - name: t\n"),
        *(
            "    command: t\n",
            "&a *a",
            '"permissions": {"allow": ["mcp__tides__x"]}',
            "--read-only",
        ),
    ]
)
TABLE = (
    "# Trigger table\n\n| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
    "| tides | overview.md | tides heights, read-only | ebb |\n"
)


def layer(path: str, text: str) -> Snapshot:
    files = {"ctxlayer.toml": "", "index/trigger-table.md": TABLE, path: text}
    return build_snapshot(files, TODAY)


@given(st.sampled_from(PATHS), st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=80))
@settings(max_examples=300)
def test_any_text_is_read(path: str, text: str) -> None:
    snapshot = layer(path, text)
    for found in all_findings(snapshot).values():
        assert not found.failures
    for finding in file_findings(snapshot, path).findings:
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
    for offset in range(0, len(text), 7):
        shown = hover(snapshot, path, offset)
        assert shown is None or 0 <= shown.span.start <= shown.span.end <= len(text)
        definition(snapshot, path, offset)
    document = snapshot.document(path)
    if document is not None and path != ".claude/settings.json":
        list(launches(document))


SECRETS = {
    "password": "q7Rk2vXw9LpT",
    "token": "q7Rk2vXw9LpTz4Nc8mYb3HdF",
    "github": "gh" + "p_CI5CFKlFNXfsfYQc87OMjaGdlpbCB0GNEPCr",
}
PLACES = {
    "env": {"command": "t", "env": {"DB_PASSWORD": "<s>", "TIDES_TOKEN": "<s>"}},
    "header": {"type": "http", "url": "https://t.example", "headers": {"X-API-Key": "<s>"}},
    "bearer": {
        "type": "http",
        "url": "https://t.example",
        "headers": {"Authorization": "Bearer <s>"},
    },
    "argument": {"command": "t", "args": ["--token", "<s>"]},
    "joined": {"command": "t", "args": ["--api-key=<s>"]},
    "docker": {"command": "docker", "args": ["run", "-e", "DB_PASSWORD=<s>", "t"]},
    "query": {"type": "http", "url": "https://t.example/mcp?api_key=<s>"},
    "address": {"command": "t", "args": ["postgres://quay:<s>@db.tides.net:5432/x"]},
    "default": {"command": "t", "env": {"A": "${TIDES_TOKEN:-<s>}"}},
    "type": {"type": "<s>", "url": "https://t.example"},
    "wrong": {"command": ["t", "<s>"], "args": "<s>", "env": {"A": ["<s>"]}},
}


def outputs(snapshot: Snapshot, path: str) -> str:
    """Everything that anybody is shown of a layer, in one text."""
    parts: list[str] = []
    for found in all_findings(snapshot).values():
        for finding in found.findings:
            parts += [finding.message, *(each.message for each in finding.related)]
            for fix in finding.fixes:
                # The fix that splits a command into its words has to keep them.
                keeps = fix.title.startswith("Split")
                edits = [edit.new for edits in fix.edits.values() for edit in edits]
                parts += [fix.title, *([] if keeps else edits)]
    document = snapshot.document(path)
    for offset in range(len(document.text) if document else 0):
        shown = hover(snapshot, path, offset)
        parts.append(shown.markdown if shown else "")
    at = TABLE.index("tides heights") + 1
    shown = hover(snapshot, "index/trigger-table.md", at)
    parts.append(shown.markdown if shown else "")
    parts += [
        f"{each.label} {each.detail}" for each in complete(snapshot, "index/trigger-table.md", at)
    ]
    parts += [each.tooltip for each in document_links(snapshot, "index/trigger-table.md")]
    return "\n".join(parts)


@pytest.mark.parametrize("path", [".mcp.json", ".cursor/mcp.json"])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("cut", [0, 3])
def test_nothing_repeats_a_secret(path: str, place: str, secret: str, cut: int) -> None:
    other = json.loads(json.dumps(PLACES[place]).replace("<s>", "other-" + SECRETS[secret][::-1]))
    text = json.dumps({"mcpServers": {"tides": PLACES[place], "tides-remote": other}}, indent=1)
    text = text.replace("<s>", SECRETS[secret])
    shown = outputs(layer(path, text[: len(text) - cut]), path)
    assert SECRETS[secret] not in shown
    assert SECRETS[secret][::-1] not in shown


def test_neither_a_name_nor_a_link_repeats_a_secret() -> None:
    token = SECRETS["github"]
    text = f'{{"mcpServers": {{"{token}": {{"url": "https://quay:{token}@t.example/mcp"}}}}}}'
    shown = outputs(layer(".mcp.json", text), ".mcp.json").replace(f"{token} .mcp.json", "")
    assert "no adapter `tides` is configured" in shown
    assert token not in shown  # but in the completion that would write that name
    note = f"# Tides\n\nSee [the table](https://quay:{token}@t.example/x) and https://t.example.\n"
    links = document_links(layer("knowledge/tides/a.md", note), "knowledge/tides/a.md")
    assert links and not any(token in each.tooltip for each in links)


@pytest.mark.parametrize("place", [name for name in PLACES if name not in ("type", "wrong")])
@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_found_and_its_fix_mends_it(place: str, secret: str) -> None:
    from ctxlayer.text.edits import apply_edits

    text = json.dumps({"mcpServers": {"tides": PLACES[place]}}).replace("<s>", SECRETS[secret])
    found = [
        each
        for each in file_findings(layer(".mcp.json", text), ".mcp.json").findings
        if each.lint == "literal-secret"
    ]
    if secret == "password" and place != "env" and place not in ("docker", "address"):
        return  # a short value is a secret under the name of a password only
    assert found
    edits = [edit for each in found for fix in each.fixes for edit in fix.edits[".mcp.json"]]
    mended = apply_edits(text, edits)
    assert SECRETS[secret] not in mended
    json.loads(mended)
    again = file_findings(layer(".mcp.json", mended), ".mcp.json").findings
    assert not [each for each in again if each.lint == "literal-secret"]


def test_a_large_file_is_read() -> None:
    servers = {f"s{n}": {"command": "t", "env": {"A": "x" * 50}} for n in range(3_000)}
    text = json.dumps({"mcpServers": servers}, indent=1)
    assert not file_findings(layer(".mcp.json", text), ".mcp.json").failures
    deep = '{"mcpServers": ' + '{"a": ' * 50_000
    assert not file_findings(layer(".mcp.json", deep), ".mcp.json").failures
