"""Move the meta topics of a hot table to a cold one."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.clusters import cold_table, meta_extents, move_meta_cluster
from ctxlayer.ide.model import Action
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Place
from ctxlayer.lints.model import Deferred


def move_meta(snapshot: Snapshot, place: Place, path: str) -> Iterator[Action]:
    """Offered on a meta topic of a hot table."""
    if place.topic.cluster != "meta" or not snapshot.settings.is_hot_table(path):
        return
    document = snapshot.documents[path]
    target = cold_table(snapshot, path)
    if target is None or not meta_extents(document, document.table(snapshot.settings)):
        return
    edits = Deferred(lambda: move_meta_cluster(snapshot, path))
    yield Action(f"Move the meta topics to {target}", "refactor.rewrite", edits)
