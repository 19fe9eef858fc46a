"""The list of revisions that a repository asks everybody to pass over."""

from __future__ import annotations

import re

IGNORE_LIST = ".git-blame-ignore-revs"
"""Where it lies, from the top."""

_HASH = re.compile(r"[0-9a-f]{7,64}")


def hashes_in(content: bytes) -> frozenset[str]:
    """The hashes, or beginnings of such, that the list names."""
    lines = content.decode("utf-8", "replace").split("\n")
    words = (line.partition("#")[0].strip().lower() for line in lines)
    return frozenset(filter(_HASH.fullmatch, words))
