"""What is looked at now and then: the day and repositories while a document is open, and no more."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.host import Host
from ctxlayer.lsp import ticking
from ctxlayer.lsp.engine import Engine, load_engine
from ctxlayer.lsp.ticking import Ticker
from ctxlayer.lsp.worker import Worker
from tests.harness.coast import PAGE, PATH, Coast
from tests.lsp.client import InProcess

ENOUGH = 5


class Looks:
    """Jobs that count; `watch` finds what `found` says, on a thread."""

    def __init__(self, found: Callable[[], list[Any]] | None = None) -> None:
        self.found = found
        self.watched = 0
        self.moves: list[Any] = []

    def watch(self) -> Callable[[], list[Any]] | None:
        self.watched += 1
        return self.found

    def moved(self, found: Any) -> None:
        self.moves.append(found)


def watched(looks: Looks, is_watched: Callable[[], bool], **seams: Any) -> None:
    """Let a ticker watch until it was asked often enough whether anybody looks."""
    asked = 0

    async def run() -> None:
        stop = asyncio.get_running_loop().create_future()

        def ask() -> bool:
            nonlocal asked
            asked += 1
            if asked > ENOUGH and not stop.done():
                stop.set_result(None)
            return is_watched()

        worker = Worker()
        worker.start()
        task = asyncio.create_task(Ticker(worker, looks, ask, **seams).watch())  # type: ignore[arg-type] # a stand-in
        await asyncio.wait_for(stop, 20)
        task.cancel()
        worker.submit(lambda: None).result(20)

    asyncio.run(run())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ticking, "WATCH_SECONDS", 0.001)


def test_nothing_happens_while_no_document_is_open() -> None:
    looks = Looks(lambda: pytest.fail("it looks"))
    watched(looks, lambda: False)
    assert looks.watched == 0


def test_while_one_is_open_each_tick_looks_once() -> None:
    looks = Looks(list)
    watched(looks, lambda: True)
    assert ENOUGH <= looks.watched <= ENOUGH + 1 and looks.moves == []


def test_what_moved_is_handed_on() -> None:
    looks = Looks(lambda: ["almanac"])
    watched(looks, lambda: True)
    assert looks.moves[0] == ["almanac"]


def test_where_no_git_may_be_asked_nothing_is_looked_at() -> None:
    looks = Looks(None)
    watched(looks, lambda: True)
    assert looks.watched >= ENOUGH and looks.moves == []


def test_a_look_that_is_slow_happens_rarely() -> None:
    pauses: list[float] = []

    async def sleep(pause: float) -> None:
        pauses.append(pause)
        await asyncio.sleep(0)

    # Each look takes a second.
    watched(Looks(list), lambda: True, sleep=sleep, clock=map(float, range(1000)).__next__)
    assert pauses[0] < 1 and min(pauses[1:]) == 100


def test_an_open_file_turns_at_midnight(coast: Coast, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [date(2027, 1, 30)]  # the last of the 90 days that a verification holds

    def load(trusted: bool) -> Engine:
        return dataclasses.replace(
            load_engine(trusted), host=Host(today=lambda: days[-1], trusted=trusted)
        )

    client = InProcess(load)
    watches = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    client.start(coast.layer, capabilities=watches)
    uri = (coast.layer / PATH).as_uri()
    client.open(uri, PAGE)
    assert "stale-knowledge" not in {each["code"] for each in client.diagnostics(uri)}
    days.append(date(2027, 1, 31))
    client.wait(
        lambda _: any(
            each["code"] == "stale-knowledge" for each in client.published(uri)[-1]["diagnostics"]
        )
    )
    client.leave()


@pytest.fixture
def coast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Coast:
    monkeypatch.setenv("CTXLAYER_CACHE_DIR", str(tmp_path / "cache"))
    return Coast(tmp_path)
