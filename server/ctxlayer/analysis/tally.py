"""How often each thing occurs, kept up by difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

_REMEMBERED = 64
"""Steps that a tally can tell the changes of."""


class Tally:
    """Counts of names, immutable; nothing is counted zero times.

    The next one costs what differs, and while nothing does it is the same object.
    """

    __slots__ = ("_steps", "counts", "repeated", "serial")

    def __init__(
        self,
        counts: Mapping[str, int],
        repeated: frozenset[str] = frozenset(),
        serial: int = 0,
        steps: tuple[frozenset[str], ...] = (),
    ) -> None:
        self.counts = counts
        self.repeated = repeated
        """The names that occur more than once."""
        self.serial = serial
        self._steps = steps

    def __contains__(self, name: object) -> bool:
        return name in self.counts

    def after(self, gone: Iterable[str], come: Iterable[str]) -> Tally:
        """The tally with some occurrences less and some more."""
        difference = Counter(come)
        difference.subtract(gone)
        moved = {name: by for name, by in difference.items() if by}
        if not moved:
            return self
        counts = dict(self.counts)
        for name, by in moved.items():
            counts[name] = counts.get(name, 0) + by
            if counts[name] < 1:
                del counts[name]
        turned = frozenset(name for name in moved if (name in counts) is not (name in self.counts))
        repeated = self.repeated - moved.keys()
        repeated |= {name for name in moved if counts.get(name, 0) > 1}
        steps = (*self._steps[1 - _REMEMBERED :], turned)
        return Tally(counts, repeated, self.serial + 1, steps)

    def turned_since(self, serial: int) -> frozenset[str] | None:
        """The names that came or went altogether after an earlier tally; None if forgotten."""
        steps = self.serial - serial
        if not 0 <= steps <= len(self._steps):
            return None
        return frozenset().union(*self._steps[len(self._steps) - steps :])
