"""Looking, now and then, at what changes without telling anyone: the day, repositories, files."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

from ctxlayer.lsp.jobs import Jobs
from ctxlayer.lsp.worker import Worker

T = TypeVar("T")

WATCH_SECONDS = 1.0
"""How often, while a document is open, the day and the repositories behind it are looked at."""

SLOW_SECONDS = 60.0
"""How often all else is. Loops stand still while a machine sleeps; the clock does not."""

POLL_SECONDS = 3.0
"""How often files are looked at for a client that does not watch them."""

_RARELY = 100
"""Looking takes no more than one part in so many of the time."""


class Ticker:
    """Looks again and again while the loop runs. Whatever may be slow to answer does not hold it up."""

    def __init__(
        self,
        worker: Worker,
        jobs: Jobs,
        is_watched: Callable[[], bool],
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._worker = worker
        self._jobs = jobs
        self._is_watched = is_watched
        self._sleep = sleep
        self._clock = clock

    async def watch(self) -> None:
        """Follow what is on screen; nothing at all is done while no document is open."""
        spent = 0.0
        while True:
            await self._sleep(max(WATCH_SECONDS, _RARELY * spent))
            if not self._is_watched():
                continue
            look = await asyncio.wrap_future(self._worker.submit(self._jobs.watch))
            if look is None:
                continue
            begun = self._clock()
            moved = await asyncio.wrap_future(on_a_thread(look))
            spent = self._clock() - begun
            if moved:
                self._worker.post(partial(self._jobs.moved, moved))

    async def tick(self, pause: float) -> None:
        """Look at everything, each time after a pause of so many seconds or more."""
        spent = 0.0
        while True:
            await self._sleep(max(pause, _RARELY * spent))
            spent = await asyncio.wrap_future(self._worker.submit(self._jobs.tick))


def on_a_thread(work: Callable[[], T]) -> Future[T]:
    """`work` on a thread that ends with the process, whatever a network drive has it wait for."""
    future: Future[T] = Future()
    # From here on nobody can call it off: the loop may end before it does.
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is the result
            future.set_exception(error)

    threading.Thread(target=run, name="ctxlayer-watch", daemon=True).start()
    return future
