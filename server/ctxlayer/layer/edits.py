"""What commits did to the text of a file since somebody verified it."""

from __future__ import annotations

from datetime import date
from hashlib import blake2b
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.sources import Commit


class Edits(NamedTuple):
    """The text of a file at the commit that gave `last-verified` its present day, and what came after.

    `day` is that day, as HEAD has it. `verified` is the print of the text there (`body_print`), `head` of
    that at HEAD, `version` the hash that git gives all of the file at HEAD. `commit` is the one that
    verified, `path` where the file lay in it, from the top of the repository. `commits` changed the text
    since then, newest first: none that only led back to the text as it was verified, none that the
    repository's own list says to ignore. Those that the settings leave out are still among them.
    """

    day: date
    verified: str
    head: str
    version: str
    commit: str
    path: str
    commits: tuple[Commit, ...] = ()


def body_print(document: Document) -> str | None:
    """What tells the text below the frontmatter from every other, white space left out.

    None where nobody can say where it begins: the frontmatter is not closed.
    """
    block = document.frontmatter
    if block.exists and not block.closed:
        return None
    return text_print(document.text[block.body_start :])


def text_print(text: str) -> str:
    """What tells a text from every other, white space left out."""
    return _print(text.encode("utf-8", "surrogatepass"), text)


def bytes_print(content: bytes) -> str | None:
    """The same of a text as it lies on a disk; None for what is none."""
    if b"\0" in content:
        return None
    try:
        return _print(content, None if content.isascii() else content.decode("utf-8"))
    except UnicodeDecodeError:
        return None


def _print(content: bytes, text: str | None) -> str:
    # The same for both, in a third of the time for the first.
    if text is None or text.isascii():
        words = content.translate(None, _BLANKS)
    else:
        words = "".join(text.split()).encode("utf-8", "surrogatepass")
    return blake2b(words, digest_size=12).hexdigest()


_BLANKS = bytes(code for code in range(128) if chr(code).isspace())
