"""Submodules: which commit the repository around a clone keeps it at."""

from __future__ import annotations

import os
import re

from ctxlayer.probes.git import Git, GitFailed

_SECONDS = 5.0
_LEVELS = 64
"""Folders above a clone in which its superproject is looked for."""

_ABSORBED = re.compile(r"[/\\]\.git[/\\](?:worktrees[/\\][^/\\]+[/\\])?modules[/\\]")
"""Where git keeps the git folders of submodules."""

_LINK = re.compile(rb"160000 commit ([0-9a-f]{40,64})\t")


def find_pin(path: str, prefix: str, git_folder: str) -> str | None:
    """The commit that the superproject of a clone keeps it at, None for a clone that is no submodule.

    "" for a submodule whose superproject does not tell. `prefix` is `path` from the top of the clone.
    """
    top = os.path.realpath(path)
    for _ in filter(None, prefix.split("/")):
        top = os.path.dirname(top)
    around = _repository_above(top)
    absorbed = _ABSORBED.search(git_folder) is not None
    if around is None or not (absorbed or os.path.isfile(os.path.join(around, ".gitmodules"))):
        return "" if absorbed else None
    inner = os.path.relpath(top, around).replace(os.sep, "/")
    try:
        out = Git(around).run("ls-tree", "-z", "HEAD", "--", inner, timeout=_SECONDS)
    except GitFailed:
        out = b""
    link = _LINK.match(out)
    if link is not None:
        return link[1].decode()
    return "" if absorbed else None


def _repository_above(top: str) -> str | None:
    """The nearest folder above that is a repository."""
    folder = os.path.dirname(top)
    for _ in range(_LEVELS):
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return None
