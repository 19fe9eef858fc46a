"""Split a topic along its sub-groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxlayer.analysis.shares import MANY, shares_of
from ctxlayer.analysis.splitting import names_of, split_by_subgroups
from ctxlayer.analysis.topics import TopicPlace, topic_index
from ctxlayer.ide.model import Action
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Place
from ctxlayer.lints.model import Deferred

_MOST_NAMES = 8


def split(snapshot: Snapshot, place: Place, path: str) -> Iterator[Action]:
    """Offered where a topic has sub-groups or folders, or many files."""
    found = place_in_index(snapshot, place, path)
    if found is None or "agents" in found.facts.topic.columns:
        return
    topic = found.facts.topic
    shares = shares_of(found.facts)
    if not shares and len(topic.pointers) < MANY:
        return
    title = f"Split {topic.name} by what its files say"
    if shares:
        names = names_of(snapshot, found, shares)
        title = f"Split into {_named(names)}"
    edits = Deferred(lambda: split_by_subgroups(snapshot, found))
    yield Action(title, "refactor.rewrite", edits)


def _named(names: Sequence[str]) -> str:
    """The topics that come of it; of very many the first, and how many there are."""
    if len(names) <= _MOST_NAMES:
        return " · ".join(names)
    return f"{' · '.join(names[: _MOST_NAMES - 1])} · … ({len(names)} topics)"


def place_in_index(snapshot: Snapshot, place: Place, path: str) -> TopicPlace | None:
    """The topic at a place with what the layer knows about it; None for a draft."""
    places = snapshot.ask(topic_index).places_in(path)
    return next((each for each in places if each.offset == place.offset), None)
