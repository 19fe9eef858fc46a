"""Our own requests: what a file is to the layer. For the status bar, about any file."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

from ctxlayer.lsp.session import View

if TYPE_CHECKING:
    from ctxlayer.lsp.language_server import Server


def match_path(ls: Server, params: Any) -> asyncio.Future[Any]:
    """Which rules load for a file, and why: one entry of `match`'s `paths`."""
    return ls.ask_status(_uri(params), _match_path)


def file_status(ls: Server, params: Any) -> asyncio.Future[Any]:
    """How far a file is to be trusted: one entry of `trust`'s `files`."""
    return ls.ask_status(_uri(params), _file_status)


def layer_status(ls: Server, params: Any) -> asyncio.Future[Any]:
    """What is to be told of the layer around a file: its hot set against the budget and HEAD.

    Without a `uri`, the layer around the first of the workspace folders.
    """
    folder = ls.first_folder
    if folder is not None and (not params or params == {"uri": None}):
        params = {"uri": folder}
    return ls.ask_status(_uri(params), _layer_status)


def _match_path(view: View) -> dict[str, Any] | None:
    return view.engine.match_path(view.snapshot, view.path)


def _file_status(view: View) -> dict[str, Any] | None:
    return view.engine.file_status(view.snapshot, view.path)


def _layer_status(view: View) -> dict[str, Any] | None:
    return view.engine.layer_status(view.snapshot, view.path)


def _uri(params: Any) -> str:
    uri = params.get("uri") if isinstance(params, dict) else None
    if not isinstance(uri, str):
        raise JsonRpcInvalidParams("params are {uri: string}")
    return uri
