"""The smallest language client that can be timed: a real server process, frames on its pipes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Message = dict[str, Any]


class Client:
    """A started server; close it by using this as a context manager."""

    def __init__(self, command: Sequence[str], env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
        )
        self.requests = 0
        self.seen: Callable[[Message], object] = lambda _: None
        """Called with each message that comes."""

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *reason: object) -> None:
        self.process.kill()
        self.process.communicate()

    def initialize(self, root: Path) -> Message:
        """The handshake, up to the server's answer."""
        folders = [{"uri": root.as_uri(), "name": root.name}]
        answer = self.request(
            "initialize",
            processId=None,
            rootUri=root.as_uri(),
            workspaceFolders=folders,
            capabilities={"workspace": {"workspaceFolders": True}},
        )
        self.notify("initialized")
        return answer

    def request(self, method: str, **params: Any) -> Message:
        """Send, and wait for the answer."""
        self.requests += 1
        number = self.requests
        self.send({"id": number, "method": method, "params": params})
        return self.until(lambda message: message.get("id") == number and "method" not in message)

    def notify(self, method: str, **params: Any) -> None:
        """Send, and go on."""
        self.send({"method": method, "params": params})

    def diagnostics(self, uri: str, version: int) -> Message:
        """The next published diagnostics of this version of a document."""
        return self.until(
            lambda message: (
                message.get("method") == "textDocument/publishDiagnostics"
                and message["params"]["uri"] == uri
                and message["params"].get("version") == version
            )
        )

    def send(self, message: Message) -> None:
        """Write one frame."""
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """Read frames up to the wanted one; requests of the server are answered with nothing."""
        while True:
            message = self._read()
            self.seen(message)
            if wanted(message):
                return message
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})

    def _read(self) -> Message:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not length:
            raise EOFError("the server went away")
        message: Message = json.loads(self.process.stdout.read(length))
        return message
