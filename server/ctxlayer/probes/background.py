"""Waiting for something slow in small steps, so that whoever waits can do other things."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

_STEP = 0.005
"""Seconds of one step: a keystroke may have to wait for so long."""


class Background(Generic[T]):
    """Work on a thread of its own. It goes on also when nobody waits for it any longer."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._done = threading.Event()
        self._results: list[T] = []
        self._errors: list[BaseException] = []
        self._work = work
        threading.Thread(target=self._run, name="ctxlayer-probe", daemon=True).start()

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            self._errors.append(error)
        self._done.set()

    def steps(self) -> Iterator[None]:
        """Wait in short steps until it is done; whoever broke off may wait again."""
        while not self._done.wait(_STEP):
            yield

    def result(self) -> T:
        """What it returned, once it is done. Raises what it raised."""
        self._done.wait()
        if self._errors:
            raise self._errors[0]
        return self._results[0]


def in_background(work: Callable[[], T]) -> Generator[None, None, T]:
    """Run `work` on a thread of its own and wait; the value of `yield from` is what it returned.

    Raises what it raised. If nobody waits any longer, its result is dropped.
    """
    running = Background(work)
    yield from running.steps()
    return running.result()


def side_by_side(works: Sequence[Callable[[], T]], at_once: int) -> list[T]:
    """What each of `works` returns, in their order, some at once on threads that end with the process.

    Raises what the first of them raised that failed.
    """
    numbered = enumerate(works)
    lock = threading.Lock()

    def work_off() -> dict[int, T]:
        done: dict[int, T] = {}
        while True:
            with lock:
                number, work = next(numbered, (-1, None))
            if work is None:
                return done
            done[number] = work()

    running = [Background(work_off) for _ in range(min(at_once, len(works)))]
    found = {number: each for one in running for number, each in one.result().items()}
    return [found[number] for number in range(len(works))]
