"""A raw JSON-RPC client over pipes or a socket; waits for conditions, with a deadline."""

from __future__ import annotations

import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from ctxlayer.lsp.language_server import Server
from ctxlayer.lsp.server import Load
from ctxlayer.lsp.transport import Streams

FAKE = Path(__file__).with_name("fake.py")
ROOT = Path(__file__).parents[2]
DEADLINE = 20.0
"""Seconds after which a condition counts as failed; a passing test never waits for it."""

Message = dict[str, Any]


class Client:
    """Speaks with one server. Every message that it ever sent is kept in `received`."""

    def __init__(self, sink: IO[bytes], source: IO[bytes]) -> None:
        self._sink = sink
        self._source = source
        self._arrived: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._ids = 0
        self.received: list[Message] = []
        self.refuses: set[str] = set()
        """Requests of the server that this client answers with an error."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while True:
            length = None
            while (line := self._source.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if line == b"" or length is None:
                self._arrived.put(None)
                return
            self._arrived.put(json.loads(self._source.read(length)))

    # Sending.

    def send_bytes(self, data: bytes) -> None:
        """Anything, framed or not."""
        self._sink.write(data)
        self._sink.flush()

    def send(self, message: Any) -> None:
        """One message."""
        self.send_all(message)

    def send_all(self, *messages: Any) -> None:
        """Several messages in one write."""
        bodies = [json.dumps(message).encode() for message in messages]
        self.send_bytes(b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(b), b) for b in bodies))

    def notify(self, method: str, params: Any = None) -> None:
        """A notification."""
        self.send(notification(method, params))

    def ask(self, method: str, params: Any = None) -> int:
        """Send a request; its id."""
        self._ids += 1
        self.send({"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params})
        return self._ids

    # Receiving.

    def wait(self, wanted: Callable[[Message], bool], start: int = 0) -> Message:
        """The first message from number `start` on that fits."""
        for message in self.received[start:]:
            if wanted(message):
                return message
        end = time.monotonic() + DEADLINE
        while True:
            message = self._next(end)
            if wanted(message):
                return message

    def _next(self, end: float) -> Message:
        try:
            message = self._arrived.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise AssertionError(f"no such message; the last were {self.received[-5:]}") from None
        if message is None:
            raise EOFError(f"the server left; the last messages were {self.received[-5:]}")
        self.received.append(message)
        if "method" in message and "id" in message:
            answer: Message = {"jsonrpc": "2.0", "id": message["id"]}
            if message["method"] in self.refuses:
                answer["error"] = {"code": -32601, "message": "no"}
            else:
                answer["result"] = None
            self.send(answer)
        return message

    def answer(self, id_: int | str | None) -> Message:
        """The whole answer to a request."""
        return self.wait(lambda m: m.get("id", ...) == id_ and "method" not in m)

    def request(self, method: str, params: Any = None) -> Any:
        """The result of a request."""
        message = self.answer(self.ask(method, params))
        assert "error" not in message, message
        return message.get("result")

    def error(self, method: str, params: Any = None) -> int:
        """The code of the error that answers a request."""
        code = self.answer(self.ask(method, params))["error"]["code"]
        assert isinstance(code, int)
        return code

    def diagnostics(self, uri: str, version: int | None = None, start: int = 0) -> list[Message]:
        """The next published diagnostics of a document, of this version where one is given."""

        def fits(message: Message) -> bool:
            params = message.get("params") or {}
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri
                and (version is None or params.get("version") == version)
            )

        found: list[Message] = self.wait(fits, start)["params"]["diagnostics"]
        return found

    def published(self, uri: str) -> list[Message]:
        """All diagnostics published for a document up to now."""
        return [
            message["params"]
            for message in self.received
            if message.get("method") == "textDocument/publishDiagnostics"
            and message["params"]["uri"] == uri
        ]

    def settle(self, uri: str) -> int:
        """Let everything that was sent take effect; the number of messages received by then."""
        self.request("textDocument/hover", at(uri, 0, 0))
        return len(self.received)

    # A session.

    def start(self, *folders: Path, capabilities: Any = None, **params: Any) -> Message:
        """`initialize` and `initialized`; the server's capabilities."""
        result: Message = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": capabilities or {},
                "workspaceFolders": [{"uri": f.as_uri(), "name": f.name} for f in folders],
                **params,
            },
        )
        self.notify("initialized", {})
        found: Message = result["capabilities"]
        return found

    def open(self, uri: str, text: str, version: int = 1) -> None:
        """Open a document."""
        item = {"uri": uri, "languageId": "markdown", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Message) -> None:
        """Change a document; see `replace`."""
        self.send(change(uri, version, *changes))

    def close(self, uri: str) -> None:
        """Close a document."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})


class Spawned(Client):
    """A client of a server that runs as a process of its own."""

    def __init__(self, command: list[str] | None = None, **environment: str) -> None:
        command = command or [sys.executable, str(FAKE)]
        path = os.pathsep.join([str(ROOT / "server"), str(ROOT)])
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path, **environment},
        )
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._errors: list[bytes] = []
        threading.Thread(target=self._drain, daemon=True).start()
        super().__init__(self.process.stdin, self.process.stdout)

    def _drain(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self._errors.append(line)

    @property
    def log(self) -> str:
        """What the server wrote to standard error up to now."""
        return b"".join(self._errors).decode("utf-8", "replace")

    def leave(self) -> int:
        """`shutdown` and `exit`; the exit code."""
        self.request("shutdown")
        self.notify("exit")
        return self.exit_code()

    def exit_code(self) -> int:
        """The exit code of the server, which must be leaving."""
        return self.process.wait(DEADLINE)

    def kill(self) -> None:
        """End the server whatever it does."""
        self.process.kill()
        self.process.wait(DEADLINE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass


class InProcess(Client):
    """A client of a server on a thread of this process: no start-up to wait for."""

    def __init__(self, load: Load) -> None:
        near, self._far = socket.socketpair()
        self.server = Server(load)
        self._code: queue.SimpleQueue[int] = queue.SimpleQueue()
        streams = Streams(self._far.recv, self._far.sendall)
        run = threading.Thread(target=lambda: self._code.put(self.server.serve(streams)))
        run.daemon = True
        run.start()
        self._near = near
        super().__init__(near.makefile("wb"), near.makefile("rb"))

    def leave(self) -> int:
        """Hang up; the code that the server returns."""
        self._near.shutdown(socket.SHUT_WR)
        return self._code.get(timeout=DEADLINE)


def notification(method: str, params: Any = None) -> Message:
    """A notification as a message."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def change(uri: str, version: int, *changes: Message) -> Message:
    """A `didChange` notification."""
    identifier = {"uri": uri, "version": version}
    return notification(
        "textDocument/didChange", {"textDocument": identifier, "contentChanges": list(changes)}
    )


def replace(start: tuple[int, int], end: tuple[int, int], text: str) -> Message:
    """A content change between two (line, character) positions."""
    return {"range": range_(start, end), "text": text}


def range_(start: tuple[int, int], end: tuple[int, int]) -> Message:
    """A protocol range."""
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


def at(uri: str, line: int, character: int) -> Message:
    """The params of a request about a position."""
    return {
        "textDocument": {"uri": uri},
        "position": {"line": line, "character": character},
    }
