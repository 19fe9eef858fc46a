"""Lines of facts above topics and titles."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.ide.model import Lens
    from ctxlayer.lsp.language_server import Server


def lenses(ls: Server, params: types.CodeLensParams) -> asyncio.Future[list[types.CodeLens] | None]:
    """All lenses of a document; one without a command is text only."""

    def answer(view: View, found: tuple[Lens, ...]) -> list[types.CodeLens]:
        columns = view.columns
        return [
            types.CodeLens(range=columns.range(lens.span), command=_command(lens, view))
            for lens in found
            if not lens.acts or view.client.runs(lens.command)
        ]

    return ls.ask_lenses(params.text_document.uri, answer)


def _command(lens: Lens, view: View) -> types.Command:
    """The text of a lens, with its command where the client can run that."""
    if not view.client.runs(lens.command):
        return types.Command(title=lens.title, command="")
    arguments = list(lens.arguments) or None
    return types.Command(title=lens.title, command=lens.command, arguments=arguments)
