"""How the hot set differs from an earlier one: what a branch, or an edit, adds to each message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from ctxlayer.layer.hot_set import OWN, HotPart, HotSet, RuntimeTotal

Change = Literal["added", "removed", "changed"]


class Difference(NamedTuple):
    """One part of one runtime that is not as it was.

    `part` is the part of now; of what was removed, that of then. `before` and `after` are tokens,
    0 where the part was not there, None where they are not known.
    """

    part: HotPart
    change: Change
    before: int | None
    after: int | None

    @property
    def delta(self) -> int | None:
        """What it adds to each message; None where that is not known."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


class RuntimeDifference(NamedTuple):
    """What one runtime sent with each message then, and sends now; None where nobody counts."""

    runtime: str
    title: str
    before: int | None
    after: int | None

    @property
    def delta(self) -> int | None:
        """What each message costs more."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


def differences(now: HotSet, then: HotSet) -> tuple[Difference, ...]:
    """The parts that differ, those that add the most first."""
    return tuple(sorted(_differences(now, then), key=_most_first))


def _differences(now: HotSet, then: HotSet) -> Iterator[Difference]:
    old = {part.key: part for part in then.parts}
    for part in now.parts:
        before = old.pop(part.key, None)
        if before is None:
            yield Difference(part, "added", 0, _count(part))
        elif before.tokens != part.tokens:
            yield Difference(part, "changed", _count(before), _count(part))
    for part in old.values():
        yield Difference(part, "removed", _count(part), 0)


def _count(part: HotPart | RuntimeTotal) -> int | None:
    return part.tokens.tokens if part.tokens is not None else None


def _most_first(each: Difference) -> tuple[int, str, str, str, str]:
    return (-(each.delta or 0), *each.part.key)


def runtime_differences(now: HotSet, then: HotSet) -> tuple[RuntimeDifference, ...]:
    """What each runtime sends, then and now; one that the layer was not written for sent its own parts."""
    own = sum(_count(part) or 0 for part in then.parts if part.runtime == OWN)
    old = {each.runtime: each for each in then.totals}
    found = []
    for total in now.totals:
        before = old.pop(total.runtime, None)
        count = own if before is None else _count(before)
        found.append(RuntimeDifference(total.runtime, total.title, count, _count(total)))
    return tuple(found)


def file_delta(now: HotSet, then: HotSet, path: str) -> int | None:
    """What one file adds to a message of the runtime where it adds the most; None if unknown.

    0 for a file that is in no message, then or now. What a runtime sends that came or went with other
    files does not count where another one shows what the file did.
    """
    found = 0
    runtimes = {part.runtime for part in (*now.at(path), *then.at(path))}
    stayed = {each.runtime for each in now.totals} & {each.runtime for each in then.totals}
    for runtime in sorted(runtimes & {OWN, *stayed} or runtimes):
        after = [part for part in now.at(path) if part.runtime == runtime]
        before = [part for part in then.at(path) if part.runtime == runtime]
        if any(part.tokens is None for part in (*after, *before)):
            return None
        delta = sum(_count(part) or 0 for part in after) - sum(_count(part) or 0 for part in before)
        found = max(found, delta, key=abs)
    return found
