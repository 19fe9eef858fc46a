"""Files and folders that are about to move: where each path goes, and the layer afterwards."""

from __future__ import annotations

from collections.abc import Mapping

from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree


class Moves:
    """Where the paths of a layer go.

    `moves` names files and folders, old path to new one, both from the root. Where one lies in
    another, the nearest counts. `files` are all files of the tree that get another path.
    """

    def __init__(self, moves: Mapping[str, str], tree: Tree) -> None:
        clean = {old.strip("/"): new.strip("/") for old, new in moves.items()}
        self.named: Mapping[str, str] = {old: new for old, new in clean.items() if old != new}
        below = {
            path
            for old in self.named
            for path in ((old,) if old in tree.paths else tree.below(old) if old else ())
        }
        self.files: Mapping[str, str] = {path: self.of(path) for path in sorted(below)}

    def __bool__(self) -> bool:
        return bool(self.named)

    def of(self, path: str) -> str:
        """Where `path` goes, whether it exists or not; itself where it stays."""
        return moved(path, self.named)


def moved(path: str, moves: Mapping[str, str]) -> str:
    """Where `path` goes by the nearest of the moves (old path to new one) that it lies in."""
    at = path
    while at:
        if at in moves:
            return f"{moves[at]}{path[len(at) :]}"
        at = at.rpartition("/")[0]
    return path


def after_moves(snapshot: Snapshot, moves: Moves) -> Snapshot:
    """The layer with its files in their new places, their texts as they are."""
    changed = []
    for old, new in moves.files.items():
        document = snapshot.document(old)
        placement = snapshot.placement(new)
        text = snapshot.documents[old].text if document else None
        if text is not None and placement is not None:
            changed.append(Document(new, placement, text, document))
    return snapshot.after(
        changed=changed,
        removed=[path for path in moves.files if path in snapshot.documents],
        tree=snapshot.tree.changed(moves.files.values(), moves.files),
    )
