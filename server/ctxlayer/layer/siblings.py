"""Sibling repositories: what the layer may ask about the clones on this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Siblings(Protocol):
    """Answers about sibling repositories; None where this machine cannot know.

    The answers come from outside (`vfs`), once per question, so that a snapshot stays a value.
    """

    @property
    def names(self) -> frozenset[str]:
        """The repositories that the repo map names."""

    def exists(self, repo: str, path: str) -> bool | None:
        """Whether the clone holds a file or folder at `path`; None if it is not mapped here."""

    def place_of(self, path: str) -> tuple[str, str] | None:
        """(repository, path in it) of an absolute path that lies in a mapped clone."""

    def any_file(self, repo: str, matches: Callable[[str], bool]) -> bool | None:
        """Whether a file of the clone matches; None if it is not mapped or cannot be read."""


class NoSiblings:
    """A machine without a repo map."""

    names: frozenset[str] = frozenset()

    def exists(self, repo: str, path: str) -> bool | None:
        """Never known."""
        del repo, path
        return None

    def place_of(self, path: str) -> tuple[str, str] | None:
        """No clone is mapped."""
        del path
        return None

    def any_file(self, repo: str, matches: Callable[[str], bool]) -> bool | None:
        """Never known."""
        del repo, matches
        return None
