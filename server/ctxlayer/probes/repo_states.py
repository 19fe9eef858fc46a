"""How many clones stand, side by side."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from queue import Empty, SimpleQueue

from ctxlayer.layer.repos import RepoFacts
from ctxlayer.probes.clock import now as clock_now
from ctxlayer.probes.repo_state import read_repo

AT_ONCE = 6
"""Clones that are looked at together: git takes the processors, not us."""

FETCHES_AT_ONCE = 12
"""And with a fetch, which mostly waits."""

SECONDS = 30.0
FETCH_SECONDS = 120.0
"""After so long no further look begins; one that has begun has bounds of its own."""

_Work = tuple[tuple[str, ...], str, str]
"""The names of one clone, its path, and the branch that settings expect."""


def read_repos(
    clones: Mapping[str, str],
    *,
    fetch: bool = False,
    branches: Mapping[str, str] | None = None,
    now: Callable[[], datetime] = clock_now,
    seconds: float | None = None,
) -> Iterator[tuple[str, RepoFacts]]:
    """How each of the clones stands, by the names of `clones`, as the answers come in. Never raises.

    Every name has one answer. `branches` are those that settings expect; with `fetch` they are asked for
    too. Names of one clone share one look. Whoever stops asking leaves only what has begun.
    """
    limit = seconds if seconds is not None else FETCH_SECONDS if fetch else SECONDS
    end = time.monotonic() + limit
    waiting: SimpleQueue[_Work] = SimpleQueue()
    works = list(_works(clones, branches or {}))
    for work in works:
        waiting.put(work)
    answers: SimpleQueue[tuple[_Work, RepoFacts]] = SimpleQueue()
    left = threading.Event()

    def look() -> None:
        while not left.is_set():
            try:
                work = waiting.get_nowait()
            except Empty:  # another thread was quicker
                return
            _, path, branch = work
            if time.monotonic() >= end:
                facts = RepoFacts(path, "unknown", now(), failure="timeout: not looked at in time")
            else:
                facts = read_repo(path, fetch=fetch, branch=branch, now=now)
            answers.put((work, facts))

    for number in range(min(len(works), FETCHES_AT_ONCE if fetch else AT_ONCE)):
        threading.Thread(target=look, name=f"ctxlayer-clone-{number}", daemon=True).start()
    try:
        for _ in works:
            (names, _, _), facts = answers.get()
            for name in names:
                yield name, replace(facts, path=clones[name])
    finally:
        left.set()


def _works(clones: Mapping[str, str], branches: Mapping[str, str]) -> Iterator[_Work]:
    """One piece of work for each clone, whatever it is called and by which way it is reached."""
    together: dict[tuple[str, str], list[str]] = {}
    for name, path in clones.items():
        together.setdefault((real_path(path), branches.get(name, "")), []).append(name)
    for (_, branch), names in together.items():
        yield tuple(names), clones[names[0]], branch


def real_path(path: str) -> str:
    """Where a path leads, behind all links; itself where it can be none."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path
