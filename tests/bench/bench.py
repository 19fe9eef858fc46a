"""Time what docs/performance.md promises, and print it as a table.

    python -m tests.bench.bench [--write] [--runs N] [--scale K ...]

`--write` puts the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.bench import workload
from tests.bench.client import Client

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/performance.md"
CTXLAYER = [sys.executable, "-m", "ctxlayer"]


class Measured(NamedTuple):
    """One line of the table: the times are seconds."""

    what: str
    times: list[float]


def main() -> None:
    """Measure, print, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the page")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--scale", type=float, nargs="*", default=[1, 10])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = list(measure(Path(folder), options.scale, options.runs))
    table = show(rows)
    print(table)
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        block = f"<!-- bench -->\n{table}<!-- /bench -->"
        page = re.sub(r"<!-- bench -->.*?<!-- /bench -->", lambda _: block, page, flags=re.DOTALL)
        PAGE.write_text(page, encoding="utf-8", newline="\n")


def show(rows: list[Measured]) -> str:
    """The table in Markdown."""
    head = f"Python {platform.python_version()}, {os.cpu_count()} cores.\n\n"
    lines = ["| what | median | worst |", "| --- | --- | --- |"]
    for what, times in rows:
        lines.append(f"| {what} | {_ms(statistics.median(times))} | {_ms(max(times))} |")
    return head + "\n".join(lines) + "\n"


def _ms(seconds: float) -> str:
    milliseconds = seconds * 1000
    return f"{milliseconds:.1f} ms" if milliseconds < 100 else f"{milliseconds:,.0f} ms"


def measure(folder: Path, scales: list[float], runs: int) -> Iterator[Measured]:
    """Every line of the table, the quick ones first."""
    yield Measured("bare Python", [_run([sys.executable, "-c", ""], folder) for _ in range(runs)])
    version = [*CTXLAYER, "--version"]
    yield Measured("`ctxlayer --version`", [_run(version, folder) for _ in range(runs)])
    for scale in scales:
        layer = workload.write(folder / f"scale-{scale:g}", scale)
        count = sum(path.is_file() for path in layer.rglob("*"))
        check = [*CTXLAYER, "check", "--root", str(layer)]
        size = f"{count:,} files"
        cold = [_run(check, folder / f"cold-{scale:g}-{number}") for number in range(3)]
        yield Measured(f"first `ctxlayer check`, {size}", cold)
        warm = [_run(check, folder) for _ in range(4)]
        yield Measured(f"later `ctxlayer check`, {size}", warm[1:])
        yield from keystrokes(layer, size, runs)
        yield from server(layer, size, folder, runs)


def _environment(folder: Path) -> dict[str, str]:
    """The server's variables; what it keeps between runs goes below `folder`."""
    return os.environ | {
        "PYTHONPATH": str(ROOT / "server"),
        "CTXLAYER_TODAY": workload.TODAY.isoformat(),
        "CTXLAYER_CACHE_DIR": str(folder / "cache"),
    }


def _run(command: list[str], folder: Path) -> float:
    began = time.perf_counter()
    done = subprocess.run(command, env=_environment(folder), capture_output=True, check=False)
    took = time.perf_counter() - began
    if done.returncode:
        sys.exit(
            f"{' '.join(command)} found faults in a clean layer:\n{done.stdout.decode()[-2000:]}"
        )
    return took


def _places(layer: Path) -> list[tuple[str, Path]]:
    """The documents in which keystrokes are timed."""
    note = sorted((layer / "knowledge").rglob("*.md"))[0]
    return [("a knowledge file", note), ("the trigger table", layer / "index/trigger-table.md")]


def keystrokes(layer: Path, size: str, runs: int) -> Iterator[Measured]:
    """A character typed at the end of a line, to its findings, inside one process."""
    from ctxlayer.host import Host
    from ctxlayer.ide.diagnostics import document_findings

    host = Host(today=lambda: workload.TODAY)
    host.set_workspaces([layer])
    for name, path in _places(layer):
        text = path.read_text(encoding="utf-8")
        host.open(path, text)
        handle = host.layer_of(path)
        assert handle is not None
        relative = handle.relative(path)
        document_findings(handle.snapshot, relative)
        times = []
        for typed in _typing(text, 3 * runs):
            began = time.perf_counter()
            host.change(path, typed)
            handle = host.layer_of(path)
            assert handle is not None
            document_findings(handle.snapshot, relative)
            times.append(time.perf_counter() - began)
        host.close(path)
        yield Measured(f"keystroke in {name} ({len(text) // 1000} KB), {size}", times)


def _typing(text: str, count: int) -> Iterator[str]:
    at = text.rstrip("\n").rfind("\n", 0, 3 * len(text) // 4)
    for number in range(1, count + 1):
        yield f"{text[:at]}{'x' * number}{text[at:]}"


def server(layer: Path, size: str, folder: Path, runs: int) -> Iterator[Measured]:
    """The same over the protocol, and how long an editor waits at first."""
    path = layer / "index/trigger-table.md"
    uri, text = path.as_uri(), path.read_text(encoding="utf-8")
    first: list[float] = []
    typed: list[float] = []
    for _ in range(3):
        began = time.perf_counter()
        with Client([*CTXLAYER, "serve", "--stdio"], _environment(folder)) as client:
            client.initialize(layer)
            document = {"uri": uri, "languageId": "markdown", "version": 0, "text": text}
            client.notify("textDocument/didOpen", textDocument=document)
            client.diagnostics(uri, 0)
            first.append(time.perf_counter() - began)
            typed += _timed(runs, lambda version: _type(client, uri, version))
    yield Measured(f"server start to first findings, {size}", first)
    yield Measured(f"keystroke in the trigger table over the protocol, {size}", typed)


def _timed(runs: int, act: Callable[[int], object]) -> list[float]:
    times = []
    for number in range(1, runs + 1):
        began = time.perf_counter()
        act(number)
        times.append(time.perf_counter() - began)
    return times


def _type(client: Client, uri: str, version: int) -> None:
    at = {"line": 2, "character": 0}
    client.notify(
        "textDocument/didChange",
        textDocument={"uri": uri, "version": version},
        contentChanges=[{"range": {"start": at, "end": at}, "text": "x"}],
    )
    client.diagnostics(uri, version)


if __name__ == "__main__":
    main()
