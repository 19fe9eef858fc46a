"""Moving files and folders of a layer, with everything that leads to them or from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ctxlayer.analysis.moves import Moves, after_moves
from ctxlayer.analysis.topics import topic_index
from ctxlayer.ide.fixing import edited
from ctxlayer.ide.model import Rewrite
from ctxlayer.ide.moves.cases import case_edits
from ctxlayer.ide.moves.headings import topic_name_edits
from ctxlayer.ide.moves.links import text_edits
from ctxlayer.ide.moves.pointers import Moving, pointer_edits
from ctxlayer.ide.moves.settings import settings_edits
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic_names import is_kebab
from ctxlayer.lints.registry import known_names
from ctxlayer.settings import load_settings
from ctxlayer.text import Edit


def move_edits(
    snapshot: Snapshot, moves: Mapping[str, str], names: Mapping[str, str] | None = None
) -> Mapping[str, tuple[Edit, ...]]:
    """The edits that keep everything true when files and folders move, old path to new one.

    Pointers, links, imports, frontmatter and settings are written as they were: bare names stay
    bare where they can. The edits are by old path, for the texts before the moves. `names` are
    topics that get another name in the same breath; absent, a topic follows its folder in
    `knowledge/`, if its new name is free and well formed.
    """
    where = Moves(moves, snapshot.tree)
    if names is None:
        names = following_topics(where, snapshot)
    moving = Moving(snapshot, where, after_moves(snapshot, where), names)
    found: dict[str, set[Edit]] = {}
    for name, new in names.items():
        _gather(topic_name_edits(snapshot, name, new), found)
    _gather(case_edits(snapshot, names), found)
    for edits in (pointer_edits(moving), text_edits(moving), settings_edits(moving)):
        _gather(edits, found)
    return {path: tuple(sorted(found[path])) for path in sorted(found)}


def moved(snapshot: Snapshot, rewrite: Rewrite) -> Snapshot:
    """The layer after a rewrite: its edits, then its moves."""
    after = edited(snapshot, rewrite.edits)
    settings = after.document(after.settings_file)
    if settings is not None and after.settings_file in rewrite.edits:
        name = after.settings_file.rpartition("/")[2]
        read, problems = load_settings(settings.text, name, known_names())
        after = after.after(settings=read or after.settings, settings_problems=problems)
    return after_moves(after, Moves(rewrite.moves, after.tree)) if rewrite.moves else after


def _gather(edits: Iterable[tuple[str, Edit]], found: dict[str, set[Edit]]) -> None:
    for path, edit in edits:
        if edit.span.start < edit.span.end or edit.new:
            found.setdefault(path, set()).add(edit)


def following_topics(moves: Moves, snapshot: Snapshot) -> dict[str, str]:
    """Topics that get another name, since their whole folder in `knowledge/` does."""
    index = snapshot.ask(topic_index)
    names: dict[str, str] = {}
    for old, new in moves.named.items():
        name, wanted = _topic_folder(old), _topic_folder(new)
        if name not in index.names or not wanted or old in snapshot.tree.paths:
            continue
        taken = index.folded_names.get(wanted.casefold())
        if is_kebab(wanted) and taken in (None, name):
            names[name] = wanted
    return names


def _topic_folder(path: str) -> str:
    parts = path.split("/")
    return parts[1] if len(parts) == 2 and parts[0] == "knowledge" else ""
