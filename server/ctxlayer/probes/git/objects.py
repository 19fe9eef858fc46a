"""Objects as git writes many of them at once."""

from __future__ import annotations

from collections.abc import Iterator


def contents(out: bytes, most: int) -> Iterator[tuple[str, bytes | None]]:
    """What `cat-file --batch` says of each object: its name, and up to `most` bytes of it.

    None for an object that is not there. Raises ValueError where it breaks off in such a line.
    """
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        name, *words = out[at:end].decode("ascii", "replace").split(" ")
        at = end + 1
        if len(words) == 2 and words[1].isdigit():
            size = int(words[1])
            yield name, out[at : at + min(size, most)]
            at += size + 1
        else:
            yield name, None
