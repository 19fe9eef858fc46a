"""What this server offers, shaped by what the client can use."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from ctxlayer.lsp.client import Client
from ctxlayer.lsp.commands import EVERYWHERE
from ctxlayer.lsp.formatters import METHODS, TYPED

TRIGGERS = (" ", "/", "(", "<", "#", "@", '"')
"""Those of `ide.completion`, which takes too long to import before `initialize` is answered."""

APPLY_EDIT = "ctxlayer.applyEdit"
"""The command behind an action for clients that know only commands."""

FIX_ALL = "source.fixAll.ctxlayer"


def server_capabilities(client: Client) -> types.ServerCapabilities:
    """The answer to `initialize`."""
    return types.ServerCapabilities(
        position_encoding=types.PositionEncodingKind(client.encoding.value),
        text_document_sync=types.TextDocumentSyncOptions(
            open_close=True,
            change=types.TextDocumentSyncKind.Incremental,
            save=types.SaveOptions(include_text=False),
        ),
        hover_provider=True,
        completion_provider=types.CompletionOptions(
            trigger_characters=list(TRIGGERS), resolve_provider=True
        ),
        code_action_provider=_code_actions(client),
        code_lens_provider=types.CodeLensOptions(resolve_provider=False),
        document_link_provider=types.DocumentLinkOptions(resolve_provider=False),
        inlay_hint_provider=(
            types.InlayHintOptions(resolve_provider=False) if client.hints else None
        ),
        definition_provider=True,
        references_provider=True,
        document_highlight_provider=True,
        rename_provider=_rename(client),
        folding_range_provider=True,
        document_symbol_provider=True,
        workspace_symbol_provider=True,
        **_formatting(client),
        diagnostic_provider=_pulled(client),
        execute_command_provider=_commands(client),
        workspace=types.WorkspaceOptions(
            workspace_folders=types.WorkspaceFoldersServerCapabilities(
                supported=True, change_notifications=True
            ),
            file_operations=_file_operations(client),
        ),
    )


def _code_actions(client: Client) -> types.CodeActionOptions | bool:
    if not client.action_literals:
        return True
    kinds = types.CodeActionKind
    return types.CodeActionOptions(
        code_action_kinds=[kinds.QuickFix, kinds.RefactorRewrite, FIX_ALL]
    )


def _formatting(client: Client) -> dict[str, Any]:
    """Formatting, so far as the client cannot be told later which documents it is for."""
    document, part, typed = (each not in client.registers_formatting for each in METHODS)
    return {
        "document_formatting_provider": document or None,
        "document_range_formatting_provider": part or None,
        "document_on_type_formatting_provider": types.DocumentOnTypeFormattingOptions(
            first_trigger_character=TYPED
        )
        if typed
        else None,
    }


def _rename(client: Client) -> types.RenameOptions | bool:
    return types.RenameOptions(prepare_provider=True) if client.prepares_rename else True


def _file_operations(client: Client) -> types.FileOperationOptions | None:
    """What to be told of files; of all, since pointers lead to any file."""
    everything = types.FileOperationRegistrationOptions(
        filters=[
            types.FileOperationFilter(
                scheme="file", pattern=types.FileOperationPattern(glob="**/*")
            )
        ]
    )

    def wanted(name: str) -> types.FileOperationRegistrationOptions | None:
        return everything if name in client.file_operations else None

    if not client.file_operations:
        return None
    return types.FileOperationOptions(
        did_create=wanted("didCreate"),
        did_rename=wanted("didRename"),
        did_delete=wanted("didDelete"),
        will_rename=wanted("willRename"),
        will_delete=wanted("willDelete"),
    )


def _pulled(client: Client) -> types.DiagnosticOptions | None:
    if not client.pulls:
        return None
    return types.DiagnosticOptions(
        identifier="ctxlayer", inter_file_dependencies=True, workspace_diagnostics=False
    )


def _commands(client: Client) -> types.ExecuteCommandOptions:
    """No more than a client needs: VS Code registers every command id that it is told, and refuses the
    second one that has the same name."""
    names = sorted(EVERYWHERE)
    return types.ExecuteCommandOptions(
        commands=names if client.action_literals else [APPLY_EDIT, *names]
    )
