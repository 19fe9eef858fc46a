"""How far the word of a knowledge file still holds: by its own dates, and by what became of its sources."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Literal, NamedTuple

from ctxlayer.analysis.edits import Edited, edit_words, edits_since
from ctxlayer.analysis.gate import gate_words
from ctxlayer.analysis.okf import okf_reasons
from ctxlayer.analysis.source_changes import NO_CHANGES, SourceChanges, source_changes
from ctxlayer.analysis.source_words import gone_words, moved_words
from ctxlayer.analysis.stopped import stopped_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, topic_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import Commit
from ctxlayer.layer.trust import Trust, read_trust

GRACE = timedelta(days=1)
"""Dates are days without a time zone: one day of difference between two of them says nothing."""

StaleKind = Literal[
    "expired",
    "never-verified",
    "edited-since",
    "source-moved",
    "source-gone",
    "gate-stopped",
    "stale-after",
    "rewritten-since",
]


class Staleness(NamedTuple):
    """One reason not to lean on a file, with the evidence for it.

    `commits` are those that speak against it, newest first. `repo` is the sibling that it is about, ""
    for the repository around the layer; `path` what moved or is gone there, `moved` where that went.
    """

    kind: StaleKind
    evidence: str
    commits: tuple[Commit, ...] = ()
    repo: str = ""
    path: str = ""
    moved: str = ""


def limit_days(document: Document, snapshot: Snapshot) -> int:
    """After how many days the verification of this document has expired."""
    topic = topic_of(document.path, document.kind)
    return snapshot.settings.freshness.days(document.kind.value, topic)


def age_days(trust: Trust, today: date) -> int | None:
    """Whole days since the last verification; None where there is no readable date."""
    return None if trust.last_verified is None else (today - trust.last_verified).days


def staleness(document: Document, snapshot: Snapshot) -> tuple[Staleness, ...]:
    """All that speaks against a knowledge file or an extraction: its dates, and what git says.

    Of a concept of the Open Knowledge Format, wherever it lies, also what that format's dates say.
    """
    return (
        *trust_staleness(document, snapshot),
        *edit_staleness(edits_since(document, snapshot)),
        *source_staleness(document, snapshot),
        *gate_staleness(document, snapshot),
        *concept_staleness(document, snapshot),
    )


def edit_staleness(edited: Edited | None) -> tuple[Staleness, ...]:
    """That the text of a file is another one than the text that was verified, if it is."""
    if edited is None:
        return ()
    return (Staleness("edited-since", edit_words(edited), edited.commits),)


def source_staleness(document: Document, snapshot: Snapshot) -> tuple[Staleness, ...]:
    """What became of the sources that a file relies on: one reason for each of them."""
    changes = source_changes(document, snapshot)
    if changes is NO_CHANGES:
        return ()
    known = document.memo.get("source-staleness")
    if known is None or known[0] is not changes or known[1] != snapshot.today:
        found = tuple(_of_sources(changes, read_trust(document).last_verified, snapshot.today))
        known = document.memo["source-staleness"] = (changes, snapshot.today, found)
    told: tuple[Staleness, ...] = known[2]
    return told


def _of_sources(changes: SourceChanges, since: date | None, today: date) -> Iterator[Staleness]:
    for gone in changes.gone:
        commits = (gone.commit,) if gone.commit is not None else ()
        said = gone_words(gone)
        yield Staleness("source-gone", said, commits, gone.first.repo, gone.first.path, gone.moved)
    for moved in changes.moved:
        said = moved_words((moved,), since, today)
        yield Staleness("source-moved", said, moved.commits, moved.repo, moved.path)


def gate_staleness(document: Document, snapshot: Snapshot) -> tuple[Staleness, ...]:
    """The siblings that a file relies on and that the freshness gate stops."""
    return tuple(
        Staleness(
            "gate-stopped",
            f"relies on `{verdict.name}`; {gate_words(verdict)}",
            repo=verdict.name,
        )
        for verdict, _ in stopped_of(document, snapshot)
    )


def concept_staleness(document: Document, snapshot: Snapshot) -> tuple[Staleness, ...]:
    """What the dates of a concept of the Open Knowledge Format say against it."""
    return tuple(Staleness(kind, said) for kind, said in okf_reasons(document, snapshot))


def trust_staleness(document: Document, snapshot: Snapshot) -> tuple[Staleness, ...]:
    """What the dates of the layer's own trust frontmatter say against a file."""
    trust = read_trust(document)
    if document.kind not in (Kind.KNOWLEDGE, Kind.EXTRACTION) or trust.status == "superseded":
        return ()
    if trust.verified_by == "unverified":
        return _never_verified(trust, snapshot)
    age = age_days(trust, snapshot.today)
    limit = limit_days(document, snapshot)
    if age is None or age <= limit:
        return ()
    verified = f"verified {trust.last_verified}, {age} days ago; the limit is {limit}"
    return (Staleness("expired", verified),)


def _never_verified(trust: Trust, snapshot: Snapshot) -> tuple[Staleness, ...]:
    if trust.created is None:
        return ()
    age = (snapshot.today - trust.created).days
    grace = snapshot.settings.freshness.unverified_days
    if age <= grace:
        return ()
    return (
        Staleness(
            "never-verified",
            f"unverified since {trust.created}, {age} days; the limit is {grace}",
        ),
    )
