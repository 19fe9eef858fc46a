"""Folders and files of the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp import uris

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def initialized(ls: Server, _: types.InitializedParams) -> None:
    """Now the client listens: read the workspace."""
    ls.initialized()


def did_change_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Folders came or left."""
    ls.change_folders(params.event)


def did_change_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """Files changed on disk. A folder that moved is one event for all that it holds."""
    paths, deleted = [], []
    for event in params.changes:
        path = uris.to_path(event.uri)
        if path is not None:
            paths.append(path)
            if event.type == types.FileChangeType.Deleted:
                deleted.append(path)
    if paths:
        ls.disk_changed(paths, deleted)


def did_change_configuration(ls: Server, _: types.DidChangeConfigurationParams) -> None:
    """Editor settings change presentation in the client only; the layer has its own file."""
