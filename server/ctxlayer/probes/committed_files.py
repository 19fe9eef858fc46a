"""Which files are on disk as the commit at HEAD has them: what goes of these can be had back."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from hashlib import sha1, sha256

from ctxlayer.probes.git import Git, GitFailed

_TIMEOUT = 10.0
_LARGEST = 4_000_000
_SHA1_LENGTH = 40
_AT_ONCE = 500
"""Paths that fit on one command line everywhere."""


def committed_files(root: str, paths: Collection[str]) -> frozenset[str]:
    """Those of the files below `root` that are just as HEAD has them; none where git cannot tell.

    The bytes are compared, so that nothing that a repository configures has to run. A file whose line
    ends git changes is therefore none of them.
    """
    try:
        found = dict(_blobs(Git(root), sorted(paths)))
    except GitFailed:
        return frozenset()
    return frozenset(
        path
        for path in paths
        if path in found and _is_version(os.path.join(root, *path.split("/")), found[path])
    )


def _blobs(git: Git, paths: list[str]) -> Iterator[tuple[str, str]]:
    """(path, hash) of regular files at HEAD, by the paths that git runs in."""
    for start in range(0, len(paths), _AT_ONCE):
        some = paths[start : start + _AT_ONCE]
        out = git.run("ls-tree", "-z", "--end-of-options", "HEAD", "--", *some, timeout=_TIMEOUT)
        for entry in out.decode("utf-8", "surrogateescape").split("\0"):
            head, _, path = entry.partition("\t")
            mode, _, rest = head.partition(" ")
            if mode.startswith("100"):
                yield path, rest.rpartition(" ")[2]


def _is_version(path: str, name: str) -> bool:
    """Whether a file on disk has the hash `name`."""
    try:
        # Whatever is no plain file, a pipe say, might never end.
        if os.path.islink(path) or not os.path.isfile(path) or os.path.getsize(path) > _LARGEST:
            return False
        with open(path, "rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError:
        return False
    digest = sha1 if len(name) == _SHA1_LENGTH else sha256
    whole = digest(b"blob %d\0" % len(content), usedforsecurity=False)
    whole.update(content)
    return whole.hexdigest() == name
