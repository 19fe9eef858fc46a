"""Working out in advance what the lints over all texts will want to know."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis import grouping, headlines
from ctxlayer.analysis.common_terms import common_terms
from ctxlayer.analysis.grouping import topic_groups
from ctxlayer.analysis.headlines import headline_drifts
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.snapshot import Snapshot


def look_ahead(snapshot: Snapshot) -> Iterator[None]:
    """Work it out for each topic of a snapshot whose texts have been read, one a step."""
    for place in snapshot.ask(topic_index).places:
        grouping.look_ahead(place.facts, snapshot)
        headlines.look_ahead(place.facts, snapshot)
        yield
    snapshot.ask(common_terms)
    yield
    snapshot.ask(topic_groups)
    snapshot.ask(headline_drifts)
