"""Files that are one machine's or one ticket's own, and that git tracks all the same."""

from __future__ import annotations

from ctxlayer.layer.snapshot import Snapshot

LOCAL_FOLDERS = (".local", "working")
"""The folders of the root whose content nobody should commit."""

_KEEPERS = frozenset({".gitignore", ".gitattributes", ".gitkeep", ".keep"})
"""Files that keep an empty folder in git, or its content out of it."""
_SAMPLES = frozenset({"example", "sample", "template", "dist"})


def committed_locals(snapshot: Snapshot, last: tuple[str, ...] | None) -> tuple[str, ...]:
    """A query: the files of `.local/` and `working/` that are here and that git tracks, sorted.

    Left out is what holds the folder itself: its README, what git reads, a sample to be copied. A
    file that the settings place elsewhere is the layer's own.
    """
    if not snapshot.full or not snapshot.tracked_local:
        return ()
    return tuple(
        sorted(
            path
            for path in snapshot.tracked_local
            if path.partition("/")[0] in LOCAL_FOLDERS
            and path in snapshot.tree.paths
            and not _belongs(path)
            and snapshot.settings.kind_override(path) is None
        )
    )


def _belongs(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    stem = name.partition(".")[0]
    return (
        name in _KEEPERS
        or not _SAMPLES.isdisjoint(name.replace("-", ".").replace("_", ".").split("."))
        or (stem == "readme" and path.count("/") == 1)
    )
