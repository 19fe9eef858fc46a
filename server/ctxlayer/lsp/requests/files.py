"""Files and folders that the person renames, deletes or creates in the editor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp import uris
from ctxlayer.lsp.conversion import workspace_edit
from ctxlayer.lsp.session import View
from ctxlayer.text import Edit

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server

Answer = asyncio.Future[types.WorkspaceEdit | None]
Edits = Mapping[str, tuple[Edit, ...]]


def will_rename(ls: Server, params: types.RenameFilesParams) -> Answer:
    """What leads to these files and what they lead to, for their new places."""
    pairs = _pairs(params)

    def edits(view: View) -> Edits:
        places = ((_inside(old, view), _inside(new, view)) for old, new in pairs)
        moves = {old: new for old, new in places if old and new}
        if not moves or _is_announced(frozenset(pairs), view):
            return {}
        return view.engine.move_edits(view.snapshot, moves)

    return ls.ask_all(lambda views: _joined(views, edits))


def will_delete(ls: Server, params: types.DeleteFilesParams) -> Answer:
    """The pointers that would lead nowhere, taken out."""
    paths = _paths(file.uri for file in params.files)

    def edits(view: View) -> Edits:
        inside = [path for path in (_inside(each, view) for each in paths) if path]
        return view.engine.delete_edits(view.snapshot, inside) if inside else {}

    return ls.ask_all(lambda views: _joined(views, edits))


def did_rename(ls: Server, params: types.RenameFilesParams) -> None:
    """They are elsewhere now. Not every client watches files."""
    pairs = _pairs(params)
    gone = [old for old, _ in pairs]
    ls.disk_changed([*gone, *(new for _, new in pairs)], gone)


def did_delete(ls: Server, params: types.DeleteFilesParams) -> None:
    """They are gone."""
    gone = _paths(file.uri for file in params.files)
    ls.disk_changed(gone, gone)


def did_create(ls: Server, params: types.CreateFilesParams) -> None:
    """They are there."""
    ls.disk_changed(_paths(file.uri for file in params.files), [])


def _pairs(params: types.RenameFilesParams) -> list[tuple[Path, Path]]:
    found = ((uris.to_path(file.old_uri), uris.to_path(file.new_uri)) for file in params.files)
    return [(old, new) for old, new in found if old is not None and new is not None]


def _paths(found: Iterable[str]) -> list[Path]:
    return [path for path in map(uris.to_path, found) if path is not None]


def _inside(path: Path, view: View) -> str | None:
    """`path` from the root of the layer; None outside, and in a layer of its own inside."""
    relative = view.layer.relative(path)
    nested = view.layer.nested
    if not relative or any(f"{relative}/".startswith(f"{each}/") for each in nested):
        return None
    return relative


def _is_announced(moves: frozenset[tuple[Path, Path]], view: View) -> bool:
    """Whether the client makes renames that we told it to, after the edits that belong to them."""
    documents = view.snapshot.documents
    return any(
        moves <= each.moves
        and all(path in documents and documents[path].text == text for path, text in each.texts)
        for each in view.session.announced
    )


def _joined(views: Sequence[View], edits: Callable[[View], Edits]) -> types.WorkspaceEdit | None:
    """The edits of all layers as one workspace edit; None where there are none."""
    made = []
    for view in views:
        found = edits(view)
        versioned = view.client.document_changes
        edit = workspace_edit(found, view.edit_target, versioned=versioned) if found else None
        if edit is not None:
            made.append(edit)
    if not made:
        return None
    if made[0].changes is not None:
        changes = [item for edit in made for item in (edit.changes or {}).items()]
        return types.WorkspaceEdit(changes=dict(changes))
    return types.WorkspaceEdit(
        document_changes=[change for edit in made for change in edit.document_changes or ()]
    )
