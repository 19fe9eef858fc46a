"""Where an adapter is configured, and which live pointers name it."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.model import Location
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.table_places import locate


def adapter_at(snapshot: Snapshot, path: str, offset: int) -> str | None:
    """The name of the adapter at `offset`: of a server, or in a live pointer."""
    document = snapshot.document(path)
    if document is None:
        return None
    if document.kind is Kind.ADAPTERS:
        servers = adapter_config(document).servers
        return next((each.name for each in servers if each.name_span.holds(offset)), None)
    if document.kind is not Kind.TRIGGER_TABLE:
        return None
    found = locate(document.table(snapshot.settings), offset)
    if found is None or found.live is None:
        return None
    on_name = found.live.adapter_span.holds(offset - found.offset)
    return found.live.adapter if on_name and found.live.adapter else None


def adapter_places(name: str, snapshot: Snapshot, *, declaration: bool) -> Iterator[Location]:
    """The live pointers that name an adapter; with `declaration` its configurations too."""
    for document in snapshot.of_kind(Kind.ADAPTERS) if declaration else ():
        for server in adapter_config(document).servers:
            if server.name == name:
                yield Location(document.path, server.name_span)
    for place in snapshot.ask(topic_index).places:
        for live in place.facts.topic.live:
            if live.adapter == name:
                yield Location(place.path, place.span(live.adapter_span))
