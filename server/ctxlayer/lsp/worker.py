"""One thread that owns the engine: jobs in the order they came, slow work in the gaps."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

logger = logging.getLogger(__name__)
T = TypeVar("T")


class _Job:
    __slots__ = ("future", "key", "work")

    def __init__(self, work: Callable[[], Any], key: str) -> None:
        self.work = work
        self.key = key
        self.future: Future[Any] = Future()


class Worker:
    """Runs jobs one after another, and between them single steps of one background task.

    The engine is not thread-safe and need not be: everything that touches it runs here.
    """

    def __init__(self) -> None:
        self._jobs: deque[_Job] = deque()
        self._ready = threading.Condition()
        self._background: Iterator[None] | None = None

    def start(self) -> None:
        """Begin to work; the thread ends with the process."""
        threading.Thread(target=self._run, name="ctxlayer-engine", daemon=True).start()

    def submit(self, work: Callable[[], T], key: str = "") -> Future[T]:
        """Queue `work`. A job still waiting at the end of the queue with the same key is dropped.

        That joins a burst of changes to one document into the last of them, and never moves a
        change across a request that was asked before it.
        """
        job = _Job(work, key)
        with self._ready:
            if key and self._jobs and self._jobs[-1].key == key:
                self._jobs.pop().future.cancel()
            self._jobs.append(job)
            self._ready.notify()
        return job.future

    def post(self, work: Callable[[], object], key: str = "") -> None:
        """`submit` for work whose result nobody looks at: a failure is logged."""
        self.submit(work, key).add_done_callback(_log_failure)

    def waiting(self, key: str) -> bool:
        """Whether a job with this key is queued."""
        with self._ready:
            return any(job.key == key for job in self._jobs)

    def set_background(self, steps: Iterator[None] | None) -> None:
        """Replace the background task. Its steps run while no job waits."""
        with self._ready:
            self._background = steps
            self._ready.notify()

    def is_idle(self) -> bool:
        """Whether no background task is under way; a job that asks is none."""
        return self._background is None

    def _run(self) -> None:
        while True:
            with self._ready:
                while not self._jobs and self._background is None:
                    self._ready.wait()
                job = self._jobs.popleft() if self._jobs else None
            if job is not None:
                _finish(job)
            else:
                self._step()

    def _step(self) -> None:
        steps = self._background
        try:
            if steps is not None:
                next(steps)
                return
        except StopIteration:
            pass
        except Exception:
            logger.exception("background work broke off")
        with self._ready:
            # A job may have put another task in its place.
            if self._background is steps:
                self._background = None


def _finish(job: _Job) -> None:
    if not job.future.set_running_or_notify_cancel():
        return
    try:
        result = job.work()
    except BaseException as error:  # noqa: BLE001 - it is the result
        job.future.set_exception(error)
    else:
        job.future.set_result(result)


def _log_failure(future: Future[Any]) -> None:
    if not future.cancelled() and future.exception() is not None:
        logger.error("a job failed", exc_info=future.exception())
