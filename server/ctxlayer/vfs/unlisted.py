"""What a scan leaves out, asked path by path: ignored files, nested repositories and layers."""

from __future__ import annotations

import os
import re
from collections.abc import Collection

from ctxlayer.globs import Glob
from ctxlayer.globs.index import PathIndex
from ctxlayer.vfs.disk import read_text
from ctxlayer.vfs.evidence import SKIPPED
from ctxlayer.vfs.ignores import IGNORE_FILE, Ignores, ignores_above
from ctxlayer.vfs.scan import READ_THOUGH_IGNORED
from ctxlayer.vfs.tracked import tracked_files

_DEEPEST = 100
"""Folders in one another of a path that somebody may have meant."""
_SUBMODULE = re.compile(r"^[ \t]*path[ \t]*=[ \t]*(\S[^\r\n]*)", re.MULTILINE)


class DiskUnlisted:
    """The rules as they are on disk when first asked; make a new one when they change.

    What is said about a path never hangs on whether it exists: a machine that has built an
    ignored report and one that has not give the same answer.
    """

    def __init__(self, root: str, nested: Collection[str]) -> None:
        self._root = root
        self._nested = frozenset(nested)
        self._submodules: frozenset[str] | None = None
        self._rules: dict[str, Ignores | None] = {}
        self._known: dict[str, bool] = {}
        self._tracked: PathIndex | None = None

    def may_hold(self, path: str) -> bool:
        """Whether a scan would leave out what lies at `path`, from the root."""
        parts = [part for part in path.split("/") if part]
        if len(parts) > _DEEPEST:
            return False
        return any(self._left_out("/".join(parts[:end])) for end in range(1, len(parts) + 1))

    def is_beyond(self, path: str) -> bool:
        """Whether `path`, from the root, is or lies in a repository or layer of its own."""
        parts = [part for part in path.split("/") if part][:_DEEPEST]
        folders = ("/".join(parts[:end]) for end in range(1, len(parts) + 1))
        return any(folder in self._borders() or self._has_git(folder) for folder in folders)

    def tracks(self, glob: Glob) -> bool:
        """Whether git tracks a file that matches and that a scan leaves out."""
        if self._tracked is None:
            self._tracked = PathIndex(tracked_files(self._root))
        return any(self.may_hold(path) for path in self._tracked.matching(glob))

    def _has_git(self, path: str) -> bool:
        return os.path.lexists(os.path.join(self._root, *path.split("/"), ".git"))

    def _left_out(self, path: str) -> bool:
        """Whether a scan that lists the folder around `path` leaves `path` out."""
        if path not in self._known:
            self._known[path] = self._look(path)
        return self._known[path]

    def _look(self, path: str) -> bool:
        parent, _, name = path.rpartition("/")
        if name in SKIPPED or path in self._borders():
            return True
        if self._has_git(path):
            return True
        rules = self._rules_in(parent)
        if rules is None:
            return False
        return rules.ignores(path) or (
            path not in READ_THOUGH_IGNORED and rules.ignores(f"{path}/")
        )

    def _borders(self) -> frozenset[str]:
        """The nested layers, and the submodules, which need not be checked out."""
        if self._submodules is None:
            text = read_text(os.path.join(self._root, ".gitmodules")).text or ""
            found = (match[1].strip().strip('"/') for match in _SUBMODULE.finditer(text))
            self._submodules = frozenset(found) | self._nested
        return self._submodules

    def _rules_in(self, folder: str) -> Ignores | None:
        """The ignore rules in a folder that is listed; None where everything is read."""
        if folder not in self._rules:
            self._rules[folder] = self._read_rules(folder)
        return self._rules[folder]

    def _read_rules(self, folder: str) -> Ignores | None:
        parent = folder.rpartition("/")[0]
        above = self._rules_in(parent) if folder else ignores_above(self._root)
        if above is None or folder in READ_THOUGH_IGNORED:
            return None
        absolute = os.path.join(self._root, *folder.split("/")) if folder else self._root
        if os.path.isfile(os.path.join(absolute, IGNORE_FILE)):
            return above.below(absolute, f"{folder}/" if folder else "")
        return above
