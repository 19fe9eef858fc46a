"""Fetching siblings, when somebody says so and at no other time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pygls.exceptions import JsonRpcInvalidParams

if TYPE_CHECKING:
    from lsprotocol import types

    from ctxlayer.lsp.language_server import Server


def fetch(ls: Server, params: types.ExecuteCommandParams) -> None:
    """Begin to fetch the siblings that the argument names, all of them without one.

    It is answered at once: a network may take half a minute, and some clients wait for an answer with
    everything else.
    """
    root, names = _asked(params.arguments or ())
    ls.fetch(root, names)


def _asked(arguments: Sequence[Any]) -> tuple[str | None, tuple[str, ...] | None]:
    """The root of a layer, and names of its siblings; None for all."""
    asked = arguments[0] if arguments else {}
    root, names = (asked.get("root"), asked.get("repos")) if isinstance(asked, dict) else (0, 0)
    if names is not None and not (
        isinstance(names, list) and all(isinstance(name, str) for name in names)
    ):
        raise JsonRpcInvalidParams("the argument is {root?: string, repos?: string[]}")
    if root is not None and not isinstance(root, str):
        raise JsonRpcInvalidParams("the argument is {root?: string, repos?: string[]}")
    return root, None if names is None else tuple(names)
