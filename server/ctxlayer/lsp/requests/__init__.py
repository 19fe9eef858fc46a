"""One file a feature. Handlers get the server and typed params; what they return is the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lsprotocol import types

from ctxlayer.lsp.requests import (
    actions,
    changes,
    completion,
    definition,
    diagnostics,
    files,
    folding,
    formatting,
    hover,
    inlay_hints,
    lenses,
    links,
    references,
    renaming,
    status,
    symbols,
    sync,
    workspace,
)

HANDLERS: Mapping[str, Callable[..., Any]] = {
    types.INITIALIZED: workspace.initialized,
    types.TEXT_DOCUMENT_DID_OPEN: sync.did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: sync.did_change,
    types.TEXT_DOCUMENT_DID_SAVE: sync.did_save,
    types.TEXT_DOCUMENT_DID_CLOSE: sync.did_close,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: workspace.did_change_folders,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: workspace.did_change_files,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: workspace.did_change_configuration,
    types.TEXT_DOCUMENT_DIAGNOSTIC: diagnostics.pull,
    types.TEXT_DOCUMENT_HOVER: hover.hover,
    types.TEXT_DOCUMENT_COMPLETION: completion.complete,
    types.COMPLETION_ITEM_RESOLVE: completion.resolve,
    types.TEXT_DOCUMENT_CODE_ACTION: actions.code_actions,
    types.WORKSPACE_EXECUTE_COMMAND: actions.execute,
    types.TEXT_DOCUMENT_CODE_LENS: lenses.lenses,
    types.TEXT_DOCUMENT_INLAY_HINT: inlay_hints.hints,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: links.links,
    types.TEXT_DOCUMENT_DEFINITION: definition.definition,
    types.TEXT_DOCUMENT_REFERENCES: references.references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: references.highlights,
    types.TEXT_DOCUMENT_PREPARE_RENAME: renaming.prepare,
    types.TEXT_DOCUMENT_RENAME: renaming.rename,
    types.TEXT_DOCUMENT_FOLDING_RANGE: folding.folds,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: symbols.symbols,
    types.WORKSPACE_SYMBOL: symbols.workspace_symbols,
    types.WORKSPACE_WILL_RENAME_FILES: files.will_rename,
    types.WORKSPACE_DID_RENAME_FILES: files.did_rename,
    types.WORKSPACE_WILL_DELETE_FILES: files.will_delete,
    types.WORKSPACE_DID_DELETE_FILES: files.did_delete,
    types.WORKSPACE_DID_CREATE_FILES: files.did_create,
    types.TEXT_DOCUMENT_FORMATTING: formatting.document,
    types.TEXT_DOCUMENT_RANGE_FORMATTING: formatting.range_,
    types.TEXT_DOCUMENT_ON_TYPE_FORMATTING: formatting.typed,
    "ctxlayer/matchPath": status.match_path,
    "ctxlayer/fileStatus": status.file_status,
    "ctxlayer/layerStatus": status.layer_status,
    "ctxlayer/reviewQueue": changes.review_queue,
    "ctxlayer/changesSince": changes.changes_since,
    "ctxlayer/textAt": changes.text_at,
}
"""Every method that the server handles itself."""
