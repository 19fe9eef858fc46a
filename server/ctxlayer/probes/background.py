"""Waiting for something slow in small steps, so that whoever waits can do other things."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")

_STEP = 0.01
"""Seconds of one step: a keystroke may have to wait for so long."""


def in_background(work: Callable[[], T]) -> Generator[None, None, T]:
    """Run `work` on a thread of its own and wait; the value of `yield from` is what it returned.

    Raises what it raised. If nobody waits any longer, its result is dropped.
    """
    done = threading.Event()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            errors.append(error)
        done.set()

    threading.Thread(target=run, name="ctxlayer-probe", daemon=True).start()
    while not done.wait(_STEP):
        yield
    if errors:
        raise errors[0]
    return results[0]
