"""When repositories are read again, and what is known of each of them until then."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from ctxlayer.probes.background import Background
from ctxlayer.probes.ref_watch import Marks, RefWatch

T = TypeVar("T")

_AT_ONCE = 8
"""Repositories that are read together: whoever waits for one waits for no more than these."""

SLOW_SECONDS = 60.0
"""After so long a repository is looked at again though nobody noticed that anything moved."""

_RARELY = 100
_SOON = 4
"""How often it looks again, in times of what that takes: by itself, and where something moves."""

_QUICK = 1.0
"""Seconds of a look that may be repeated at once."""


@dataclass(frozen=True, slots=True)
class Look(Generic[T]):
    """One look at a repository: `marks` from before it, `found` is None where nothing is known.

    `at` and `took` are seconds of the monotonic clock.
    """

    path: str
    marks: Marks
    at: float
    took: float
    found: T | None


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """Some repositories that are being read."""

    paths: Mapping[str, str]
    running: Background[Mapping[str, Look[T]]]


ReadMany = Callable[[Mapping[str, tuple[str, T | None]]], Mapping[str, T | None]]
"""Reads repositories side by side: by name, the path and what was found last. It may raise."""


class RepoReader(Generic[T]):
    """Reads something of each repository, in the background, and again when it may be different.

    That is: of another path, when somebody saw it move, or long after the last time. Where `goes_by` gives
    the part of the marks that decides, and that is as it was, the last answer holds without reading.
    """

    def __init__(
        self,
        read: ReadMany[T],
        watch: RefWatch,
        *,
        goes_by: Callable[[Marks], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read
        self._watch = watch
        self._goes_by = goes_by
        self._clock = clock
        self._looks: dict[str, Look[T]] = {}
        self._moved: set[str] = set()
        self._running: Reading[T] | None = None

    def known(self, paths: Mapping[str, str]) -> dict[str, T]:
        """What is known of these repositories, by their names; of one that moved away nothing."""
        found = {}
        for name, path in paths.items():
            look = self._looks.get(name)
            if look is not None and look.path == path and look.found is not None:
                found[name] = look.found
        return found

    def keep_only(self, names: Collection[str]) -> None:
        """Forget all other repositories."""
        self._looks = {name: look for name, look in self._looks.items() if name in names}

    def watcher(self, names: Collection[str]) -> Callable[[], frozenset[str]]:
        """Something that tells, on any thread, in which of these repositories something moved by now.

        It knows them as they were when this was called; its answer are paths.
        """
        known = [
            (look.path, self._part(look.marks))
            for name, look in self._looks.items()
            if name in names and look.path not in self._moved
        ]
        return lambda: frozenset(
            path for path, part in known if self._part(self._watch.look(path)) != part
        )

    def _part(self, marks: Marks) -> object:
        return marks if self._goes_by is None else self._goes_by(marks)

    def among(self, paths: Mapping[str, str]) -> dict[str, str]:
        """Those of these repositories that were read."""
        return {name: path for name, path in paths.items() if name in self._looks}

    def moved(self, paths: Collection[str]) -> None:
        """Somebody saw that something moved in the repositories at these paths."""
        self._moved.update(paths)

    def take(self, found: Mapping[str, tuple[str, T]]) -> None:
        """Somebody else looked: by name, at which path, and what is there.

        What is under way is older, and is dropped.
        """
        self._running = None
        for name, (path, each) in found.items():
            last = self._looks.get(name)
            took = last.took if last is not None else 0.0
            self._looks[name] = Look(path, Marks((), ()), self._clock(), took, each)
            # Nobody took marks before that look: there is to be another one.
            self._moved.add(path)

    def is_due(self, paths: Mapping[str, str]) -> bool:
        """Whether one of these repositories is to be looked at now."""
        return bool(self._due(paths))

    def _due(self, paths: Mapping[str, str]) -> list[str]:
        now = self._clock()
        took = sum(look.took for name in paths if (look := self._looks.get(name)) is not None)
        pause = max(SLOW_SECONDS, _RARELY * took)
        due = []
        for name, path in paths.items():
            look = self._looks.get(name)
            if look is None or look.path != path:
                due.append(name)
                continue
            since = now - look.at
            soon = look.took < _QUICK or since >= _SOON * look.took
            if since >= pause or (path in self._moved and soon):
                due.append(name)
        return due

    def reading(self, paths: Mapping[str, str]) -> Iterator[None]:
        """Read what is due of these repositories, in short steps.

        Who breaks off to do something else comes back to what is under way.
        """
        while True:
            if self._running is None:
                due = self._due(paths)[:_AT_ONCE]
                if not due:
                    return
                self._begin({name: paths[name] for name in due})
            reading = self._running
            if reading is None:
                return
            yield from reading.running.steps()
            if self._running is not reading:
                continue  # somebody else has looked in the meantime
            self._running = None
            self._looks.update(reading.running.result())

    def _begin(self, paths: Mapping[str, str]) -> None:
        last = {
            name: look
            for name, path in paths.items()
            if (look := self._looks.get(name)) is not None and look.path == path
        }
        # What moves from here on is seen at the next look at the marks.
        self._moved.difference_update(paths.values())
        self._running = Reading(paths, Background(lambda: self._look(paths, last)))

    def _look(self, paths: Mapping[str, str], last: Mapping[str, Look[T]]) -> Mapping[str, Look[T]]:
        """On a thread of its own: nothing of this object is written to here."""
        begun = self._clock()
        marks = {name: self._watch.look(path) for name, path in paths.items()}
        same = {
            name: look.found
            for name, look in last.items()
            if look.found is not None
            and self._goes_by is not None
            and self._part(look.marks) == self._part(marks[name])
        }
        asked = {
            name: (path, last[name].found if name in last else None)
            for name, path in paths.items()
            if name not in same
        }
        found: Mapping[str, T | None] = {}
        try:
            found = self._read(asked) if asked else {}
        except Exception:  # noqa: BLE001 - whatever goes wrong with git means unknown
            found = {}
        now = self._clock()
        took = (now - begun) / len(paths)
        return {
            name: Look(path, marks[name], now, took, same.get(name, found.get(name)))
            for name, path in paths.items()
        }
