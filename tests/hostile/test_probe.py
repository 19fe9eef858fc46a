"""Servers that are asked for their tools and would rather fill the memory, or never answer."""

from __future__ import annotations

import gzip
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from ctxlayer.layer.adapter_launch import Launch
from ctxlayer.probes import adapters

pytest.importorskip("mcp", reason="the probe extra is not installed")

LONG = 20.0
"""Seconds that no server of these tests needs."""


class Flooding(BaseHTTPRequestHandler):
    """Answers everything with a body that does not end, or that is small only while it is packed."""

    packed: ClassVar[bool] = False

    def do_POST(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        if self.packed:
            body = gzip.compress(b" " * 2_000_000)
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        self.end_headers()
        try:
            while True:
                self.wfile.write(b" " * 100_000)
        except OSError:
            self.close_connection = True

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Flooding) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/mcp"
        server.shutdown()


@pytest.mark.parametrize("packed", [False, True], ids=["endless", "packed"])
@pytest.mark.parametrize("stream", [False, True], ids=["http", "sse"])
def test_an_answer_that_would_fill_the_memory_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, packed: bool, stream: bool
) -> None:
    monkeypatch.setattr(adapters, "_LARGEST_ANSWER", 1_000_000)
    monkeypatch.setattr(Flooding, "packed", packed)
    one = Launch("gauges", ".mcp.json", "digest", url=url, is_stream=stream)
    (found,) = adapters.probe_adapters([one], str(tmp_path), seconds=LONG)
    assert found.failure.startswith("it cannot be reached")


WORDS = {
    "one line without an end": "while True: sys.stdout.write('x' * 100_000)",
    "lines without an end": "while True: print('x' * 100)",
    "complaints without an end": "while True: sys.stderr.write('x' * 100_000)",
    "spaces, slowly": "import time\nwhile True: print(end=' ', flush=True); time.sleep(0.01)",
    "nothing, and nobody may end it": "import signal, time\n"
    "for each in (signal.SIGTERM, signal.SIGINT): signal.signal(each, signal.SIG_IGN)\n"
    "time.sleep(600)",
}


@pytest.mark.parametrize("words", WORDS)
def test_a_server_that_goes_on_is_given_up(tmp_path: Path, words: str) -> None:
    script = f"import sys\n{WORDS[words]}"
    one = Launch("gauges", ".mcp.json", "digest", sys.executable, ("-u", "-c", script))
    (found,) = adapters.probe_adapters([one], str(tmp_path), seconds=0.5)
    assert found.failure.startswith("no answer within 0.5 s")
    assert len(found.failure) < 300


def test_a_folder_that_is_not_there_is_told_as_such(tmp_path: Path) -> None:
    one = Launch("gauges", ".mcp.json", "digest", sys.executable, folder="nowhere")
    (found,) = adapters.probe_adapters([one], str(tmp_path), seconds=LONG)
    assert found.failure == "not started: the folder that it runs in is not there"
