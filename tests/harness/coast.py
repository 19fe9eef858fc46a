"""A layer that relies on a sibling: real repositories, a clone and its remote."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

PAGE = """---
source: human-authored
created: 2026-10-01
last-verified: 2026-11-01
verified-by: developer
status: confirmed
tracks: ["almanac:src/**"]
---

# Tide windows

How the windows of the lock follow the tables of the almanac.
"""
PATH = "knowledge/tides/windows.md"
"""The page, verified on 1 November, and its place in the layer."""


def git(folder: Path, *arguments: str, day: str = "2026-10-05") -> None:
    """Git as anybody has it, on a day."""
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ada Quay",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_COMMITTER_NAME": "Ada Quay",
        "GIT_COMMITTER_EMAIL": "ada@example.org",
        "GIT_AUTHOR_DATE": f"{day}T09:00:00Z",
        "GIT_COMMITTER_DATE": f"{day}T09:00:00Z",
    }
    subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True
    )


class Coast:
    """A layer, the clone of a sibling beside it, and the remote of that clone."""

    def __init__(self, folder: Path) -> None:
        self.layer = folder / "layer"
        self.remote = folder / "remote"
        self.clone = folder / "almanac"
        self.remote.mkdir()
        git(self.remote, "init", "-q", "-b", "main")
        self.commit(self.remote, "src/tables.py", "TABLES = 1\n", "2026-10-05")
        git(folder, "clone", "-q", str(self.remote), str(self.clone))
        page = self.layer / PATH
        page.parent.mkdir(parents=True)
        page.write_text(PAGE, encoding="utf-8")
        (self.layer / "ctxlayer.toml").touch()
        (self.layer / ".local").mkdir()
        clones = {"almanac": str(self.clone)}
        (self.layer / ".local/repo-paths.json").write_text(json.dumps(clones), encoding="utf-8")
        (self.layer / ".gitignore").write_text(".local/\n", encoding="utf-8")
        git(self.layer, "init", "-q", "-b", "main")
        git(self.layer, "add", "-A")
        git(self.layer, "commit", "-q", "-m", "Write down the windows", day="2026-11-01")

    def commit(self, folder: Path, path: str, text: str, day: str) -> None:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        git(folder, "add", "-A", day=day)
        git(folder, "commit", "-q", "-m", f"Change {path}", day=day)
