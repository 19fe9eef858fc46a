"""Files that may be there although the tree of the layer does not list them."""

from __future__ import annotations

from typing import Protocol

from ctxlayer.globs import Glob


class Unlisted(Protocol):
    """Answers from the ignore files and the borders of the layer, each looked up once.

    They come from outside (`vfs`), so that a snapshot stays a value.
    """

    def may_hold(self, path: str) -> bool:
        """Whether a file or folder at `path`, from the root, would not be listed if it existed.

        So for what git ignores, and for what lies in a nested repository, submodule or layer.
        """

    def is_beyond(self, path: str) -> bool:
        """Whether `path` is or lies in a nested repository, submodule or layer."""

    def tracks(self, glob: Glob) -> bool:
        """Whether git tracks a file that matches and is not listed: one that was added by force."""


class NothingUnlisted:
    """A layer whose tree lists everything that there is."""

    def may_hold(self, path: str) -> bool:
        """Never."""
        del path
        return False

    def is_beyond(self, path: str) -> bool:
        """Never."""
        del path
        return False

    def tracks(self, glob: Glob) -> bool:
        """Never."""
        del glob
        return False
