"""Which adapters the live pointers of a layer name."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.analysis.topics import TopicIndex, adapters, topic_index
from ctxlayer.layer.snapshot import Snapshot


class AdapterUse(NamedTuple):
    """The adapters that live pointers name, and the topic that names each first.

    `any` says that the layer has live pointers at all. `known` is False where one of them names no
    configured adapter: nobody knows then which one it means.
    """

    topics: dict[str, str]
    any: bool
    known: bool


class _Counted(NamedTuple):
    topics: TopicIndex
    use: AdapterUse


def adapter_use(snapshot: Snapshot, last: AdapterUse | None) -> AdapterUse:
    """A query: the same object while the live pointers name the same adapters."""
    found = snapshot.ask(_counted).use
    return last if last is not None and last == found else found


def _counted(snapshot: Snapshot, last: _Counted | None) -> _Counted:
    index = snapshot.ask(topic_index)
    if last is not None and last.topics is index:
        return last
    named: dict[str, str] = {}
    for place in index.places:
        topic = place.facts.topic
        for live in topic.live:
            if live.adapter not in named:
                named[live.adapter] = topic.name
    known = snapshot.ask(adapters)
    topics, sure = dict(named), True
    for name, topic_name in named.items():
        if name not in known.by_name:
            # A name that stands for two of one system uses both: which, is said at the pointer.
            meant = known.meant(name)
            sure = sure and bool(meant)
            for each in meant:
                topics.setdefault(each.name, topic_name)
    return _Counted(index, AdapterUse(topics, bool(named), sure))
