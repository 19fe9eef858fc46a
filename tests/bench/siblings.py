"""A layer over many siblings with long histories, and how a server bears with reading them.

python -m tests.bench.siblings
"""

from __future__ import annotations

import datetime
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.bench.client import Client, Message
from tests.harness.fast_import import History, git

TODAY = datetime.date(2026, 11, 29)
REPOS, COMMITS = 40, 2_000
_PAUSE = 0.005
_ENOUGH = 120.0
"""Seconds after which something is wrong."""

_PAGE = (
    "---\nsource: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\n"
    'verified-by: developer\nstatus: confirmed\ntracks: ["{name}:src/**"]\n---\n\n'
    "# Service {number}\n\nWhat `{name}/src/core/unit_1.py` does at high water.\n"
)


class Reading(NamedTuple):
    """Seconds from the first page on screen until all is known, and of each answer on the way.

    `loop` are answers of the loop itself, `engine` those that the engine's thread gave.
    """

    took: float
    loop: list[float]
    engine: list[float]


def write(folder: Path) -> Path:
    """Write the siblings and the layer below `folder`; the layer."""
    first = folder / "service-0"
    first.mkdir(parents=True)
    git(first, "checkout", "-q", "-B", "main", _commits().make(first)[-1])
    clones = {f"service-{number}": str(folder / f"service-{number}") for number in range(REPOS)}
    for path in list(clones.values())[1:]:
        shutil.copytree(first, path)
    layer = folder / "layer"
    (layer / "knowledge/services").mkdir(parents=True)
    (layer / "ctxlayer.toml").touch()
    (layer / ".local").mkdir()
    (layer / ".local/repo-paths.json").write_text(json.dumps(clones), encoding="utf-8")
    for number, name in enumerate(clones):
        text = _PAGE.format(name=name, number=number)
        (layer / f"knowledge/services/{name}.md").write_text(text, encoding="utf-8")
    return layer


def _commits() -> History:
    noon = int(datetime.datetime(2026, 11, 28, 12, tzinfo=datetime.timezone.utc).timestamp())
    log, tip = History(), 0
    for number in range(COMMITS):
        parts = range(number % 7 + 1)
        changes: dict[str, str | None] = {
            f"src/core/unit_{(number * 31 + part) % 900}.py": f"VALUE = {number}\n"
            for part in parts
        }
        tip = log.commit(
            changes,
            parents=[tip] if tip else [],
            seconds=noon - 3_600 * (COMMITS - number),
            subject=f"Change part {number}",
        )
    return log


def read(layer: Path, command: list[str], environment: dict[str, str]) -> Reading:
    """Open a page in a server that knows nothing yet, and ask and ask until all findings are there."""
    loop: list[float] = []
    engine: list[float] = []
    waiting = {each.as_uri() for each in (layer / "knowledge/services").glob("*.md")}
    page = min(waiting)

    def take(message: Message) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            found = message["params"]
            if any(each["code"] == "source-moved" for each in found["diagnostics"]):
                waiting.discard(found["uri"])

    with Client(command, environment) as client:
        client.initialize(layer)
        text = (layer / "knowledge/services/service-0.md").read_text(encoding="utf-8")
        document = {"uri": page, "languageId": "markdown", "version": 0, "text": text}
        began = time.perf_counter()
        client.notify("textDocument/didOpen", textDocument=document)
        client.seen = take
        client.request("ctxlayer/matchPath", textDocument={"uri": page})
        while waiting:
            for times, method in ((loop, "ctxlayer/ping"), (engine, "ctxlayer/matchPath")):
                asked = time.perf_counter()
                client.request(method, textDocument={"uri": page})
                times.append(time.perf_counter() - asked)
                time.sleep(_PAUSE)  # a person's editor asks now and then
            if time.perf_counter() - began > _ENOUGH:
                sys.exit(f"nobody found that the sources of these moved: {sorted(waiting)}")
        return Reading(time.perf_counter() - began, loop, engine)


def ping(command: list[str], environment: dict[str, str], layer: Path, count: int) -> list[float]:
    """Seconds of each of so many answers of a server that has nothing else to do."""
    times = []
    with Client(command, environment) as client:
        client.initialize(layer)
        for _ in range(count):
            asked = time.perf_counter()
            client.request("ctxlayer/ping")
            times.append(time.perf_counter() - asked)
            time.sleep(_PAUSE)
    return times


def main() -> None:
    """Measure once, and print."""
    root = Path(__file__).parents[2]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        layer = write(folder)
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join((str(root / "server"), str(root))),
            "CTXLAYER_TODAY": TODAY.isoformat(),
            "CTXLAYER_CACHE_DIR": str(folder / "cache"),
        }
        empty = [sys.executable, "-m", "tests.bench.empty_server"]
        floor = sorted(ping(empty, environment, layer, 1_000))[-8:]
        print("an empty server, worst", " ".join(f"{each * 1000:.1f}" for each in floor))
        for what in ("first", "again"):
            found = read(layer, [sys.executable, "-m", "ctxlayer", "serve", "--stdio"], environment)
            print(f"{what}: {REPOS} siblings in {found.took:.2f} s")
            for who, times in (("loop", found.loop), ("engine", found.engine)):
                times.sort()
                middle, worst = times[len(times) // 2], times[-8:]
                shown = " ".join(f"{each * 1000:.1f}" for each in worst)
                print(
                    f"  {who}: {len(times)} answers, median {middle * 1000:.1f} ms, worst {shown}"
                )


if __name__ == "__main__":
    main()
