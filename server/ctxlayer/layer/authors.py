"""Who wrote the lines of trust frontmatter, as far as version control was asked about it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Literal, NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.trust import read_trust

JUDGED_KEYS = ("status", "verified-by", "last-verified")
"""The keys that say something only if a person wrote them."""

Role = Literal["developer", "agent"]


class TrustLine(NamedTuple):
    """One entry of trust frontmatter: its text without any blanks, and the value in it."""

    text: str
    value: str


class Writing(NamedTuple):
    """The commit that gave an entry its present text.

    `name` is the author, or the agent that had a hand in it; "" where nobody looked. `role` is None
    where the name alone does not tell. `order` counts commits from the newest.
    """

    line: TrustLine
    role: Role | None
    name: str = ""
    day: date | None = None
    commit: str = ""
    order: int = 0


FileAuthors = Mapping[str, Writing]
"""By key. Compared by value, so that what goes by it need not be worked out again."""


class Authors:
    """Who wrote what, by file; a file that is not named is unknown. Immutable."""

    __slots__ = ("_files",)

    def __init__(self, files: Mapping[str, FileAuthors]) -> None:
        self._files = files

    def of(self, path: str) -> FileAuthors | None:
        """The entries of a file as they were last committed; None where that is not known."""
        return self._files.get(path)

    def same(self, other: Authors) -> bool:
        """Whether both say the same of every file."""
        return self._files == other._files

    @property
    def files(self) -> Mapping[str, FileAuthors]:
        """All of it."""
        return self._files


NO_AUTHORS = Authors({})
"""Nothing is known: no repository, or nobody has read it yet."""


def trust_line(document: Document, key: str) -> TrustLine | None:
    """The entry that counts for a key, in a form that white space does not change."""
    entry = read_trust(document).entries.get(key)
    if entry is None:
        return None
    lines = document.lines
    first = lines.starts[lines.line_at(entry.span.start)]
    after = lines.line_at(max(entry.span.start, entry.span.end - 1)) + 1
    end = lines.starts[after] if after < len(lines) else len(document.text)
    value = entry.value
    text = getattr(value, "text", None)
    return TrustLine(
        "".join(document.text[first:end].split()),
        text.strip() if isinstance(text, str) else "".join(value.span.of(document.text).split()),
    )


def writing(document: Document, key: str, authors: Authors) -> Writing | None:
    """Who wrote the entry of a key; None where it is not known or not committed yet."""
    known = authors.of(document.path)
    found = known.get(key) if known else None
    return found if found is not None and trust_line(document, key) == found.line else None
