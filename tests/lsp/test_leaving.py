"""When a server leaves, nothing that it has started stays behind."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile.test_git_bounds import Held
from tests.lsp.client import Spawned
from tests.lsp.test_fetch import MAP, Coast

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are shell scripts")


def _say_so(server: Spawned) -> int:
    return server.leave()


def _hang_up(server: Spawned) -> int:
    assert server.process.stdin
    server.process.stdin.close()
    return server.exit_code()


def _end_it(server: Spawned) -> int:
    server.process.terminate()
    return server.exit_code()


@pytest.mark.parametrize(("leave", "code"), [(_say_so, 0), (_hang_up, 1), (_end_it, 1)])
def test_a_git_that_hangs_leaves_with_the_server(
    tmp_path: Path, leave: Callable[[Spawned], int], code: int
) -> None:
    """Several readings are under way, and each would begin with its next question when one is ended."""
    coast = Coast(tmp_path, "almanac", "pilots", "buoys", "berths")
    held = Held(tmp_path / "held")
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "git").write_text(f"#!/bin/sh\nexec 3> {held.path}\necho x >&3\nsleep 1000\n")
    (programs / "git").chmod(0o755)
    server = Spawned(
        [sys.executable, "-m", "ctxlayer", "serve", "--stdio"],
        CTXLAYER_CACHE_DIR=str(tmp_path / "cache"),
        PATH=f"{programs}{os.pathsep}{os.environ['PATH']}",
    )
    try:
        server.start(coast.layer)
        server.open((coast.layer / MAP).as_uri(), (coast.layer / MAP).read_text("utf-8"))
        assert held.is_taken()
        assert leave(server) == code
        assert held.is_let_go()
    finally:
        server.kill()
        held.close()
