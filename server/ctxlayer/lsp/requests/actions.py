"""Quick fixes, refactorings, and fix-all."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from ctxlayer.lsp.capabilities import APPLY_EDIT, FIX_ALL
from ctxlayer.lsp.commands import FETCH
from ctxlayer.lsp.conversion import workspace_edit
from ctxlayer.lsp.protocol import Refused
from ctxlayer.lsp.requests.fetching import fetch
from ctxlayer.lsp.requests.renaming import rewrite_edit
from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.ide.model import Action
    from ctxlayer.lsp.language_server import Server


def code_actions(
    ls: Server, params: types.CodeActionParams
) -> asyncio.Future[list[types.CodeAction | types.Command] | None]:
    """Actions at a range, of the kinds that are asked for, with the diagnostics they mend."""

    def answer(view: View) -> list[types.CodeAction | types.Command]:
        made = (
            _action(action, view, params.context.diagnostics) for action in _found(view, params)
        )
        present = [action for action in made if action is not None]
        if view.client.action_literals:
            return list(present)
        return [_command(ls, action) for action in present]

    return ls.ask(params.text_document.uri, answer)


def execute(ls: Server, params: types.ExecuteCommandParams) -> None:
    """Apply the edit of an action that was sent as a command, or fetch siblings."""
    if params.command == FETCH:
        fetch(ls, params)
        return
    if params.command != APPLY_EDIT or not params.arguments:
        raise JsonRpcInvalidParams(f"not a command with its arguments: {params.command}")
    ls.apply_edit(params.arguments[0])


def _found(view: View, params: types.CodeActionParams) -> Iterator[Action]:
    wanted = params.context.only
    if _is_wanted("quickfix", wanted) or _is_wanted("refactor.rewrite", wanted):
        span = view.columns.span(params.range)
        unasked = _is_unasked(params.context)

        def wants(kind: str) -> bool:
            # What a refactoring edits is worked out when somebody opens the menu.
            return _is_wanted(kind, wanted) and not (unasked and kind != "quickfix")

        for action in view.engine.actions(view.snapshot, view.path, span, None, wants):
            if action.personal and _is_for_all(params.context):
                continue
            yield action
    if _is_wanted(FIX_ALL, wanted) and not _is_unasked(params.context):
        fix_all = view.engine.fix_all(view.snapshot, view.path)
        if fix_all is not None:
            yield fix_all


def _is_wanted(kind: str, wanted: Sequence[str] | None) -> bool:
    """Kinds are a tree: `source.fixAll` asks for everything below it, "" for all."""
    if wanted is None:
        return True
    names = (str(getattr(name, "value", name)) for name in wanted)
    return any(not name or kind == name or kind.startswith(name + ".") for name in names)


def _is_unasked(context: types.CodeActionContext) -> bool:
    """Whether an editor only asks whether to show a light bulb, as it does on each move of the
    cursor. It shows no source actions there, and fixing a whole document in advance is work."""
    return context.only is None and context.trigger_kind is types.CodeActionTriggerKind.Automatic


def _is_for_all(context: types.CodeActionContext) -> bool:
    """Whether an editor asks by itself for actions of some kinds, to apply them all: on saving, say."""
    automatic = context.trigger_kind is types.CodeActionTriggerKind.Automatic
    return automatic and bool(context.only)


def _action(
    action: Action, view: View, diagnostics: Sequence[types.Diagnostic]
) -> types.CodeAction | None:
    if action.disabled:
        # Without an edit there is nothing for a client that would not show why.
        if not (view.client.action_disabled and view.client.action_literals):
            return None
        why = types.CodeActionDisabled(reason=action.disabled)
        return types.CodeAction(title=action.title, kind=action.kind, disabled=why)
    if action.command:
        return _by_command(action, view, diagnostics)
    if not action.edits and not action.moves:
        return None
    edit = _edit(action, view)
    if edit is None:
        return None
    return types.CodeAction(
        title=action.title,
        kind=action.kind,
        diagnostics=_mended(action, view, diagnostics) or None,
        is_preferred=True if action.preferred and view.client.action_preferred else None,
        edit=edit,
    )


def _by_command(
    action: Action, view: View, diagnostics: Sequence[types.Diagnostic]
) -> types.CodeAction | None:
    """An action that is a command; None for a client that cannot run that."""
    if not view.client.runs(action.command):
        return None
    arguments = list(action.arguments) or [view.uri_of(view.path)]
    return types.CodeAction(
        title=action.title,
        kind=action.kind,
        diagnostics=_mended(action, view, diagnostics) or None,
        command=types.Command(title=action.title, command=action.command, arguments=arguments),
    )


def _edit(action: Action, view: View) -> types.WorkspaceEdit | None:
    """What an action does; None where the client could not do all of it."""
    if not action.moves:
        versioned = view.client.document_changes
        return workspace_edit(action.edits, view.edit_target, versioned=versioned)
    from ctxlayer.ide.model import Rewrite

    try:
        return rewrite_edit(Rewrite(action.edits, action.moves), view)
    except Refused:
        return None


def _mended(
    action: Action, view: View, diagnostics: Sequence[types.Diagnostic]
) -> list[types.Diagnostic]:
    """Those of the client's diagnostics that speak of the action's findings."""
    columns = view.columns
    findings = {
        (finding.lint, str(columns.range(finding.span)))
        for finding in action.findings
        if finding.path == view.path
    }
    return [each for each in diagnostics if (each.code, str(each.range)) in findings]


def _command(ls: Server, action: types.CodeAction) -> types.Command:
    if action.command is not None:
        return action.command
    edit: Any = ls.protocol.to_json(action.edit)
    return types.Command(title=action.title, command=APPLY_EDIT, arguments=[edit])
