"""The command line starts without what it does not need: a heavy import is paid on every run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("pygls", "lsprotocol", "git", "yaml", "asyncio", "difflib", "pathspec")

PROBE = """
import contextlib, io, sys
from ctxlayer.cli import main
with contextlib.redirect_stdout(io.StringIO()) as out:
    try:
        status = main({arguments!r})
    except SystemExit as leave:
        status = leave.code
print(status, *[name for name in {heavy!r} if name in sys.modules])
"""


def imported_by(arguments: list[str], tmp_path: Path) -> list[str]:
    """The heavy modules that a run of the command line leaves imported, after its exit code."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(arguments=arguments, heavy=HEAVY)],
        capture_output=True,
        text=True,
        env={
            "PYTHONPATH": str(Path(__file__).parents[2] / "server"),
            "CTXLAYER_CACHE_DIR": str(tmp_path / "cache"),
            "CTXLAYER_TODAY": "2026-11-29",
            "PATH": "",
        },
        cwd=tmp_path,
        check=True,
    )
    return done.stdout.split()


@pytest.fixture
def flat_layer(tmp_path: Path) -> Path:
    """A clean layer whose frontmatter is flat, as nearly all frontmatter is."""
    root = tmp_path / "layer"
    for path, text in {
        "ctxlayer.toml": "",
        ".rules/entry.md": "---\ndescription: Use when a task changes the mooring plan\n---\n\n# Entry\n",
        "knowledge/mooring/overview.md": (
            "---\nsource: human-authored\ncreated: 2026-11-01\nlast-verified: 2026-11-20\n"
            "verified-by: developer\nstatus: confirmed\n---\n\n# Mooring\n\nLines and bollards.\n"
        ),
    }.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root


def test_a_check_of_a_flat_layer_imports_nothing_heavy(flat_layer: Path, tmp_path: Path) -> None:
    assert imported_by(["check", "--root", str(flat_layer)], tmp_path) == ["0"]


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    assert imported_by(["--help"], tmp_path) == ["0"]
