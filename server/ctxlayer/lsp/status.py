"""What the client was told about files, and whether it still holds.

The status bar asks for any file, also those outside the layer; when an answer it was given is no
longer true, it hears of it and asks again. Everything here runs on the engine's thread.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ctxlayer.lsp.session import Session, View

Answer = dict[str, Any] | None
Question = Callable[[View], Answer]

_REMEMBERED = 16
"""Answers that are kept true: those about the files on screen, with some to spare."""


class Statuses:
    """Answers questions about files and remembers the latest of them."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._told: OrderedDict[tuple[str, Question], tuple[Path, Answer]] = OrderedDict()

    def ask(self, uri: str, path: Path, question: Question) -> Answer:
        """The answer to `question` about a file; None outside every layer."""
        answer = self._answer(path, question)
        self._told[uri, question] = (path, answer)
        self._told.move_to_end((uri, question))
        if len(self._told) > _REMEMBERED:
            self._told.popitem(last=False)
        return answer

    def announce(self) -> None:
        """Tell the client which answers changed since it asked, if any did."""
        changed = []
        for (uri, question), (path, answer) in self._told.items():
            now = self._answer(path, question)
            if now != answer:
                self._told[uri, question] = (path, now)
                changed.append(uri)
        if changed:
            self._session.notify("ctxlayer/statusChanged", {"uris": sorted(set(changed))})

    def _answer(self, path: Path, question: Question) -> Answer:
        view = self._session.view(path)
        return None if view is None else question(view)
