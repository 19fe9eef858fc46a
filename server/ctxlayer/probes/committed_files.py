"""Which files the commit at HEAD holds as they are: what goes of these can be had back."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from hashlib import sha1, sha256

from ctxlayer.probes.git import Git, GitFailed, contents

_TIMEOUT = 10.0
_SHA1_LENGTH = 40
_AT_ONCE = 500
"""Paths that fit on one command line everywhere."""
_PORTION = 16_000_000
"""Bytes of contents that are read together."""


def committed_files(root: str, texts: Mapping[str, str]) -> frozenset[str]:
    """Those of the files below `root`, with the texts they have, that git can give back just so.

    None where git cannot tell. The bytes are compared, so that nothing that a repository configures has
    to run: a file whose line ends git changes is none of them. And they are read back, since an object
    that a commit names may lack, or be broken.
    """
    there = {
        path: text.encode("utf-8", "surrogatepass")
        for path, text in texts.items()
        # A link is not what it leads to.
        if not os.path.islink(os.path.join(root, *path.split("/")))
    }
    git = Git(root)
    try:
        names = {
            path: name
            for path, name in _blobs(git, sorted(there))
            if path in there and _is_version(there[path], name)
        }
    except GitFailed:
        return frozenset()
    found: set[str] = set()
    for portion in _portions(names, there):
        found.update(_kept(portion, names, there, git))
    return frozenset(found)


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


def _is_version(content: bytes, name: str) -> bool:
    """Whether `name` is the hash of this content."""
    digest = sha1 if len(name) == _SHA1_LENGTH else sha256
    whole = digest(b"blob %d\0" % len(content), usedforsecurity=False)
    whole.update(content)
    return whole.hexdigest() == name


def _portions(names: Mapping[str, str], there: Mapping[str, bytes]) -> Iterator[list[str]]:
    """Paths whose contents are read together."""
    portion: list[str] = []
    size = 0
    for path in names:
        size += len(there[path])
        if portion and size > _PORTION:
            yield portion
            portion, size = [], len(there[path])
        portion.append(path)
    if portion:
        yield portion


def _kept(
    paths: list[str], names: Mapping[str, str], there: Mapping[str, bytes], git: Git
) -> Iterator[str]:
    """Those of the paths whose objects can be read, and hold what is there."""
    asked = "".join(f"{names[path]}\n" for path in paths).encode("ascii")
    try:
        out = git.run("cat-file", "--batch", timeout=_TIMEOUT, asked=asked)
        read = [content for _, content in contents(out, _PORTION)]
    except (GitFailed, ValueError):
        return  # a broken object ends git
    for path, content in zip(paths, read, strict=False):
        if content == there[path]:
            yield path
