"""When commits came onto the line of HEAD: what a merge brings in came with the merge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from ctxlayer.probes.log_reading import Log


class Landing(NamedTuple):
    """Commits of a log by their numbers, and those with which each came; what came last is the first.

    `rest` is the commit with which the line goes on, which the log does not tell of; "" where it ends at a
    commit without parents.
    """

    commits: Sequence[int]
    leaders: Sequence[int]
    rest: str


def landing(log: Log, head: str) -> Landing:
    """In which order commits came onto the line of first parents that leads back from `head`.

    It depends on the commits alone, not on the order in which they are told of. What came onto no part of the
    line that is told of is left out.
    """
    numbers = {commit.hash: number for number, commit in enumerate(log.commits)}
    line: dict[int, None] = {}
    at = head
    # Grafts and replaced commits may have the line lead back into itself.
    while (number := numbers.get(at)) is not None and number not in line:
        line[number] = None
        at = log.parents[number].partition(" ")[0]
    done: set[int] = set()
    groups = []
    for leader in reversed(line):
        done.add(leader)
        others = log.parents[leader].split(" ")[1:]
        brought = _brought(others, log, numbers, done) if others else []
        groups.append([leader, *_children_first(brought, log, numbers)] if brought else [leader])
    groups.reverse()
    commits = [each for group in groups for each in group]
    leaders = [group[0] for group in groups for _ in group]
    return Landing(commits, leaders, at)


def _brought(
    parents: Sequence[str], log: Log, numbers: Mapping[str, int], done: set[int]
) -> list[int]:
    """What can be reached from these and is not `done`; it is then."""
    found = []
    waiting = list(parents)
    while waiting:
        number = numbers.get(waiting.pop())
        if number is not None and number not in done:
            done.add(number)
            found.append(number)
            waiting.extend(log.parents[number].split(" "))
    return found


def _children_first(commits: Sequence[int], log: Log, numbers: Mapping[str, int]) -> list[int]:
    """Newest first, but no commit before one that builds on it: a rebase gives many the same second."""
    inside = set(commits)
    parents = {
        each: [at for hash_ in log.parents[each].split(" ") if (at := numbers.get(hash_)) in inside]
        for each in commits
    }
    children = Counter(each for many in parents.values() for each in many)
    ready = [_rank(each, log) for each in commits if not children[each]]
    heapify(ready)
    found = []
    while ready:
        commit = heappop(ready)[-1]
        found.append(commit)
        for parent in parents[commit]:
            children[parent] -= 1
            if not children[parent]:
                heappush(ready, _rank(parent, log))
    return found


def _rank(commit: int, log: Log) -> tuple[int, str, int]:
    return -log.seconds[commit], log.commits[commit].hash, commit
