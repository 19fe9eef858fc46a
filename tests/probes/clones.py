"""Real repositories for tests: a remote, clones of it, and git without anybody's configuration."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

IDENTITY = ("-c", "user.name=ada", "-c", "user.email=ada@example.org")
SAFE = ("-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main")


def git(folder: Path, *arguments: str, check: bool = True) -> str:
    """What git says; with `check` it has to go well."""
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_EDITOR": "true",
        "GIT_TERMINAL_PROMPT": "0",
    }
    done = subprocess.run(
        ["git", *IDENTITY, *SAFE, *arguments],
        cwd=folder,
        env=environment,
        check=check,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def commit(folder: Path, subject: str = "change", **files: str) -> str:
    """Write files (`a_py` is `a.py`) and commit everything; the commit."""
    for name, text in (files or {"tides_py": f"# {subject}\n"}).items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", subject)
    return git(folder, "rev-parse", "HEAD")


def new_remote(folder: Path, name: str = "remote") -> Path:
    """A repository on `main` with one commit, to be cloned."""
    remote = folder / name
    remote.mkdir(parents=True)
    git(remote, "init", "-q", "-b", "main")
    # Somebody may push to the branch that is checked out.
    git(remote, "config", "receive.denyCurrentBranch", "ignore")
    commit(remote, "first", tides_py="HIGH = 1\n", gauges_py="NORTH = 1\n")
    return remote


def clone_of(remote: Path, name: str = "clone", *options: str) -> Path:
    """A clone beside the remote."""
    git(remote.parent, "clone", "-q", *options, str(remote), name)
    return remote.parent / name


def conflict(folder: Path) -> None:
    """Two branches, `main` and `other`, that do not go together; on `main`."""
    git(folder, "switch", "-qc", "other")
    commit(folder, "other", tides_py="HIGH = 2\n")
    git(folder, "switch", "-q", "main")
    commit(folder, "mine", tides_py="HIGH = 3\n")


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, to see that none has changed."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
