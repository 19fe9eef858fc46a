"""Which documents the client is told that we format.

A client asks its user to choose when two servers format one document. So one that can be told
later hears of the trigger tables alone, by their paths, and again whenever those change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lsprotocol import types

from ctxlayer.lsp.client import Client
from ctxlayer.lsp.session import Session

METHODS = (
    types.TEXT_DOCUMENT_FORMATTING,
    types.TEXT_DOCUMENT_RANGE_FORMATTING,
    types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
)
TYPED = "|"
"""What is typed at the end of a cell."""

_GLOB_SIGNS = str.maketrans(dict.fromkeys("*?[]{}!\\", "?"))


class Formatters:
    """Knows the trigger tables of all layers, on the engine's thread."""

    def __init__(self, session: Session, tell: Callable[[tuple[str, ...]], object]) -> None:
        self._session = session
        self._tell = tell
        self._told: tuple[str, ...] = ()

    def announce(self) -> None:
        """Tell the paths of the trigger tables, each from its layer's root, if they are others."""
        engine = self._session.engine
        if engine is None or not self._session.client.registers_formatting:
            return
        found = {
            path for snapshot in self._session.snapshots() for path in engine.formatted(snapshot)
        }
        paths = tuple(sorted(found))
        if paths != self._told:
            self._told = paths
            self._tell(paths)


def registrations(client: Client, paths: Iterable[str]) -> list[types.Registration]:
    """What to register so that documents at `paths` are formatted, wherever their layer lies."""
    selector = [
        types.TextDocumentFilterPattern(scheme="file", pattern=f"**/{path.translate(_GLOB_SIGNS)}")
        for path in paths
    ]
    if not selector:
        return []
    options = (
        types.DocumentFormattingRegistrationOptions(document_selector=selector),
        types.DocumentRangeFormattingRegistrationOptions(document_selector=selector),
        types.DocumentOnTypeFormattingRegistrationOptions(
            document_selector=selector, first_trigger_character=TYPED
        ),
    )
    return [
        types.Registration(id=_id(method), method=method, register_options=option)
        for method, option in zip(METHODS, options, strict=True)
        if method in client.registers_formatting
    ]


def unregistrations(client: Client) -> list[types.Unregistration]:
    """What takes the same back."""
    return [
        types.Unregistration(id=_id(method), method=method)
        for method in METHODS
        if method in client.registers_formatting
    ]


def _id(method: str) -> str:
    return f"ctxlayer-{method}"
