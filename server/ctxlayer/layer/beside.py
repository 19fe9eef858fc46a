"""Files beside the layer whose text a runtime loads all the same: what its memory files import."""

from __future__ import annotations

from typing import Protocol


class Beside(Protocol):
    """Reads files that the tree lists and that are no documents. From outside (`vfs`, `probes`)."""

    def text(self, path: str) -> str | None:
        """The text of the file at `path`, the same object while it is the same; None if unreadable."""

    def knows(self, path: str) -> bool:
        """Whether somebody has asked for this file, so that a change of it is a change of the layer."""


class NothingBeside:
    """Nobody reads what is no document."""

    def text(self, path: str) -> str | None:
        """Never known."""
        del path
        return None

    def knows(self, path: str) -> bool:
        """Nobody has."""
        del path
        return False
