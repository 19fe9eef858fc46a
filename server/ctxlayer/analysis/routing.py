"""Routing: from a task to the topics it is about, and how often that goes right.

Meta topics are about how the team works; no task is ever led to one unless it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from ctxlayer.analysis.routing_index import RoutingIndex, routing_index
from ctxlayer.analysis.routing_rank import Reason, RoutedTopic, rank
from ctxlayer.layer.kinds import Kind, topic_of
from ctxlayer.layer.snapshot import Snapshot

__all__ = ["Case", "Judged", "Reason", "RoutedTopic", "Score", "evaluate", "route"]

TOP = 3

Verdict = Literal["first", "near", "missed", "unknown", "meta"]
"""What became of a case: the right topic came first, or among the first three, or not.

`unknown` and `meta` are not judged: no topic of that name exists, or only one that is never
routed to.
"""


class Case(NamedTuple):
    """A task and the topics of which any is right; none where it must lead nowhere.

    `line` is one-based, where the case stands in its file; 0 for one that stands in no file.
    `sources` are the layer files that it was made from: what those say does not count.
    """

    task: str
    topics: tuple[str, ...]
    line: int = 0
    sources: tuple[str, ...] = ()


class Judged(NamedTuple):
    """A case and what came of it.

    `rank` counts from 1, None where no right topic came. `routed` are the first topics that
    did, and `unknown` those of the case's topics that no table holds.
    """

    case: Case
    verdict: Verdict
    rank: int | None
    routed: tuple[str, ...]
    unknown: tuple[str, ...]


class Score(NamedTuple):
    """How well an index leads. Shares are None where no case was there to be judged."""

    results: tuple[Judged, ...]

    @property
    def judged(self) -> int:
        """The cases with a topic that can be routed to."""
        return len(self._topical)

    @property
    def unjudged(self) -> tuple[Judged, ...]:
        """The cases whose topics do not exist, or are never routed to."""
        return tuple(each for each in self.results if each.verdict in ("unknown", "meta"))

    @property
    def top1(self) -> float | None:
        """The share of judged cases in which a right topic came first."""
        return _share([each.rank == 1 for each in self._topical])

    @property
    def top3(self) -> float | None:
        """The share of judged cases in which a right topic was among the first three."""
        return _share([each.rank is not None and each.rank <= TOP for each in self._topical])

    @property
    def nowhere(self) -> float | None:
        """The share of the cases that must lead nowhere which did."""
        found = [each for each in self.results if not each.case.topics]
        return _share([each.verdict == "first" for each in found])

    @property
    def _topical(self) -> list[Judged]:
        return [
            each
            for each in self.results
            if each.case.topics and each.verdict not in ("unknown", "meta")
        ]


def _share(outcomes: list[bool]) -> float | None:
    return sum(outcomes) / len(outcomes) if outcomes else None


def route(snapshot: Snapshot, task: str, *, meta: bool = False) -> tuple[RoutedTopic, ...]:
    """The topics of the layer that `task` leads to, best first; see `routing_rank.rank`."""
    return rank(snapshot.ask(routing_index), task, meta=meta)


def evaluate(layer: Snapshot | RoutingIndex, cases: Iterable[Case], *, meta: bool = False) -> Score:
    """How the cases are routed in a layer, in the order of the cases."""
    index = layer if isinstance(layer, RoutingIndex) else layer.ask(routing_index)
    return Score(tuple(_judge(index, case, meta=meta) for case in cases))


def _judge(index: RoutingIndex, case: Case, *, meta: bool) -> Judged:
    routed = rank(index, case.task, meta=meta, without=frozenset(case.sources))
    first = tuple(each.topic for each in routed[:TOP])
    if not case.topics:
        return Judged(case, "missed" if routed else "first", None, first, ())
    unknown = tuple(name for name in case.topics if name.casefold() not in index.by_name)
    if len(unknown) == len(case.topics):
        return Judged(case, "unknown", None, first, unknown)
    known = [index.by_name[name.casefold()] for name in case.topics if name not in unknown]
    if not meta and all(topic.meta for topic in known):
        return Judged(case, "meta", None, first, unknown)
    wanted = {topic.name.casefold() for topic in known}
    wanted |= {part for name in wanted for part in parts_of(name, index)}
    place = next((n for n, each in enumerate(routed, 1) if each.topic.casefold() in wanted), None)
    return Judged(case, _verdict(place), place, first, unknown)


def parts_of(name: str, index: RoutingIndex) -> Iterator[str]:
    """The folded names of the topics that were split off the one with this folded name.

    Their names begin with its name, and the files that they lead to are filed under it: a case that
    was written before the split is right when it comes to one of them.
    """
    for topic in index.topics:
        part = topic.name.casefold()
        if part.startswith(f"{name}-"):
            files = {path for place in topic.places for path in place.facts.targets}
            owners = [_owner(path) for path in files]
            if any(owners) and all(_is_of(each, name, part) for each in owners if each):
                yield part


def _owner(path: str) -> tuple[Kind, str] | None:
    """The topic that a knowledge file or an extraction is filed under; None for other files."""
    for folder, kind in (("knowledge/", Kind.KNOWLEDGE), ("extractions/", Kind.EXTRACTION)):
        if path.startswith(folder):
            return kind, topic_of(path, kind).casefold()
    return None


def _is_of(owner: tuple[Kind, str], whole: str, part: str) -> bool:
    kind, name = owner
    if kind is Kind.KNOWLEDGE:
        return name == whole
    return name == whole or (name.startswith(f"{whole}-") and not name.startswith(part))


def _verdict(place: int | None) -> Verdict:
    if place is None or place > TOP:
        return "missed"
    return "first" if place == 1 else "near"
