"""Links from what platform topics point at to what only meta topics do."""

from __future__ import annotations

from ctxlayer.analysis.link_states import LinkState, Outcome
from ctxlayer.analysis.links import link_states
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot

_LEADS = frozenset({Outcome.FOUND, Outcome.CASE, Outcome.NO_ANCHOR, Outcome.NO_LINES})


def crossings(document: Document, snapshot: Snapshot) -> tuple[LinkState, ...]:
    """The links of a platform document that lead to meta documents; equal while nothing changes."""
    index = snapshot.ask(topic_index)
    if not index.tallies.meta.counts or index.cluster_of(document.path) != "platform":
        return ()
    return tuple(
        state
        for state in link_states(document, snapshot)
        if state.outcome in _LEADS and state.target and index.cluster_of(state.target) == "meta"
    )
