"""Whether a fetch would write where it is told to: remote-tracking refs, and nothing they lead to.

A ref may be the name of another ref, a file the link to another file. Through either of them a fetch
would move a branch of the user's, or write over some file of theirs.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from ctxlayer.probes.git.calls import Run
from ctxlayer.probes.git.failures import GitFailed

_MOST_FILES = 200_000
_MOST = 4096


def check_written(root: str, run: Run, remote: str, timeout: float) -> None:
    """Raise `GitFailed` ("refused") where a fetch from `remote` would write somewhere else."""
    out = run("rev-parse", "--absolute-git-dir", "--git-common-dir", timeout=timeout)
    places = os.fsdecode(out).split("\n")
    if len(places) != 3:
        raise GitFailed("refused", "a line end in the name of the git folder")
    own, common = (os.path.join(root, each) for each in places[:2])
    head = os.path.join(own, "FETCH_HEAD")
    if os.path.lexists(head) and not stat.S_ISREG(os.lstat(head).st_mode):
        raise GitFailed("refused", "FETCH_HEAD is no plain file")
    refs = f"refs/remotes/{remote}"
    for place in (refs, f"logs/{refs}"):
        for path in _files(common, place):
            if not _is_own(path, refs):
                raise GitFailed("refused", f"{os.path.relpath(path, common)} leads somewhere else")
    listed = run("for-each-ref", "--format=%(symref)", "--", refs, timeout=timeout)
    for target in os.fsdecode(listed).split():
        if not target.startswith(f"{refs}/"):
            raise GitFailed("refused", f"a branch of {remote} stands for {target}")


def _files(common: str, place: str) -> Iterator[str]:
    """The folders on the way to a place, and all that lies there."""
    path = common
    for part in place.split("/"):
        path = os.path.join(path, part)
        if os.path.lexists(path):
            yield path
    count = 0
    for folder, folders, names in os.walk(path):
        for name in (*folders, *names):
            count += 1
            if count > _MOST_FILES:
                raise GitFailed("refused", "there are too many branches")
            yield os.path.join(folder, name)


def _is_own(path: str, refs: str) -> bool:
    mode = os.lstat(path).st_mode
    if stat.S_ISDIR(mode):
        return True
    if not stat.S_ISREG(mode):
        return False
    with open(path, "rb") as file:
        content = file.read(_MOST)
    target = content.removeprefix(b"ref:").strip()
    return target == content.strip() or target.startswith(os.fsencode(f"{refs}/"))
