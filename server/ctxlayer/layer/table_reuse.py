"""What one parse of a trigger table leaves for the next, and what still holds of it after an edit.

An edit touches one topic; the others are where they were, or all of them as much further on. So a
parse notes the steps that it went from heading to heading and the rows of each table, and the
next one takes over the steps before the edit and, from the first heading behind it at which it
stands as the last parse stood, all that follow.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from ctxlayer.layer.topic import Cluster, Role, Topic, TriggerTable
from ctxlayer.syntax.markdown_nodes import Blocks, Heading
from ctxlayer.syntax.rescan import Patch
from ctxlayer.syntax.table import Rows

_FEW = 8
"""Topics that are read anew before it pays to look for them all over the last table."""

Above = tuple[tuple[int, Cluster], ...]
"""The headings that a heading lies below: level, and the cluster inside."""


class Step(NamedTuple):
    """What a parse made of the heading at an index, standing below the headings `above`.

    It looked no further than the heading at `reach`. `cluster` holds from here on; `topic` is
    None where the heading is no topic's.
    """

    at: int
    reach: int
    above: Above
    cluster: Cluster
    topic: Topic | None


class KeptRows(NamedTuple):
    """The rows of one table, and what each was read as: the blank ones, too."""

    roles: tuple[Role | None, ...]
    cluster: Cluster
    rows: Rows
    topics: Sequence[Topic]


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """One parse: the blocks that it read, its steps, and its tables by where they start."""

    blocks: Blocks
    length: int
    steps: Sequence[Step]
    tables: dict[int, KeptRows]
    full: bool


class Reuse:
    """The last parse of a table, seen from the text that is parsed now.

    Without a `patch` that leads from its blocks to the present ones nothing is known to be in its
    place, and topics are found again by their text.
    """

    def __init__(
        self, previous: TriggerTable | None, blocks: Blocks, length: int, patch: Patch | None
    ) -> None:
        trace = previous.trace if previous is not None else None
        self._previous = previous
        self._blocks = blocks
        self._length = length
        self._trace: Trace | None = None
        self._patch: Patch | None = None
        if isinstance(trace, Trace) and patch is not None and patch.of is trace.blocks:
            self._trace, self._patch = trace, patch
        self._misses = 0
        self._known: dict[tuple[object, ...], Topic] | None = None

    def first_steps(self) -> Sequence[Step]:
        """The steps of the last parse that looked at nothing that changed."""
        trace, patch = self._trace, self._patch
        if trace is None or patch is None:
            return ()
        unchanged = bisect_left(trace.blocks.headings, patch.begin, key=_start)
        steps = trace.steps
        count = next((n for n, step in enumerate(steps) if step.reach >= unchanged), len(steps))
        return steps[:count]

    def last_steps(self, at: int, above: Above) -> Sequence[Step] | None:
        """All further steps, for a parse that stands at the heading `at`; None if it must see."""
        trace, patch = self._trace, self._patch
        headings = self._blocks.headings
        if trace is None or patch is None or trace.full:
            return None
        if headings[at].span.start < patch.stop + patch.by:
            return None
        moved = len(headings) - len(trace.blocks.headings)
        first = bisect_left(trace.steps, at - moved, key=itemgetter(0))
        if first == len(trace.steps):
            return None
        step = trace.steps[first]
        if step.at != at - moved or step.above != above:
            return None
        steps = trace.steps[first:]
        if not moved:
            return steps
        return [each._replace(at=each.at + moved, reach=each.reach + moved) for each in steps]

    def rows(
        self, start: int, rows: Rows, roles: tuple[Role | None, ...], cluster: Cluster
    ) -> tuple[Sequence[Topic], Sequence[Topic]]:
        """The topics of the first and of the last rows of the table at `start`, as they were."""
        kept = self._kept(start)
        patch = self._patch
        if kept is None or patch is None or (kept.roles, kept.cluster) != (roles, cluster):
            return (), ()
        # A row is as it was when the next one, too, begins in what did not change.
        most = min(len(rows), len(kept.rows))
        head = max(0, min(bisect_right(rows.starts, patch.same) - 1, most))
        tail = len(rows) - bisect_left(rows.starts, self._length - patch.tail)
        tail = max(0, min(tail, most - head))
        if tail:
            first, last = len(rows) - tail, len(kept.rows) - tail
            by = self._length - (self._trace.length if self._trace else 0)
            for one, other in ((first, last), (len(rows) - 1, len(kept.rows) - 1)):
                if rows.starts[one] != kept.rows.starts[other] + by:
                    return kept.topics[:head], ()
        return kept.topics[:head], kept.topics[len(kept.topics) - tail :]

    def _kept(self, start: int) -> KeptRows | None:
        """The table whose header is now at `start`, from before."""
        if self._trace is None or self._patch is None:
            return None
        if start < self._patch.same:
            return self._trace.tables.get(start)
        if start >= self._length - self._patch.tail:
            return self._trace.tables.get(start - self._length + self._trace.length)
        return None

    def found(self, key: tuple[object, ...]) -> Topic | None:
        """The topic of the last parse with this `key_of`, wherever it stood."""
        if self._previous is None:
            return None
        self._misses += 1
        if self._trace is not None and self._misses <= _FEW:
            return None
        if self._known is None:
            placed = (*self._previous.topics, *self._previous.drafts)
            self._known = {key_of(topic): topic for _, topic in placed}
        return self._known.get(key)


def key_of(topic: Topic) -> tuple[object, ...]:
    """What a topic was read from."""
    if topic.shape == "row":
        return ("row", topic.cluster, topic.columns, topic.text)
    return ("section", topic.cluster, topic.text)


def _start(heading: Heading) -> int:
    return heading.span.start
