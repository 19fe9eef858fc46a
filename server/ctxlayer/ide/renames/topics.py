"""A topic gets another name: in the tables, in the settings, on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxlayer.analysis.indexing import owning_topic
from ctxlayer.analysis.moves import Moves
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.model import Rewrite
from ctxlayer.ide.moving import following_topics, move_edits
from ctxlayer.ide.renames.refusal import Refusal
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic_names import is_kebab, kebab


def rename_topic(snapshot: Snapshot, old: str, new: str) -> Rewrite | Refusal:
    """Rows and headings, the folder `knowledge/<topic>/`, the names of its extractions, all that
    leads to those, and the topic's key in the settings.
    """
    if not is_kebab(new):
        hint = kebab(new)
        return Refusal(
            f"`{new}` is no topic name: letters and digits in lower case, joined by single `-`"
            + (f", such as `{hint}`" if hint else "")
        )
    index = snapshot.ask(topic_index)
    taken = index.folded_names.get(new.casefold())
    if taken not in (None, old):
        place = index.names[taken][0]
        return Refusal(f"`{taken}` is a topic already, in {place.path}")
    moves = topic_moves(snapshot, old, new)
    collision = _collision(moves, snapshot)
    if collision is not None:
        return collision
    return Rewrite(move_edits(snapshot, moves, {old: new}), moves)


def move_whole(snapshot: Snapshot, moves: Mapping[str, str]) -> Rewrite:
    """A move, and where it gives a topic another name, that of the topic's extractions too."""
    names = following_topics(Moves(moves, snapshot.tree), snapshot)
    whole = dict(moves)
    for old, new in names.items():
        for path, target in _extractions(snapshot, old, new):
            if not target_is_taken(target, snapshot):
                whole.setdefault(path, target)
    return Rewrite(move_edits(snapshot, whole, names), whole)


def target_is_taken(path: str, snapshot: Snapshot) -> bool:
    """Whether a file or folder is at `path`."""
    return path in snapshot.tree.paths or path in snapshot.tree.folders


def topic_moves(snapshot: Snapshot, old: str, new: str) -> dict[str, str]:
    """The folder and the extractions of a topic, old path to new one."""
    moves = {}
    if f"knowledge/{old}" in snapshot.tree.folders:
        moves[f"knowledge/{old}"] = f"knowledge/{new}"
    moves.update(_extractions(snapshot, old, new))
    return moves


def _extractions(snapshot: Snapshot, old: str, new: str) -> Iterator[tuple[str, str]]:
    """Those whose name says the topic behind the date, and no longer topic name."""
    index = snapshot.ask(topic_index)
    for path in sorted(snapshot.by_kind.get(Kind.EXTRACTION, ())):
        folder, _, name = path.rpartition("/")
        rest = name[11:]
        if rest.startswith(old) and owning_topic(path, Kind.EXTRACTION, index) == old:
            yield path, f"{folder}/{name[:11]}{new}{rest[len(old) :]}"


def _collision(moves: dict[str, str], snapshot: Snapshot) -> Refusal | None:
    for old, new in moves.items():
        if old.casefold() != new.casefold() and target_is_taken(new, snapshot):
            return Refusal(f"{new} exists already; move or merge it first")
    return None
