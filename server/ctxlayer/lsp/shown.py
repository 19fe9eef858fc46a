"""What the client shows beside texts, hints and lenses, and whether it still holds.

The client asks again by itself after an edit of the document. What other files change about it, it
cannot know: then it is asked to ask again. Everything here runs on the engine's thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from ctxlayer.lsp.client import Client
from ctxlayer.lsp.session import Session, Shielded, View

T = TypeVar("T")
R = TypeVar("R")

_REMEMBERED = 16
"""Documents for which answers are kept true: those on screen, with some to spare."""


class _Told(NamedTuple):
    path: Path
    document: object
    found: object


class Shown(Generic[T]):
    """Answers with what `look` finds in a document, and remembers what it told last."""

    def __init__(
        self,
        session: Session,
        look: Callable[[View], tuple[T, ...]],
        refreshes: Callable[[Client], bool],
        ask_again: Callable[[], None],
    ) -> None:
        self._session = session
        self._look = look
        self._refreshes = refreshes
        self._ask_again = ask_again
        self._told: OrderedDict[str, _Told] = OrderedDict()

    def ask(
        self, uri: str, path: Path, answer: Callable[[View, tuple[T, ...]], list[R]]
    ) -> list[R]:
        """`answer` about what a document has; nothing outside every layer."""
        view = self._session.view(path)
        if view is None or not view.is_document:
            return []
        found = self._look(view)
        self._told[uri] = _Told(path, view.snapshot.document(view.path), found)
        self._told.move_to_end(uri)
        if len(self._told) > _REMEMBERED:
            self._told.popitem(last=False)
        return answer(view, found)

    def announce(self) -> None:
        """Have the client ask again if something changed of a document that did not change itself."""
        if not self._refreshes(self._session.client):
            return
        changed = False
        with Shielded(self._session, "could not look at hints and lenses"):
            for uri, told in list(self._told.items()):
                now = self._now(told.path)
                if now is None:
                    del self._told[uri]
                    continue
                changed = changed or (now.document is told.document and now.found != told.found)
                self._told[uri] = now
        if changed:
            self._ask_again()

    def _now(self, path: Path) -> _Told | None:
        view = self._session.view(path)
        document = view.snapshot.document(view.path) if view is not None else None
        if view is None or document is None:
            return None
        return _Told(path, document, self._look(view))
