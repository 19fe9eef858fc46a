"""Which documents are superseded or Tier 3, kept up by difference."""

from __future__ import annotations

from posixpath import normpath

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust, tier


class Graded:
    """The paths of the superseded documents and of those of Tier 3.

    The same object while both stay the same.
    """

    __slots__ = ("external", "superseded")

    def __init__(self, superseded: frozenset[str], external: frozenset[str]) -> None:
        self.superseded = superseded
        self.external = external


def graded(snapshot: Snapshot, last: Graded | None) -> Graded:
    """A query: the documents that a pointer or a link should be careful about."""
    changed = snapshot.changed_since_last(graded)
    if last is None or changed is None:
        documents = list(snapshot.of_kind(*TRUST_KINDS))
        superseded = frozenset(each.path for each in documents if is_superseded(each))
        external = frozenset(each.path for each in documents if _is_external(each))
    else:
        now = [found for path in changed if (found := snapshot.document(path)) is not None]
        now = [each for each in now if each.kind in TRUST_KINDS]
        superseded = (last.superseded - changed).union(
            each.path for each in now if is_superseded(each)
        )
        external = (last.external - changed).union(each.path for each in now if _is_external(each))
    if last is not None and (superseded, external) == (last.superseded, last.external):
        return last
    return Graded(superseded, external)


def superseded_documents(
    snapshot: Snapshot, last: tuple[Document, ...] | None
) -> tuple[Document, ...]:
    """A query: the superseded documents, by path. Their texts tell what replaces them."""
    found = tuple(snapshot.documents[path] for path in sorted(snapshot.ask(graded).superseded))
    return last if last == found and last is not None else found


def is_superseded(document: Document) -> bool:
    """Whether a document says that it is superseded."""
    return _may_say(document, "superseded") and read_trust(document).status == "superseded"


def _is_external(document: Document) -> bool:
    if document.kind is Kind.EXTERNAL:
        return True
    if not _may_say(document, "external") or tier(document) != 3:
        return False
    # Among the knowledge and verified by no developer it is misplaced: that is said there, once.
    return document.kind is not Kind.KNOWLEDGE or read_trust(document).verified_by == "developer"


def _may_say(document: Document, word: str) -> bool:
    """Whether the word stands in what may be the frontmatter: few need be parsed then."""
    text = document.text
    end = text.find("\n---", 3)
    return text.find(word, 0, end if end > 0 else len(text)) >= 0


def replacement(document: Document, snapshot: Snapshot) -> str | None:
    """The file that replaces a superseded one, through files that are superseded themselves.

    None where none is named, it does not exist, or the names run in a circle.
    """
    seen = {document.path}
    at = document
    while True:
        target = superseded_by(at, snapshot)
        if target is None or target in seen:
            return None
        seen.add(target)
        found = snapshot.document(target)
        if found is None or found.kind not in TRUST_KINDS or not is_superseded(found):
            return target
        at = found


def superseded_by(document: Document, snapshot: Snapshot) -> str | None:
    """The existing file that `superseded-by` names, from the root or beside the document."""
    entry = read_trust(document).entries.get("superseded-by")
    text = getattr(entry.value, "text", None) if entry is not None else None
    if not isinstance(text, str):
        return None
    path = text.strip().partition("#")[0]
    beside = normpath(f"{document.path.rpartition('/')[0]}/{path}")
    paths = snapshot.tree.paths
    return next((each for each in (normpath(path.strip("/")), beside) if each in paths), None)
