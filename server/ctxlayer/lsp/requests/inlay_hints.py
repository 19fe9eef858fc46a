"""How many files stand behind patterns."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.conversion import Json
from ctxlayer.lsp.session import View
from ctxlayer.text import Span

if TYPE_CHECKING:
    from ctxlayer.ide.model import Hint
    from ctxlayer.lsp.language_server import Server


def hints(ls: Server, params: types.InlayHintParams) -> asyncio.Future[list[Json] | None]:
    """The hints of what is in view."""

    def answer(view: View, found: tuple[Hint, ...]) -> list[Json]:
        columns = view.columns
        within = columns.span(params.range)
        return [
            {
                "position": columns.range_json(Span.at(hint.offset))["start"],
                "label": hint.label,
                "paddingLeft": True,
                **({"tooltip": hint.tooltip} if hint.tooltip else {}),
            }
            for hint in found
            if within.start <= hint.offset <= within.end
        ]

    return ls.ask_hints(params.text_document.uri, answer)
