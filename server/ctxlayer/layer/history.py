"""What version control remembers of the layer's files, as far as anybody asked."""

from __future__ import annotations

from datetime import date
from typing import Protocol


class History(Protocol):
    """Answers from the layer's own repository; None where it cannot know."""

    def first_commit(self, path: str) -> date | None:
        """The day on which a file was first committed."""

    def moved_to(self, path: str) -> str | None:
        """Where a file or folder that is gone went, as far as commits and the index tell."""

    def recent_commits(self) -> tuple[tuple[str, ...], ...] | None:
        """The files of the layer that each of the last commits changed, merges left out."""


class NoHistory:
    """A layer outside version control, or one whose history was not read."""

    def first_commit(self, path: str) -> date | None:
        """Never known."""
        del path
        return None

    def moved_to(self, path: str) -> str | None:
        """Never known."""
        del path
        return None

    def recent_commits(self) -> tuple[tuple[str, ...], ...] | None:
        """Never known."""
        return None
