"""Work that the client shows while it lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from pygls.progress import Progress


class Shown:
    """One piece of work under a token that the client has created."""

    def __init__(self, progress: Progress, token: str, title: str) -> None:
        self._progress = progress
        self._token = token
        progress.begin(token, types.WorkDoneProgressBegin(title=title))

    def report(self, message: str, percentage: int) -> None:
        """How far it is."""
        report = types.WorkDoneProgressReport(message=message, percentage=percentage)
        self._progress.report(self._token, report)

    def end(self, message: str = "") -> None:
        """It is over."""
        self._progress.end(self._token, types.WorkDoneProgressEnd(message=message or None))
