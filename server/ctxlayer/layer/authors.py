"""Who wrote the lines of trust frontmatter, as far as version control was asked about it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Literal, NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.layer.edits import Edits, body_print
from ctxlayer.layer.okf import read_concept
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
    where the name alone does not tell. `order` counts commits from the oldest.
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
    """Who wrote what, by file, and what was edited since; a file that is not named is unknown. Immutable."""

    __slots__ = ("_edits", "_files")

    def __init__(
        self, files: Mapping[str, FileAuthors], edits: Mapping[str, Edits] | None = None
    ) -> None:
        self._files = files
        self._edits: Mapping[str, Edits] = edits if edits is not None else {}

    def of(self, path: str) -> FileAuthors | None:
        """The entries of a file as they were last committed; None where that is not known."""
        return self._files.get(path)

    def edits_of(self, path: str) -> Edits | None:
        """What was committed of a file since it was verified; None where that is not known."""
        return self._edits.get(path)

    def same(self, other: Authors) -> bool:
        """Whether both say the same of every file."""
        return self._files == other._files and self._edits == other._edits

    @property
    def files(self) -> Mapping[str, FileAuthors]:
        """Who wrote what, by file."""
        return self._files

    @property
    def edits(self) -> Mapping[str, Edits]:
        """What was edited since, by file."""
        return self._edits


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


BODY = "okf-body"
VERIFIED = "okf-verified"
"""What is told of concepts of the Open Knowledge Format: their text, and who confirmed it."""


def concept_lines(document: Document) -> dict[str, TrustLine]:
    """The body and the verifications of a verified concept, in forms that white space does not change.

    Nothing of other files.
    """
    if "concept-lines" not in document.memo:
        document.memo["concept-lines"] = _concept_lines(document)
    found: dict[str, TrustLine] = document.memo["concept-lines"]
    return found


def _concept_lines(document: Document) -> dict[str, TrustLine]:
    concept = read_concept(document)
    entry = document.frontmatter.get("verified")
    if concept is None or not concept.verified or entry is None:
        return {}
    body = body_print(document)
    if body is None:
        return {}
    said = "".join(entry.span.of(document.text).split())
    return {BODY: TrustLine(body, body), VERIFIED: TrustLine(said, said)}


def body_after_verified(document: Document, authors: Authors) -> Writing | None:
    """The commit that changed the text of a concept after the one that verified it as it is now.

    None where there is none, where it is not known, and where something is not committed yet.
    """
    known = authors.of(document.path)
    if known is None or BODY not in known or VERIFIED not in known:
        return None
    now = concept_lines(document)
    if any(now.get(key) != known[key].line for key in (BODY, VERIFIED)):
        return None
    body = known[BODY]
    return body if body.order > known[VERIFIED].order else None


def writing(document: Document, key: str, authors: Authors) -> Writing | None:
    """Who wrote the entry of a key; None where it is not known or not committed yet."""
    known = authors.of(document.path)
    found = known.get(key) if known else None
    return found if found is not None and trust_line(document, key) == found.line else None
