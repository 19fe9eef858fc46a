"""Files that nobody should commit are told of though they are no documents, and while git tracks them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.client import Spawned

QUERY = "working/HB-12/queries/berths.sql"
PLAN = "working/HB-12/plan.md"


@pytest.fixture
def layer(tmp_path: Path) -> Path:
    root = tmp_path / "layer"
    for name in ("ctxlayer.toml", QUERY, PLAN):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("", encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", "-f", ".")
    return root


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Spawned]:
    command = [sys.executable, "-m", "ctxlayer", "serve", "--stdio"]
    spawned = Spawned(command, CTXLAYER_CACHE_DIR=str(tmp_path / "cache"))
    yield spawned
    spawned.kill()


def git(folder: Path, *arguments: str) -> None:
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(
        ["git", "-C", str(folder), *arguments],
        check=True,
        capture_output=True,
        env={**os.environ, **alone},
    )


def test_a_file_that_is_no_document_is_told_of(layer: Path, server: Spawned) -> None:
    server.start(layer)
    uri = (layer / QUERY).as_uri()
    assert [each["code"] for each in server.diagnostics(uri)] == ["local-file-committed"]
    git(layer, "rm", "-q", "-r", "--cached", "working")
    before = len(server.received)
    server.open((layer / PLAN).as_uri(), "# Plan\n")
    assert server.diagnostics(uri, start=before) == []
