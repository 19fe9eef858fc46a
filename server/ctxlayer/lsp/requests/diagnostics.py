"""Pulled diagnostics."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def pull(ls: Server, params: types.DocumentDiagnosticParams) -> asyncio.Future[Any]:
    """A full report, or that nothing is different since `previous_result_id`."""
    return ls.pull(params.text_document.uri, params.previous_result_id)
