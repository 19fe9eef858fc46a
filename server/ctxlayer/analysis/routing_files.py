"""What to read for a routed topic, in the order of how far it is believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctxlayer.analysis.gate import Verdict, gate_of
from ctxlayer.analysis.pointers import Resolution, State
from ctxlayer.analysis.routing_rank import RoutedTopic
from ctxlayer.analysis.sibling_tiers import place_in_sibling, sibling_tier
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import Pointer, sibling_parts
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import entries_of, tier
from ctxlayer.syntax.nodes import scalars

_EXTERNAL_TIER = 3
_WEB = ("http://", "https://", "www.")
"""What a page's address begins with; `file:` and the like are no pages, and are left out."""


class Reading(NamedTuple):
    """What a topic leads to. Each list keeps the order of the table: highest value first.

    `map` holds files of the layer, `siblings` source of other repositories (`repo:path`) whose freshness
    gate passes, `external` what is of Tier 3: documents, web pages, source that may be of yesterday. `repos`
    are the repositories involved. `lost` counts pointers that lead nowhere, or out of the layer.
    """

    map: tuple[str, ...]
    live: tuple[str, ...]
    siblings: tuple[str, ...]
    external: tuple[str, ...]
    repos: tuple[Verdict, ...]
    lost: int

    @property
    def pointers(self) -> tuple[str, ...]:
        """All that is to be read, in the order of how far it is believed."""
        return (*self.map, *self.siblings, *self.external)


def reading(routed: RoutedTopic, snapshot: Snapshot) -> Reading:
    """Where the pointers of a routed topic lead; nothing is opened to find out."""
    lists: dict[str, dict[str, None]] = {"map": {}, "siblings": {}, "external": {}}
    live: dict[str, None] = {}
    repos: dict[str, None] = {}
    lost = 0
    for place in routed.places:
        topic = place.facts.topic
        for pointer, resolution in zip(topic.pointers, place.facts.resolved, strict=True):
            written = _written(pointer, resolution, snapshot)
            if written is None:
                lost += 1
                continue
            lists[_list_of(written, resolution, snapshot)].setdefault(written)
            repos.update(dict.fromkeys(_repos(written, resolution, snapshot)))
        for each in topic.live:
            mark = ", read-only" if each.read_only else ""
            live.setdefault(f"{each.adapter} {each.object}".strip() + mark)
    states = tuple(gate_of(repo, snapshot) for repo in repos)
    external = tuple(lists["external"])
    return Reading(
        tuple(lists["map"]), tuple(live), tuple(lists["siblings"]), external, states, lost
    )


def _written(pointer: Pointer, resolution: Resolution, snapshot: Snapshot) -> str | None:
    """How a pointer is written from the layer's root; None for one that leads nowhere."""
    if resolution.state is State.WEB:
        return pointer.path if pointer.path.lower().startswith(_WEB) else None
    if pointer.form == "sibling":
        return None if resolution.state in (State.DEAD, State.OUTSIDE) else pointer.path
    if resolution.tried.startswith("../"):
        place = place_in_sibling(pointer, resolution, snapshot)
        return ":".join(place) if place is not None else None
    if not resolution.targets:
        return None
    if pointer.form in ("glob", "folder") or len(resolution.targets) > 1:
        return resolution.actual or resolution.tried
    suffix = ""
    if resolution.state not in (State.DEAD_ANCHOR, State.DEAD_LINES):
        suffix = f"#{pointer.anchor}" if pointer.anchor else ""
        if pointer.lines is not None:
            first, last = pointer.lines
            suffix = f":{first}-{last}" if last != first else f":{first}"
    return resolution.targets[0] + suffix


def _list_of(written: str, resolution: Resolution, snapshot: Snapshot) -> str:
    if resolution.state is State.WEB:
        return "external"
    if not resolution.targets:
        repo, _, path = written.partition(":")
        return "siblings" if sibling_tier(repo, path, snapshot) == 1 else "external"
    documents = [snapshot.document(path) for path in resolution.targets]
    outside = all(each is not None and tier(each) == _EXTERNAL_TIER for each in documents)
    return "external" if outside else "map"


def _repos(written: str, resolution: Resolution, snapshot: Snapshot) -> Iterator[str]:
    """The sibling that a pointer leads to, and those that the files it names keep track of."""
    if resolution.state is not State.WEB and not resolution.targets:
        yield written.partition(":")[0]
    yield from _tracked(snapshot.document(path) for path in resolution.targets)


def _tracked(documents: Iterable[Document | None]) -> Iterator[str]:
    for document in documents:
        for entry in entries_of(document.frontmatter, "tracks") if document else ():
            for scalar in scalars(entry.value):
                parts = sibling_parts(scalar.text)
                if parts is not None:
                    yield parts[0]
