"""Whether the text of a file was edited since somebody verified it, and by which commits."""

from __future__ import annotations

from datetime import date
from hashlib import sha1, sha256
from typing import NamedTuple

from ctxlayer.analysis.counted_commits import counting
from ctxlayer.analysis.secrets import masked_lines
from ctxlayer.analysis.source_words import quoted_commit
from ctxlayer.layer.document import Document
from ctxlayer.layer.edits import Edits, body_print
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import Commit
from ctxlayer.layer.trust import read_trust

_SHA1_LENGTH = 40


class Edited(NamedTuple):
    """A text that is another one than when it was verified.

    `commits` are those that changed it since, newest first. `is_open` says that there are changes which
    are not committed. `commit` is the one that gave `last-verified` its `day`, `path` where the file lay in
    it, from the top of the repository (`Revisions.text_at` reads the text that was verified).
    """

    commits: tuple[Commit, ...]
    is_open: bool
    day: date
    commit: str
    path: str


def edits_since(document: Document, snapshot: Snapshot) -> Edited | None:
    """What was edited in a knowledge file or an extraction since it was verified; None where nothing was.

    None also where that is not known, or its `last-verified` is not yet committed: somebody is verifying
    it. Bulk commits and those that the settings leave out are no edits, nor are white space, frontmatter,
    moves, and what was taken back.
    """
    known = snapshot.authors.edits_of(document.path)
    if known is None or document.kind not in (Kind.KNOWLEDGE, Kind.EXTRACTION):
        return None
    commits = tuple(filter(counting(snapshot.settings.freshness), known.commits))
    if not commits and _version(document, len(known.version)) == known.version:
        return None
    if not _claims(document, known):
        return None
    body = _body(document)
    is_open = body != known.head
    if body is None or body == known.verified or not (commits or is_open):
        return None
    return Edited(commits, is_open, known.day, known.commit, known.path)


def saved_edits(document: Document, snapshot: Snapshot) -> Edited | None:
    """The same of what the disk has of a document: what is typed counts once it is saved.

    None at once where the document itself says that it is verified now, or is no longer to be believed.
    """
    saved = snapshot.unsaved.get(document.path)
    if saved is None:
        return edits_since(document, snapshot)
    known = snapshot.authors.edits_of(document.path)
    if known is None or not _claims(document, known):
        return None
    return edits_since(saved, snapshot)


def edit_words(edited: Edited) -> str:
    """`edited since it was verified: 3 commits, the newest "Sort gauges" (Ada, 2026-10-02)`."""
    commits = edited.commits
    if not commits:
        return "edited since it was verified, not committed yet"
    count = "1 commit," if len(commits) == 1 else f"{len(commits):,} commits, the newest"
    said = f"edited since it was verified: {count} {quoted_commit(commits[0], with_day=True)}"
    if edited.is_open:
        said += ", and changes that are not committed yet"
    return masked_lines(said)


def _claims(document: Document, known: Edits) -> bool:
    """Whether a document says of itself what it said when it was committed: verified on that day."""
    trust = read_trust(document)
    return (
        trust.last_verified == known.day
        and trust.verified_by != "unverified"
        and trust.status != "superseded"
    )


def _version(document: Document, length: int) -> str:
    """The hash by which git knows a file of this text: most files are as they were committed."""
    if "git-version" not in document.memo:
        content = document.text.encode("utf-8", "surrogatepass")
        digest = sha1 if length == _SHA1_LENGTH else sha256
        whole = digest(b"blob %d\0" % len(content), usedforsecurity=False)
        whole.update(content)
        document.memo["git-version"] = whole.hexdigest()
    found: str = document.memo["git-version"]
    return found


def _body(document: Document) -> str | None:
    if "body-print" not in document.memo:
        document.memo["body-print"] = body_print(document)
    found: str | None = document.memo["body-print"]
    return found
