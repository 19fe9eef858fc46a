"""Renaming a topic, a term, a heading or a file, in every place that names it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.conversion import workspace_edit
from ctxlayer.lsp.protocol import Refused
from ctxlayer.lsp.session import Announced, View
from ctxlayer.text import apply_edits

if TYPE_CHECKING:
    from ctxlayer.ide.model import Rewrite
    from ctxlayer.lsp.language_server import Server


def prepare(
    ls: Server, params: types.PrepareRenameParams
) -> asyncio.Future[types.PrepareRenamePlaceholder | None]:
    """What would be renamed; refuses, with the reason, where nothing can be."""

    def answer(view: View) -> types.PrepareRenamePlaceholder:
        from ctxlayer.ide.renaming import Refusal

        offset = view.columns.offset(params.position)
        ready = view.engine.prepare_rename(view.snapshot, view.path, offset)
        if isinstance(ready, Refusal):
            raise Refused(ready.message)
        return types.PrepareRenamePlaceholder(
            range=view.columns.range(ready.span), placeholder=ready.name
        )

    return ls.ask(params.text_document.uri, answer)


def rename(ls: Server, params: types.RenameParams) -> asyncio.Future[types.WorkspaceEdit | None]:
    """One workspace edit with everything; refuses, with the reason, what cannot be done whole."""

    def answer(view: View) -> types.WorkspaceEdit:
        from ctxlayer.ide.renaming import Refusal

        offset = view.columns.offset(params.position)
        made = view.engine.rename(view.snapshot, view.path, offset, params.new_name)
        if isinstance(made, Refusal):
            raise Refused(made.message)
        return rewrite_edit(made, view)

    return ls.ask(params.text_document.uri, answer)


def rewrite_edit(rewrite: Rewrite, view: View) -> types.WorkspaceEdit:
    """Edits and then moves, as the client takes them; raises `Refused` where it cannot."""
    client = view.client
    moves = sorted(rewrite.moves.items())
    if moves and not (client.renames_files and client.document_changes):
        old, new = moves[0]
        raise Refused(
            f"this renames {old} to {new} too, and the editor lets no language server do that; "
            f"run `ctxlayer mv {old} {new}`"
        )
    renames = [
        types.RenameFile(
            old_uri=view.uri_of(old),
            new_uri=view.uri_of(new),
            options=types.RenameFileOptions(overwrite=False),
        )
        for old, new in moves
    ]
    edit = workspace_edit(
        rewrite.edits, view.edit_target, versioned=client.document_changes, renames=renames
    )
    if edit is None:
        raise Refused("a file that would have to change cannot be edited any more; try again")
    if moves:
        files = ((view.file_of(old), view.file_of(new)) for old, new in moves)
        view.session.announced.append(Announced(frozenset(files), _texts(rewrite, view)))
    return edit


def _texts(rewrite: Rewrite, view: View) -> tuple[tuple[str, str], ...]:
    """The texts of the edited documents once their edits are made."""
    documents = view.snapshot.documents
    return tuple(
        (path, apply_edits(documents[path].text, edits))
        for path, edits in rewrite.edits.items()
        if path in documents
    )
