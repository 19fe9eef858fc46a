"""Whether a developer stands for what trust frontmatter says, as far as git knows."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ctxlayer.layer.authors import Role, Writing, writing
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust


def annotated_status(document: Document, snapshot: Snapshot) -> Writing | None:
    """The agent's writing of a `confirmed`, if no developer stated it since; None if not known.

    Cheap where no agent wrote a status: then the document is not even read.
    """
    known = snapshot.authors.of(document.path)
    if known is None or "status" not in known or known["status"].role != "agent":
        return None
    found = writing(document, "status", snapshot.authors)
    if found is None or read_trust(document).status != "confirmed":
        return None
    return None if _restated(document, snapshot, found) else found


def standing(document: Document, snapshot: Snapshot) -> Literal["statement", "annotation"] | None:
    """Whether a `confirmed` is a developer's statement or an agent's annotation; None if not known."""
    if read_trust(document).status != "confirmed":
        return None
    if annotated_status(document, snapshot) is not None:
        return "annotation"
    found = writing(document, "status", snapshot.authors)
    if found is None or found.role is None:
        return None
    return "statement"


def _restated(document: Document, snapshot: Snapshot, status: Writing) -> bool:
    """Whether a developer later committed the day on which a developer verified the file."""
    if read_trust(document).verified_by != "developer":
        return False
    on = writing(document, "last-verified", snapshot.authors)
    return on is not None and on.role == "developer" and on.order > status.order


class Standing(NamedTuple):
    """Whose word an entry is. `writing` is None where git has not told of its present text."""

    state: Literal["told", "not-committed", "unknown"]
    writing: Writing | None = None

    @property
    def role(self) -> Role | None:
        """Who wrote it; None where that is not known."""
        return self.writing.role if self.writing is not None else None


def standing_of(document: Document, key: str, snapshot: Snapshot) -> Standing:
    """Whose word the entry of a key is."""
    found = writing(document, key, snapshot.authors)
    if found is not None:
        return Standing("told", found)
    known = snapshot.authors.of(document.path)
    # Of a file without any entry git may know nothing at all, and so of a new one.
    return Standing("not-committed" if known is not None and key in known else "unknown")
