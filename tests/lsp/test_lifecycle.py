"""The life of a connection: how it begins and ends, and what broken messages do to it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types

from tests.lsp.client import FAKE, InProcess, Spawned, at, notification

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
NOT_INITIALIZED, CANCELLED = -32002, -32800

Spawn = Callable[..., Spawned]
Write = Callable[[str, str], str]


def test_it_leaves_with_0_after_shutdown_and_exit(spawn: Spawn, tmp_path: Path) -> None:
    server = spawn()
    server.start(tmp_path)
    assert server.leave() == 0


def test_it_leaves_with_1_after_exit_alone(spawn: Spawn) -> None:
    server = spawn()
    server.start()
    server.notify("exit")
    assert server.exit_code() == 1


def test_it_leaves_with_1_after_exit_before_initialize(spawn: Spawn) -> None:
    server = spawn()
    server.notify("exit")
    assert server.exit_code() == 1


def test_it_leaves_when_its_input_ends(spawn: Spawn) -> None:
    server = spawn()
    server.start()
    assert server.process.stdin
    server.process.stdin.close()
    assert server.exit_code() == 1


def test_it_leaves_when_the_process_that_it_serves_is_gone(spawn: Spawn) -> None:
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server = spawn()
    server.start(processId=parent.pid)
    server.settle("file:///x.md")
    assert server.process.poll() is None
    parent.communicate(b"\n")
    assert server.exit_code() == 1


def test_prints_and_child_processes_cannot_garble_the_protocol(spawn: Spawn) -> None:
    noisy = (
        "import os, subprocess, sys\n"
        "from tests.lsp import fake\n"
        "from ctxlayer.lsp.server import serve_stdio\n"
        "def load(trusted):\n"
        "    print('a stray print')\n"
        "    os.write(1, b'a stray write\\n')\n"
        "    child = 'import sys; print(repr(sys.stdin.read()), flush=True)'\n"
        "    subprocess.run([sys.executable, '-c', child])\n"
        "    return fake.load(trusted)\n"
        "sys.exit(serve_stdio(load))\n"
    )
    server = spawn(sys.executable, "-c", noisy)
    server.start()
    server.settle("file:///x.md")
    assert server.leave() == 0
    for word in ("a stray print", "a stray write", "''"):
        assert word in server.log


def test_the_log_goes_where_it_is_sent(spawn: Spawn, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    server = spawn(CTXLAYER_LOG=f"debug:{log}")
    server.start()
    server.notify("nonsense/unheard")
    server.settle("file:///x.md")
    assert server.leave() == 0
    assert "nonsense/unheard" in log.read_text()
    assert server.log == ""


def test_it_serves_a_client_on_a_loopback_port(spawn: Spawn, tmp_path: Path) -> None:
    import socket

    server = spawn(sys.executable, str(FAKE), "0")
    line = ""
    deadline = threading.Event()
    for _ in range(2000):
        line = server.log
        if "\n" in line:
            break
        deadline.wait(0.01)
    port = int(line.strip().rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as connection:
        from tests.lsp.client import Client

        client = Client(connection.makefile("wb"), connection.makefile("rb"))
        client.start(tmp_path)
        client.request("shutdown")
        client.notify("exit")
        assert server.exit_code() == 0


def test_it_serves_no_other_address() -> None:
    from ctxlayer.lsp.transport import accept_one

    with pytest.raises(ValueError, match="loopback"):
        accept_one("0.0.0.0", 0)


def test_initialize_is_answered_before_anything_is_read(client: InProcess, tmp_path: Path) -> None:
    gate = tmp_path / "slow-scan"
    gate.touch()
    client.start(tmp_path)
    uri = (tmp_path / "a.md").as_uri()
    client.open(uri, "TODO")
    # The scan is under way and cannot end; the protocol goes on.
    assert client.error("no/such") == METHOD_NOT_FOUND
    waiting = client.ask("textDocument/hover", at(uri, 0, 0))
    client.notify("$/cancelRequest", {"id": waiting})
    assert client.answer(waiting)["error"]["code"] == CANCELLED
    assert client.published(uri) == []
    gate.unlink()
    assert len(client.diagnostics(uri, 1)) == 1


def test_initialize_comes_first_and_once(client: InProcess) -> None:
    assert client.error("textDocument/hover", at("file:///x.md", 0, 0)) == NOT_INITIALIZED
    client.open("file:///x.md", "ignored")
    assert client.error("initialize", {"capabilities": 5}) == INVALID_PARAMS
    assert client.error("initialize", []) == INVALID_PARAMS
    client.start()
    assert client.error("initialize", {"capabilities": {}}) == INVALID_REQUEST


def test_nothing_but_exit_is_served_after_shutdown(client: InProcess) -> None:
    client.start()
    client.request("shutdown")
    assert client.error("textDocument/hover", at("file:///x.md", 0, 0)) == INVALID_REQUEST
    assert client.error("shutdown") == INVALID_REQUEST


@pytest.mark.parametrize("id_", ["a string", 7, 0, ""])
def test_ids_are_strings_or_numbers(client: InProcess, id_: str | int) -> None:
    client.start()
    client.send({"jsonrpc": "2.0", "id": id_, "method": "shutdown"})
    assert client.answer(id_)["result"] is None


@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        {},
        {"textDocument": {"uri": "file:///x.md"}},
        {"textDocument": "x", "position": {"line": -1, "character": 0}},
        {"textDocument": {"uri": "file:///x.md"}, "position": {"line": 2**40, "character": 0}},
    ],
)
def test_params_that_do_not_fit_are_answered(client: InProcess, params: object) -> None:
    client.start()
    assert client.error("textDocument/hover", params) == INVALID_PARAMS


@pytest.mark.parametrize("params", [None, [], {}, {"uri": None}, {"uri": 3}])
def test_so_are_those_of_our_own_requests(client: InProcess, params: object) -> None:
    client.start()
    assert client.error("ctxlayer/matchPath", params) == INVALID_PARAMS


@pytest.mark.parametrize("method", ["no/such", "$/optional", "", "textDocument/didOpen2"])
def test_unknown_requests_are_refused_and_unknown_notifications_ignored(
    client: InProcess, method: str
) -> None:
    client.start()
    client.notify(method, {"any": [1]})
    assert client.error(method) == METHOD_NOT_FOUND


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", PARSE_ERROR),
        (b"\xff\xfe\x00", PARSE_ERROR),
        (b"[" * 100_000, PARSE_ERROR),
        (b"", PARSE_ERROR),
        (b"null", INVALID_REQUEST),
        (b'"text"', INVALID_REQUEST),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}]', INVALID_REQUEST),
        (b'{"id": 1, "method": "shutdown"}', INVALID_REQUEST),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "shutdown"}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": null, "method": "shutdown"}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": [1], "method": "shutdown"}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": 1}', INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 5}', INVALID_REQUEST),
    ],
)
def test_a_broken_message_costs_only_itself(client: InProcess, body: bytes, code: int) -> None:
    client.start()
    client.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert client.answer(None)["error"]["code"] == code
    assert client.request("shutdown") is None


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 99, "result": None},
        {"jsonrpc": "2.0", "id": "unknown", "result": 1},
        {"jsonrpc": "2.0", "id": [1], "error": {"code": 1, "message": "x"}},
        {"jsonrpc": "2.0", "id": "unknown", "error": "x"},
        notification("$/cancelRequest", {"id": 12345}),
        notification("$/cancelRequest", {}),
        notification("$/cancelRequest"),
        notification("$/setTrace", {"value": "verbose"}),
        notification("textDocument/didOpen", {"textDocument": {}}),
        notification("textDocument/didChange"),
        notification("workspace/didChangeConfiguration", {"settings": None}),
        notification("window/workDoneProgress/cancel", {"token": "x"}),
        notification("notebookDocument/didOpen", {}),
    ],
)
def test_strange_answers_and_notifications_are_survived(
    client: InProcess, message: dict[str, object]
) -> None:
    client.start()
    client.send(message)
    assert client.request("shutdown") is None


def test_the_engine_may_fail_to_load_and_the_server_says_so(spawn: Spawn) -> None:
    broken = (
        "import sys\n"
        "from ctxlayer.lsp.server import serve_stdio\n"
        "def load(trusted): raise ImportError('no such engine')\n"
        "sys.exit(serve_stdio(load))\n"
    )
    server = spawn(sys.executable, "-c", broken)
    server.start()
    shown = server.wait(lambda m: m.get("method") == "window/logMessage")
    assert "no such engine" in shown["params"]["message"]
    server.open("file:///x.md", "TODO")
    assert server.diagnostics("file:///x.md", 1) == []
    assert server.request("textDocument/hover", at("file:///x.md", 0, 0)) is None
    assert server.leave() == 0


def test_a_dead_process_is_seen_as_dead() -> None:
    from ctxlayer.lsp.transport import is_alive

    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert not is_alive(child.pid)
    assert is_alive(os.getpid()) and is_alive(1)
    assert not is_alive(2**60)


def test_an_answer_that_nobody_waits_for_any_longer_is_dropped(
    client: InProcess, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As that to the wish to show how far a fetch is, which is over by then."""
    client.start(tmp_path)
    params = types.WorkDoneProgressCreateParams(token="x")
    asked = client.server.protocol.send_request("window/workDoneProgress/create", params)
    asked.cancel()
    # Only now the client answers.
    client.wait(lambda m: m.get("method") == "window/workDoneProgress/create")
    assert client.request("workspace/symbol", {"query": ""}) is not None
    assert "could not be handled" not in caplog.text
