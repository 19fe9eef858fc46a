"""Whether anything moved in a repository: by the stamps of a few of its files, without git.

Git writes nearly all of them by renaming a new file into place, which stamps the folder too. So one look
at the folder stands for HEAD, the index, merges, rebases and settings; what is left are the files that
are written where they lie, and those in other folders.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from typing import NamedTuple

from ctxlayer.probes.git import behind_links

_MOST_REMOTES = 4
"""Remotes of which the branches are looked at; of any other a fetch is seen."""
_MOST = 1 << 16
"""Bytes of a file that names another one."""

_Stamp = tuple[int, int, int] | None


class Marks(NamedTuple):
    """Stamps of files. While they are equal nothing that they stand for has moved.

    `head` stands for the commit at HEAD, `others` for all else: what was fetched, the index, an operation
    that somebody is in the middle of.
    """

    head: tuple[_Stamp, ...]
    others: tuple[_Stamp, ...]


class _Plan(NamedTuple):
    """The files to look at, absolute; while those of `first` are as they were, so are the others."""

    first: tuple[str, ...]
    head: tuple[str, ...]
    others: tuple[str, ...]


class _Known(NamedTuple):
    plan: _Plan
    first: tuple[_Stamp, ...]
    marks: Marks


class RefWatch:
    """Looks at repositories again and again, and remembers where each keeps what.

    Never raises: a folder without a repository has marks as well, and others when it gets one.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def look(self, folder: str) -> Marks:
        """The marks of the repository around `folder` now."""
        known = self._known.get(folder)
        if known is not None and _stamps(known.plan.first) == known.first:
            return known.marks
        # What moved may have moved the files to look at too: another branch has another one.
        plan = _plan(folder)
        # The first ones first: what moves in between is seen at the next look.
        first = _stamps(plan.first)
        marks = Marks(_stamps(plan.head), _stamps(plan.others))
        self._known[folder] = _Known(plan, first, marks)
        return marks


def _stamps(paths: Iterable[str]) -> tuple[_Stamp, ...]:
    return tuple(map(_stamp, paths))


def _stamp(path: str) -> _Stamp:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _plan(folder: str) -> _Plan:
    own = os.path.join(folder, ".git")
    real = behind_links(folder)
    # A link may lead elsewhere tomorrow.
    links = (folder,) if real != folder else ()
    place = os.path.join(real, ".git")
    while not os.path.lexists(place):
        above = os.path.dirname(os.path.dirname(place))
        if above == os.path.dirname(place):
            # The folder itself: it may come, and with it a repository.
            return _Plan((own, folder), (own,), (folder,))
        place = os.path.join(above, ".git")
    git, common = _folders(place)
    folders = tuple(dict.fromkeys((own, *links, git, common)))
    branch = _named(os.path.join(git, "HEAD"), "ref:")
    loose: list[str] = []
    others = [os.path.join(git, "FETCH_HEAD")]
    if branch.startswith("refs/heads/"):
        loose.append(_below(common, branch))
        others += _of_remotes(common, branch.removeprefix("refs/heads/"))
    tables = (os.path.join(each, "reftable") for each in dict.fromkeys((git, common)))
    loose += [os.path.join(each, "tables.list") for each in tables if os.path.isdir(each)]
    return _Plan(
        first=(*folders, *loose, *others),
        # A `.git` that is a file, or was none, is no folder that all else stamps.
        head=(
            *((own,) if own != git else ()),
            os.path.join(git, "HEAD"),
            os.path.join(common, "packed-refs"),
            *loose,
        ),
        others=(git, *others),
    )


def _folders(place: str) -> tuple[str, str]:
    """The folder of a `.git`, which may be a file that names it, and the one its worktrees share."""
    git = place
    if not os.path.isdir(place):
        git = os.path.join(os.path.dirname(place), _named(place, "gitdir:"))
    shared = _named(os.path.join(git, "commondir"), "")
    return git, os.path.normpath(os.path.join(git, shared)) if shared else git


def _of_remotes(common: str, branch: str) -> Iterable[str]:
    """Each remote's folder, stamped with every branch directly in it, and its branch of this name."""
    remotes = os.path.join(common, "refs", "remotes")
    try:
        names = sorted(os.listdir(remotes))[:_MOST_REMOTES]
    except (OSError, ValueError):  # what a file of git's names may be no path at all
        return
    for name in names:
        yield os.path.join(remotes, name)
        if "/" in branch:
            yield _below(os.path.join(remotes, name), branch)


def _below(folder: str, name: str) -> str:
    return os.path.join(folder, *(part for part in name.split("/") if part not in ("", "..")))


def _named(path: str, before: str) -> str:
    """What a small file of git's names after `before`; "" where it does not, or is no plain file."""
    try:
        # Whatever is no plain file, a pipe say, might never end.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return ""
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read(_MOST)
    except (OSError, ValueError):
        return ""
    return text.removeprefix(before).strip() if text.startswith(before) else ""
