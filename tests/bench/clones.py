"""Time the freshness gate over many clones.

python -m tests.bench.clones [--clones N] [--files N] [--runs N]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ctxlayer.probes.repo_states import read_repos

IDENTITY = ("-c", "user.name=ada", "-c", "user.email=ada@example.org")


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder, whatever is configured on this machine."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(
        ["git", *IDENTITY, *arguments], cwd=folder, env=environment, check=True, capture_output=True
    )


def build(folder: Path, clones: int, files: int) -> Path:
    """A layer whose repo map names so many clones of so many files each."""
    source = folder / "source"
    for number in range(files):
        path = source / f"src/quay_{number % 20}/berth_{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"BERTH = {number}\n", encoding="utf-8")
    git(source, "init", "-q", "-b", "main")
    git(source, "add", ".")
    git(source, "commit", "-qm", "berths")
    mapped = {}
    for number in range(clones):
        name = f"harbour-{number}"
        git(folder, "clone", "-q", "source", name)
        mapped[name] = str(folder / name)
    layer = folder / "layer"
    (layer / ".local").mkdir(parents=True)
    (layer / "ctxlayer.toml").touch()
    (layer / ".local/repo-paths.json").write_text(json.dumps(mapped), encoding="utf-8")
    return layer


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", type=int, default=40)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        layer = build(Path(folder), options.clones, options.files)
        mapped = json.loads((layer / ".local/repo-paths.json").read_text(encoding="utf-8"))
        command = [sys.executable, "-m", "ctxlayer", "fresh", "--root", str(layer)]
        shown = f"{options.clones} clones of {options.files} files"
        for what, work in (
            ("the gate alone", lambda: dict(read_repos(mapped))),
            ("ctxlayer fresh", lambda: _run(command)),
            ("ctxlayer fresh --fetch", lambda: _run([*command, "--fetch"])),
        ):
            times = list(_times(work, options.runs))
            print(f"{shown}, {what}: {statistics.median(times):.2f} s, at best {min(times):.2f} s")


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _times(work: Callable[[], object], runs: int) -> Iterator[float]:
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        yield time.perf_counter() - begun


if __name__ == "__main__":
    main()
