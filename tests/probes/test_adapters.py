"""Adapters are asked for their tools, and for nothing else; whatever they do, they end."""

from __future__ import annotations

import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ctxlayer.layer.adapter_launch import Launch, launches
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.probes.adapters import Probe, probe_adapters

pytest.importorskip("mcp", reason="the probe extra is not installed")

SERVER = str(Path(__file__).with_name("fake_adapter.py"))
LONG = 20.0
"""Seconds that no server of these tests needs."""


def launch(mode: str, *more: str, **parts: object) -> Launch:
    fields = {"command": sys.executable, "arguments": (SERVER, mode, *more)} | parts
    return Launch("gauges", ".mcp.json", "digest", **fields)


def probe(one: Launch, root: Path, seconds: float = LONG) -> Probe:
    (found,) = probe_adapters([one], str(root), seconds=seconds)
    return found


def test_the_tools_are_those_of_the_server(tmp_path: Path) -> None:
    found = probe(launch("plain"), tmp_path)
    assert found.failure == ""
    assert found.tools == ("read_heights", "read_times", "read_stations")
    assert json.loads(found.schemas[0]) == {
        "name": "mcp__gauges__read_heights",
        "description": "Read the heights of a gauge.",
        "input_schema": {"type": "object", "properties": {"gauge": {"type": "string"}}},
    }


def test_every_page_is_asked_for(tmp_path: Path) -> None:
    assert len(probe(launch("pages"), tmp_path).tools) == 3


def test_no_tool_is_called(tmp_path: Path) -> None:
    log = tmp_path / "log"
    probe(launch("pages", environment=(("GAUGE_LOG", str(log)),)), tmp_path)
    methods = set(log.read_text(encoding="utf-8").split())
    assert methods <= {"server/discover", "initialize", "ping", "tools/list"}
    assert "tools/list" in methods


def test_text_between_the_messages_does_no_harm(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert len(probe(launch("noise"), tmp_path).tools) == 3
    assert capfd.readouterr() == ("", "")


def test_a_server_gets_what_it_is_told_and_little_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIDE_SECRET", "not for gauges")
    monkeypatch.setenv("GAUGE_KEY", "for gauges")
    (tmp_path / "sub").mkdir()
    one = launch(
        "environment",
        "--at=${env:GAUGE_KEY}",
        "${UNKNOWN:-north}",
        environment=(("KEY", "${GAUGE_KEY}"),),
        folder="sub",
    )
    description = json.loads(probe(one, tmp_path).schemas[0])["description"]
    names, folder, arguments = json.loads(description)
    assert "KEY" in names
    assert "TIDE_SECRET" not in names
    assert os.path.realpath(folder) == os.path.realpath(tmp_path / "sub")
    assert arguments == ["--at=for gauges", "north"]


def test_an_environment_file_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("# a comment\nexport FROM_FILE='x'\n", encoding="utf-8")
    one = launch("environment", environment_file="${workspaceFolder}/.env")
    description = json.loads(probe(one, tmp_path).schemas[0])["description"]
    assert "FROM_FILE" in json.loads(description)[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "${NO_SUCH_VARIABLE}",
            "not started: the environment variable `NO_SUCH_VARIABLE` is not set",
        ),
        ("${input:gauge-key}", "not started: `gauge-key` is asked of a person"),
        ("${{ secrets.GAUGE }}", "not started: `secrets.GAUGE` is kept by the runtime"),
    ],
)
def test_what_cannot_be_filled_in_is_not_started(tmp_path: Path, text: str, why: str) -> None:
    assert probe(launch("plain", environment=(("KEY", text),)), tmp_path).failure == why


def test_the_last_words_of_a_server_hold_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("THE_TOKEN", "q7Rk2vXw9LpTz4Nc8mYb3HdF")
    failure = probe(
        launch("dies", environment=(("GAUGE_TOKEN", "${THE_TOKEN}"),)), tmp_path
    ).failure
    assert failure.endswith("; it said: cannot sign in with ***")


def test_a_silent_server_is_given_up(tmp_path: Path) -> None:
    assert probe(launch("silent"), tmp_path, seconds=0.5).failure == "no answer within 0.5 s"


def test_all_of_them_have_a_time_as_well(tmp_path: Path) -> None:
    found = probe_adapters([launch("silent"), launch("silent")], str(tmp_path), total=0.5)
    assert [each.failure for each in found] == ["not asked: all together took more than 0.5 s"] * 2


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    found = probe(launch("plain", command="no-such-gauge-server"), tmp_path)
    assert found.failure == "its command is not installed here"


def test_one_that_fails_keeps_no_other_from_answering(tmp_path: Path) -> None:
    found = probe_adapters([launch("dies"), launch("plain")], str(tmp_path), seconds=LONG)
    assert [bool(each.failure) for each in found] == [True, False]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes of this kind")
def test_what_a_server_started_ends_with_it(tmp_path: Path) -> None:
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    probe(launch("child", environment=(("GAUGE_PIPE", pipe),)), tmp_path)
    os.set_blocking(reader, True)
    with os.fdopen(reader, "rb") as file:
        # To the end: that comes when nobody is left who could write.
        assert file.read() == b"here"


@pytest.mark.parametrize(
    ("status", "why"),
    [
        (401, "it wants somebody to sign in (HTTP 401)"),
        (404, "it cannot be reached (HTTP 404)"),
    ],
)
def test_an_address_that_refuses_is_told_by_its_status(
    tmp_path: Path, status: int, why: str
) -> None:
    asked: list[str | None] = []

    class Refusing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(self.headers["X-Gauge"])
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Refusing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/mcp"
        one = Launch("gauges", ".mcp.json", "digest", url=url, headers=(("X-Gauge", "north"),))
        assert probe(one, tmp_path).failure == why
        server.shutdown()
    assert set(asked) == {"north"}


def test_variables_may_be_named_apart_from_where_they_go() -> None:
    text = (
        '[mcp_servers.a]\nurl = "https://t.example/mcp"\nbearer_token_env_var = "TOKEN"\n'
        'env_http_headers = { X-Gauge = "GAUGE" }\n'
        '[mcp_servers.b]\ncommand = "t"\nenv_vars = ["PIN"]\nenv = { A = "b" }\n'
    )
    first, second = launches(Document(".codex/config.toml", Placement(Kind.ADAPTERS), text))
    assert first.headers == (("X-Gauge", "${GAUGE}"), ("Authorization", "Bearer ${TOKEN}"))
    assert second.environment == (("PIN", "${PIN}"), ("A", "b"))


def test_the_launch_is_as_the_file_says() -> None:
    text = json.dumps(
        {
            "mcpServers": {
                "a": {"command": "t", "args": ["-p", "1"], "env": {"A": "b"}, "cwd": "x"},
                "b": {"type": "sse", "url": "https://t.example/x", "headers": {"H": "v"}},
                "c": {"command": "t", "disabled": True},
            }
        }
    )
    first, second = launches(Document(".mcp.json", Placement(Kind.ADAPTERS), text))
    assert (first.command, first.arguments, first.environment, first.folder) == (
        "t",
        ("-p", "1"),
        (("A", "b"),),
        "x",
    )
    assert (second.url, second.headers, second.is_stream) == (
        "https://t.example/x",
        (("H", "v"),),
        True,
    )
    assert first.digest != second.digest
