"""Which layer a file or a working folder belongs to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.vfs.evidence import SKIPPED, is_full_layer, settings_file, shows_rules

_MOST_FOLDERS_TRIED = 2_000


class Root(NamedTuple):
    """The root of a layer."""

    path: str
    """Absolute, as it was reached: symbolic links above it stay as they are."""
    full: bool
    """False where only rule stores show that there is a layer: then only rules are read."""
    settings: str | None
    """The settings file that decides, in the root or above it."""


def find_root(path: str, workspace: str | None = None) -> Root | None:
    """The layer of the file or folder at `path`, or None where nothing shows one.

    Looks upwards as far as the workspace folder, and never out of a git repository. Rules alone
    make no root of their own: they belong to the layer around them, else to the git root, else
    to the workspace, else to the folder that they were found in.
    """
    start = os.path.abspath(path)
    if not os.path.isdir(start):
        start = os.path.dirname(start)
    limit = os.path.abspath(workspace) if workspace else None
    rules: str | None = None
    top = _Step(start, frozenset(), False)
    for top in _upwards(start, limit):
        if is_full_layer(top.folder, top.names):
            return Root(top.folder, True, _settings_above(top.folder, limit))
        if rules is None and shows_rules(top.folder, top.names):
            rules = top.folder
    if rules is not None:
        return Root(top.folder if top.is_limit else rules, False, None)
    home = top.folder if top.is_limit else start
    return Root(home, False, None) if _rules_below(home) else None


class _Step(NamedTuple):
    folder: str
    names: frozenset[str]
    is_limit: bool


def _upwards(folder: str, limit: str | None) -> Iterator[_Step]:
    """The folders from `folder` up to the first that bounds the search."""
    while True:
        names = _names(folder)
        is_limit = folder == limit or ".git" in names
        yield _Step(folder, names, is_limit)
        parent = os.path.dirname(folder)
        if is_limit or parent == folder:
            return
        folder = parent


def _settings_above(folder: str, limit: str | None) -> str | None:
    for step in _upwards(folder, limit):
        found = settings_file(step.folder, step.names)
        if found:
            return found
    return None


def _rules_below(folder: str) -> bool:
    """Whether a folder below has rules; looks at a bounded number of them, nearest first."""
    found = [folder]
    for current in found:  # grows while it is read: the nearest folders come first
        names = _names(current)
        if current != folder and ".git" in names:
            continue
        if shows_rules(current, names):
            return True
        if len(found) < _MOST_FOLDERS_TRIED:
            found += _folders(current)
    return False


def _names(folder: str) -> frozenset[str]:
    try:
        return frozenset(os.listdir(folder))
    except OSError:
        return frozenset()


def _folders(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.path
                for entry in entries
                if entry.is_dir(follow_symlinks=False) and entry.name not in SKIPPED
            )
    except OSError:
        return []
