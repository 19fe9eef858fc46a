"""Time what docs/performance.md promises, and print it as a table.

    python -m tests.bench.bench [--write] [--runs N] [--scale K ...]

`--write` puts the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.bench import glob_workload, siblings, stale_workload, workload
from tests.bench.client import Client

if TYPE_CHECKING:
    from ctxlayer.layer.snapshot import Snapshot
    from ctxlayer.layer.sources import RepoHistory

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/performance.md"
CTXLAYER = [sys.executable, "-m", "ctxlayer"]


EMPTY = [sys.executable, "-m", "tests.bench.empty_server"]


class Measured(NamedTuple):
    """One line of the table: times in seconds, and those of an empty pygls server in the same run."""

    what: str
    times: list[float]
    floor: list[float] | None = None


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
    lines = ["| what | median | worst | an empty pygls server |", "| --- | --- | --- | --- |"]
    for what, times, floor in rows:
        median = statistics.median(times)
        against = ""
        if floor is not None:
            ratio = median / statistics.median(floor)
            against = f"{_ms(statistics.median(floor))}: {ratio:.1f} times"
        lines.append(f"| {what} | {_ms(median)} | {_ms(max(times))} | {against} |")
    return head + "\n".join(lines) + "\n"


def _ms(seconds: float) -> str:
    milliseconds = seconds * 1000
    return f"{milliseconds:.1f} ms" if milliseconds < 100 else f"{milliseconds:,.0f} ms"


def measure(folder: Path, scales: list[float], runs: int) -> Iterator[Measured]:
    """Every line of the table, the quick ones first."""
    yield Measured("bare Python", [_run([sys.executable, "-c", ""], folder) for _ in range(runs)])
    version = [*CTXLAYER, "--version"]
    yield Measured("`ctxlayer --version`", [_run(version, folder) for _ in range(runs)])
    yield from globs(runs)
    yield from stale(folder / "stale", runs)
    yield from many_siblings(folder / "siblings")
    for scale in scales:
        layer = workload.write(folder / f"scale-{scale:g}", scale)
        count = sum(path.is_file() for path in layer.rglob("*"))
        # Its index is heavy, as large ones are; that is told, and no fault of it.
        check = [*CTXLAYER, "check", "--fail-on", "error", "--root", str(layer)]
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
        "PYTHONPATH": os.pathsep.join((str(ROOT / "server"), str(ROOT))),
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


def globs(runs: int) -> Iterator[Measured]:
    """A hundred patterns over ten thousand paths: with the index, and without it in the same run."""
    paths, patterns = glob_workload.workload()
    for what, search in (
        ("10,000 paths against 100 patterns, index included", glob_workload.indexed),
        ("the same, one match at a time", glob_workload.one_by_one),
    ):
        times = []
        for _ in range(runs):
            re.purge()
            began = time.perf_counter()
            search(paths, patterns)
            times.append(time.perf_counter() - began)
        yield Measured(what, times)


def stale(folder: Path, runs: int) -> Iterator[Measured]:
    """What commits did to the sources of all pages: read from git, and judged; then step by step.

    As in our processes nothing looks for garbage meanwhile, and the frontmatter of the pages is known.
    """
    gc.disable()
    layer = stale_workload.write(folder)
    commits, pages = f"{stale_workload.COMMITS:,} commits", f"{stale_workload.FILES:,} files"
    caches = [folder / f"cache-{number}" for number in range(runs)]
    yield Measured(
        f"a history of {commits}, read from git", [_read(layer, each)[0] for each in caches]
    )
    yield Measured("the same, kept by another process", [_read(layer, each)[0] for each in caches])
    yield Measured("the longest that another thread waits for it", _pauses(layer, runs))
    first = [_judged(_opened(layer), layer) for _ in range(3)]
    yield Measured(f"staleness of {pages} over it, read from git", [t for t, _ in first])
    snapshot, after = first[-1][1], []
    for number in range(runs):
        stale_workload.commit(folder, number)
        took, snapshot = _judged(snapshot, layer)
        after.append(took)
    gc.enable()
    yield Measured("the same after one more commit", after)


def many_siblings(folder: Path) -> Iterator[Measured]:
    """The first reading of many siblings, and how long a server takes to answer meanwhile.

    The worst of these answers is the longest stall. An empty server is asked as often in the same run.
    """
    layer = siblings.write(folder)
    found = siblings.read(layer, [*CTXLAYER, "serve", "--stdio"], _environment(folder))
    floor = siblings.ping(EMPTY, _environment(folder), layer, len(found.loop))
    size = f"{siblings.REPOS} siblings of {siblings.COMMITS:,} commits"
    yield Measured(f"{size} read for the first time by a server", [found.took])
    yield Measured("an answer of its loop meanwhile", found.loop, floor)
    yield Measured("an answer of its engine meanwhile", found.engine, floor)


def _opened(layer: Path) -> Snapshot:
    from ctxlayer.host import Host
    from ctxlayer.layer.trust import read_trust

    host = Host(today=lambda: stale_workload.TODAY)
    host.set_workspaces([layer])
    handle = host.layer_of(layer / "ctxlayer.toml")
    assert handle is not None
    for page in handle.snapshot.documents.values():
        read_trust(page)
    return handle.snapshot


def _read(
    layer: Path, cache: Path | None = None, before: RepoHistory | None = None
) -> tuple[float, RepoHistory]:
    """Seconds to read the history of the sibling, and that."""
    from ctxlayer.probes.sources import read_history
    from ctxlayer.store.sources import KeptHistories

    if cache is not None:
        os.environ["CTXLAYER_CACHE_DIR"] = str(cache)
    began = time.perf_counter()
    kept = KeptHistories() if cache is not None else None
    found = read_history(str(layer.parent / stale_workload.SIBLING), before, kept)
    took = time.perf_counter() - began
    if found is None:
        sys.exit("git tells nothing of the sibling")
    return took, found


def _judged(snapshot: Snapshot, layer: Path) -> tuple[float, Snapshot]:
    """Seconds to read what is new and to judge all pages, and the layer that knows it."""
    from ctxlayer.analysis.freshness import staleness

    name = stale_workload.SIBLING
    began = time.perf_counter()
    history = _read(layer, before=snapshot.sources.get(name))[1]
    snapshot = snapshot.after(sources={name: history})
    reasons = [each for page in snapshot.documents.values() for each in staleness(page, snapshot)]
    took = time.perf_counter() - began
    if not any(each.kind == "source-moved" for each in reasons):
        sys.exit("none of the sources has moved")
    return took, snapshot


def _pauses(layer: Path, runs: int) -> list[float]:
    """How long a thread that sleeps for a millisecond was away at most, in each run."""
    longest = []
    for _ in range(runs):
        reading = threading.Thread(target=_read, args=(layer,))
        reading.start()
        pause, last = 0.0, time.perf_counter()
        while reading.is_alive():
            time.sleep(0.001)
            now = time.perf_counter()
            pause, last = max(pause, now - last), now
        longest.append(pause)
    return longest


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
    """Over the protocol, each time next to an empty server: start-up, and pointers that break.

    A keystroke breaks the last pointer of a line or mends it again, and the number of findings has
    to follow; the run stops where it does not.
    """
    path = layer / "index/trigger-table.md"
    ours: list[_Session] = []
    floor: list[_Session] = []
    for _ in range(3):
        ours.append(_session([*CTXLAYER, "serve", "--stdio"], path, folder, 2 * runs, real=True))
        floor.append(_session(EMPTY, path, folder, 2 * runs, real=False))

    def both(times: Callable[[_Session], list[float]]) -> tuple[list[float], list[float]]:
        return [t for each in ours for t in times(each)], [t for each in floor for t in times(each)]

    yield Measured(f"server start to `initialize`, {size}", *both(lambda each: [each.start]))
    yield Measured(f"server start to first findings, {size}", *both(lambda each: [each.first]))
    kilobytes = path.stat().st_size // 1000
    yield Measured(
        f"keystroke in the trigger table ({kilobytes} KB) over the protocol, {size}",
        *both(lambda each: each.typed),
    )


class _Session(NamedTuple):
    """Seconds from the start to the answer of `initialize`, to findings, and of each keystroke."""

    start: float
    first: float
    typed: list[float]


def _session(command: list[str], path: Path, folder: Path, edits: int, *, real: bool) -> _Session:
    layer, uri, text = path.parents[1], path.as_uri(), path.read_text(encoding="utf-8")
    began = time.perf_counter()
    with Client(command, _environment(folder)) as client:
        client.initialize(layer)
        started = time.perf_counter() - began
        document = {"uri": uri, "languageId": "markdown", "version": 0, "text": text}
        client.notify("textDocument/didOpen", textDocument=document)
        before = _found(client, uri, 0)
        first = time.perf_counter() - began
        typed = []
        for version, (change, broken) in enumerate(_toggles(text, edits), 1):
            began = time.perf_counter()
            client.notify(
                "textDocument/didChange",
                textDocument={"uri": uri, "version": version},
                contentChanges=[change],
            )
            found = _found(client, uri, version)
            typed.append(time.perf_counter() - began)
            if real and (found > before if broken else found == before) is False:
                sys.exit(f"{found} findings after edit {version}, {before} before")
        return _Session(started, first, typed)


def _found(client: Client, uri: str, version: int) -> int:
    return len(client.diagnostics(uri, version)["params"]["diagnostics"])


def _toggles(text: str, count: int) -> Iterator[tuple[dict[str, object], bool]]:
    """Changes that put a letter before the last `.md` of some line, and take it out again."""
    lines = [(n, line) for n, line in enumerate(text.split("\n")) if ".md" in line]
    for number in range(count // 2):
        place, line = lines[number * 7919 % len(lines)]
        at = {"line": place, "character": line.rindex(".md")}
        after = {"line": place, "character": at["character"] + 1}
        yield {"range": {"start": at, "end": at}, "text": "z"}, True
        yield {"range": {"start": at, "end": after}, "text": ""}, False


if __name__ == "__main__":
    main()
