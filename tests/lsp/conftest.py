"""Servers for the tests of the door: on a thread of this process, or as a process of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.lsp import fake
from tests.lsp.client import InProcess, Spawned


@pytest.fixture
def client() -> Iterator[InProcess]:
    """A client of a server on a thread, with the small engine of `fake.py`."""
    connected = InProcess(fake.load)
    yield connected
    connected.leave()


@pytest.fixture
def spawn() -> Iterator[Callable[..., Spawned]]:
    """Starts servers as processes; those still running at the end are killed."""
    spawned: list[Spawned] = []

    def start(*command: str, **environment: str) -> Spawned:
        spawned.append(Spawned(list(command), **environment))
        return spawned[-1]

    yield start
    for each in spawned:
        each.kill()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], str]:
    """Writes a file below the test's folder; its URI."""

    def put(name: str, text: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path.as_uri()

    return put
