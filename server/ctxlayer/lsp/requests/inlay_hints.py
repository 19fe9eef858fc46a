"""How many files stand behind patterns."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from ctxlayer.lsp.conversion import Json

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def hints(ls: Server, params: types.InlayHintParams) -> asyncio.Future[list[Json] | None]:
    """The hints of what is in view."""
    return ls.ask_hints(params.text_document.uri, params.range)
