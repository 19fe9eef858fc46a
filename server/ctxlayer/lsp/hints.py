"""Hints that the client shows, and whether they still hold.

The client asks again by itself after an edit of the document. What other files change about it, it
cannot know: then it is asked to ask again. Everything here runs on the engine's thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from ctxlayer.lsp.conversion import Json
from ctxlayer.lsp.session import Session, Shielded
from ctxlayer.text import Span

if TYPE_CHECKING:
    from ctxlayer.ide.model import Hint

_REMEMBERED = 16
"""Documents whose hints are kept true: those on screen, with some to spare."""


class _Shown(NamedTuple):
    path: Path
    document: object
    hints: tuple[Hint, ...]


class ShownHints:
    """Answers with hints and remembers those of the documents that were asked for last."""

    def __init__(self, session: Session, ask_again: Callable[[], None]) -> None:
        self._session = session
        self._ask_again = ask_again
        self._shown: OrderedDict[str, _Shown] = OrderedDict()

    def ask(self, uri: str, path: Path, range_: types.Range) -> list[Json]:
        """The hints of a part of a document; none outside every layer."""
        view = self._session.view(path)
        if view is None or not view.is_document:
            return []
        columns = view.columns
        within = columns.span(range_)
        found = view.engine.hints(view.snapshot, view.path)
        self._shown[uri] = _Shown(path, view.snapshot.document(view.path), found)
        self._shown.move_to_end(uri)
        if len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)
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

    def announce(self) -> None:
        """Have the client ask again if hints changed of a document that did not change itself."""
        if not self._session.client.refresh_hints:
            return
        changed = False
        with Shielded(self._session, "could not look at the hints"):
            for uri, shown in list(self._shown.items()):
                now = self._now(shown.path)
                if now is None:
                    del self._shown[uri]
                    continue
                changed = changed or (now.document is shown.document and now.hints != shown.hints)
                self._shown[uri] = now
        if changed:
            self._ask_again()

    def _now(self, path: Path) -> _Shown | None:
        view = self._session.view(path)
        document = view.snapshot.document(view.path) if view is not None else None
        if view is None or document is None:
            return None
        return _Shown(path, document, view.engine.hints(view.snapshot, view.path))
