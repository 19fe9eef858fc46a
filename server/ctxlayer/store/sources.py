"""What commits did to the files of repositories, as git told it, one file a repository.

It says up to which commit it is true, so it is never wrong, at most behind. The content is lines of JSON,
none of them long: they are read beside a server that must not be held up. The first line is the sum of all
others, of what they are about and of our own code.
"""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from ctxlayer.layer.sources import Commit, Rename, RepoHistory
from ctxlayer.store.clean import code_mark
from ctxlayer.store.location import layer_file

T = TypeVar("T")

_AT_ONCE = 500
"""Commits or paths of one line."""
_MOST = 300_000_000
"""Bytes of a file that is read."""
_A_DAY = 24 * 60 * 60
"""Seconds after which a past that was not read to its end is read again."""


class KeptHistories:
    """The histories in the cache folder, by git's own folder; a folder that cannot be used keeps none."""

    def load(self, about: str) -> RepoHistory | None:
        """What was kept of the repository whose git folder is `about`."""
        try:
            with open(_place(about), "rb") as file:
                age = time.time() - os.fstat(file.fileno()).st_mtime
                history = _history(_checked(file.read(_MOST), about))
        except (OSError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
            # Somebody cut it short, or it is of another release.
            return None
        if history.since is not None and not 0 <= age < _A_DAY:
            return None
        return history.ready()

    def save(self, about: str, history: RepoHistory) -> None:
        """Keep a history in place of the one before. Nobody else may read it."""
        place = _place(about)
        fresh = f"{place}.{os.getpid()}.new"
        content = b"".join(_lines(history))
        try:
            os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(handle, "wb") as file:
                file.write(_mark(content, about))
                file.write(content)
            os.replace(fresh, place)
        except OSError:
            return


def _place(about: str) -> str:
    return layer_file("sources", about)


def _mark(content: bytes, about: str) -> bytes:
    words = f"{code_mark()}\0{about}".encode("utf-8", "surrogatepass")
    return blake2b(content, key=blake2b(words).digest()).hexdigest().encode("ascii") + b"\n"


def _checked(data: bytes, about: str) -> Iterator[Any]:
    """What the lines hold. Raises ValueError where they are not as they were written."""
    head = data[: data.find(b"\n") + 1]
    content = data[len(head) :]
    if not head or head != _mark(content, about):
        raise ValueError(about)
    return map(json.loads, io.BytesIO(content))


# What the history is, commits, paths, files at HEAD that no commit touched, renames.


class _About(NamedTuple):
    """The first line; `commits` and so on count the lines that follow."""

    head: str
    below: str
    since: str | None
    ignored: list[str]
    commits: int
    paths: int
    others: int
    renames: int


def _lines(history: RepoHistory) -> Iterator[bytes]:
    tracked = history.tracked
    parts = (
        [_commit_columns(some) for some in _portions(history.commits)],
        [_path_columns(some, tracked) for some in _portions(history.touched.items())],
        list(_portions(sorted(tracked.difference(history.touched)))),
        list(_portions(history.renames)),
    )
    since = history.since.isoformat() if history.since else None
    about = _About(history.head, history.below, since, sorted(history.ignored), *map(len, parts))
    yield from map(_line, (about, *(line for part in parts for line in part)))


def _line(data: Any) -> bytes:
    # All of it ASCII: names may hold bytes that are no characters.
    return json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"


def _portions(items: Iterable[T]) -> Iterator[list[T]]:
    waiting = iter(items)
    while some := list(islice(waiting, _AT_ONCE)):
        yield some


def _commit_columns(commits: Sequence[Commit]) -> list[Any]:
    hashes, days, *others = zip(*commits, strict=True)
    return [hashes, [day.toordinal() for day in days], *others]


def _path_columns(paths: Sequence[tuple[str, Sequence[int]]], tracked: frozenset[str]) -> list[Any]:
    return [
        [path for path, _ in paths],
        [int(path in tracked) for path, _ in paths],
        [len(commits) for _, commits in paths],
        [at for _, commits in paths for at in commits],
    ]


def _history(lines: Iterator[Any]) -> RepoHistory:
    about = _About(*next(lines, ()))
    commits: list[Commit] = []
    authors: dict[str, str] = {}
    for line in islice(lines, about.commits):
        commits += _commits(*line, authors=authors)
    touched: dict[str, tuple[int, ...]] = {}
    tracked: set[str] = set()
    # One number stands for all that are equal.
    numbers = list(range(len(commits)))
    for paths, here, counts, places in islice(lines, about.paths):
        _check(paths, str)
        waiting = iter([numbers[at] for at in places])
        touched.update(
            (path, tuple(islice(waiting, count))) for path, count in zip(paths, counts, strict=True)
        )
        tracked.update(path for path, is_here in zip(paths, here, strict=True) if is_here)
    for paths in islice(lines, about.others):
        tracked.update(_check(paths, str))
    renames = [Rename(*each) for line in islice(lines, about.renames) for each in line]
    since = date.fromisoformat(about.since) if about.since else None
    return RepoHistory(
        about.head, about.below, commits, touched, frozenset(tracked), renames, since,
        frozenset(_check(about.ignored, str)),
    )  # fmt: skip


def _commits(
    hashes: list[str],
    days: list[int],
    names: list[str],
    subjects: list[str],
    files: list[int],
    *,
    authors: dict[str, str],
) -> Iterator[Commit]:
    for texts in (hashes, names, subjects):
        _check(texts, str)
    _check(files, int)
    # One name stands for all that are equal.
    same = [authors.setdefault(name, name) for name in names]
    return map(Commit, hashes, map(date.fromordinal, days), same, subjects, files)


def _check(items: list[T], sort: type[T]) -> list[T]:
    if not set(map(type, items)) <= {sort}:
        raise TypeError(sort)
    return items
