"""The hot set as data: everything that a runtime sends along with each message."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ctxlayer.layer.runtimes import LAYER
from ctxlayer.layer.tokens import Estimate, total

OWN = LAYER.id
"""What the layer itself makes hot goes with every runtime."""

Because = Literal["always", "table", "import", "listing", "schemas"]
_TEXTS = ("always", "table", "import")


class HotPart(NamedTuple):
    """One thing that is in every message of one runtime.

    `temperature` is "warm" for a rule of which only name and description are sent. `name` tells
    parts of one file apart (adapters). `via` is the file that imports an imported one. `tokens` is
    None where they are not known, and `why` says why. `asked_on` is the day, as `2026-11-30`, on
    which an adapter told its schemas.
    """

    path: str
    kind: str
    temperature: str
    runtime: str
    because: Because
    tokens: Estimate | None
    name: str = ""
    via: str = ""
    why: str = ""
    asked_on: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What makes it the same part in another version of the layer."""
        return (self.runtime, self.path, self.because, self.name)


class RuntimeTotal(NamedTuple):
    """What one runtime sends with each message: the layer's own parts and those of the runtime.

    `always_on` is whether any of it is text of the runtime's own. `unknown` counts parts without a
    number, which the number leaves out. `tokens` is None where nobody counts.
    """

    runtime: str
    title: str
    tokens: Estimate | None
    always_on: bool
    unknown: int


@dataclass(frozen=True)
class HotSet:
    """All parts, largest first, and the runtimes that the layer is written for, heaviest first.

    Without any such runtime there is one total, of the layer's own parts.
    """

    parts: tuple[HotPart, ...]
    totals: tuple[RuntimeTotal, ...]
    family: str

    @property
    def heaviest(self) -> RuntimeTotal:
        """The runtime that sends the most."""
        return self.totals[0]

    def of(self, runtime: str) -> tuple[HotPart, ...]:
        """The parts that go with each message of one runtime, largest first."""
        return tuple(part for part in self.parts if part.runtime in (OWN, runtime))

    def title(self, runtime: str) -> str:
        """What people call a runtime of this set."""
        found = (each.title for each in self.totals if each.runtime == runtime)
        return "every runtime" if runtime == OWN else next(found, runtime)

    @property
    def unknown(self) -> tuple[HotPart, ...]:
        """The parts without a number."""
        return tuple(part for part in self.parts if part.tokens is None)

    def at(self, path: str) -> tuple[HotPart, ...]:
        """The parts that one file brings about."""
        return tuple(part for part in self.parts if part.path == path)


def hot_set_of(parts: Iterable[HotPart], titles: dict[str, str], family: str | None) -> HotSet:
    """The set of these parts, for the runtimes of `titles` (id to title).

    `family` is None where nobody counts.
    """
    ordered = tuple(sorted(parts, key=_largest_first))
    runtimes = {each: title for each, title in titles.items() if each != OWN}
    totals = [
        _total(runtime, title, ordered, family)
        for runtime, title in (runtimes or {OWN: LAYER.title}).items()
    ]
    totals.sort(key=lambda each: (-(each.tokens.tokens if each.tokens else 0), each.runtime))
    return HotSet(ordered, tuple(totals), family or "")


def _largest_first(part: HotPart) -> tuple[int, str, str, str, str]:
    return (-(part.tokens.tokens if part.tokens else 0), *part.key)


def _total(
    runtime: str, title: str, parts: tuple[HotPart, ...], family: str | None
) -> RuntimeTotal:
    mine = [part for part in parts if part.runtime in (OWN, runtime)]
    known = [part.tokens for part in mine if part.tokens is not None]
    return RuntimeTotal(
        runtime,
        title,
        None if family is None else total(known, family),
        any(part.runtime == runtime and part.because in _TEXTS for part in mine),
        len(mine) - len(known),
    )
