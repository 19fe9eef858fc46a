"""What a person should verify next: the files that most depends on and most speaks against.

A file's place is its reach times its doubt. Reach counts who leads to it, hot text five times; doubt counts
what speaks against it, sources that are gone and edits more than mere age.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from ctxlayer.analysis.authorship import annotated_status
from ctxlayer.analysis.freshness import StaleKind, Staleness, age_days, limit_days, staleness
from ctxlayer.analysis.laundering import laundering
from ctxlayer.analysis.reach import reach
from ctxlayer.analysis.stale_words import plain_evidence, stale_json, worst_first
from ctxlayer.analysis.verification_queries import verification_query
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust

Kind = Literal[
    "stale", "never-verified", "overclaimed", "annotation", "laundering", "hypothesis", "no-status"
]


class Reason(NamedTuple):
    """Why a file waits for somebody, in words; `stale` is what that goes by, if it is staleness."""

    kind: Kind
    evidence: str
    stale: Staleness | None = None


class Waiting(NamedTuple):
    """A file that somebody should verify.

    `hot` counts the hot tables and hot rules that lead to it, `topics` the topics, `files` the documents
    that link to it. `age` is in days, since it was verified or else made; None where that is unknown.
    `query` is what to ask the running system, "" where nobody says; `score` is reach times doubt.
    """

    path: str
    reasons: tuple[Reason, ...]
    hot: int
    topics: int
    files: int
    age: int | None
    query: str
    score: float


def queue_entries(snapshot: Snapshot) -> list[dict[str, Any]]:
    """All of the queue as plain data."""
    return [queue_entry(each) for each in verification_queue(snapshot)]


def queue_entry(each: Waiting) -> dict[str, Any]:
    """A waiting file in the shape of `ctxlayer trust --queue --format json`."""
    return {
        "path": each.path,
        "reasons": [
            {
                "kind": reason.kind,
                "evidence": plain_evidence(reason.evidence),
                "stale": stale_json(reason.stale) if reason.stale is not None else None,
            }
            for reason in each.reasons
        ],
        "hot": each.hot,
        "topics": each.topics,
        "files": each.files,
        "age_days": each.age,
        "query": each.query or None,
        "score": round(each.score, 2),
    }


_DOUBT: dict[StaleKind, float] = {
    "source-gone": 4,
    "edited-since": 3,
    "source-moved": 2,
    "never-verified": 2,
    "rewritten-since": 3,
    "stale-after": 2,
    "gate-stopped": 1,
    "expired": 1,
}
_CLAIMS: dict[Kind, float] = {"overclaimed": 3, "annotation": 2, "laundering": 2}
_MOST_LIMITS = 4.0
"""So many times its limit old is as old as a file can get."""
_MANY = 10
"""So many commits to a source speak twice as loud as one."""


def verification_queue(snapshot: Snapshot) -> tuple[Waiting, ...]:
    """All files that wait, worst first. Costs a look into every document."""
    waiting = []
    for document in snapshot.of_kind(*TRUST_KINDS):
        reasons = tuple(_reasons(document, snapshot))
        if reasons:
            waiting.append(_waiting(document, reasons, snapshot))
    return tuple(sorted(waiting, key=_order))


def _waiting(document: Document, reasons: tuple[Reason, ...], snapshot: Snapshot) -> Waiting:
    path, known = document.path, snapshot.ask(reach)
    return Waiting(
        path,
        reasons,
        known.hot.get(path, 0),
        known.topics.get(path, 0),
        known.files.get(path, 0),
        _age(document, snapshot),
        verification_query(document, snapshot),
        known.weight(path) * sum(_counts(each, document, snapshot) for each in reasons),
    )


def _order(each: Waiting) -> tuple[float, int, str]:
    return (-each.score, -(each.age or 0), each.path)


def _counts(reason: Reason, document: Document, snapshot: Snapshot) -> float:
    """How much a reason counts. What is only a guess so far is no more than that."""
    if reason.stale is None:
        return _CLAIMS.get(reason.kind, 1)
    return doubt(reason.stale, document, snapshot)


def doubt(stale: Staleness, document: Document, snapshot: Snapshot) -> float:
    """How much a staleness makes of a file doubtful: age by its limit, commits by their number."""
    if stale.kind == "expired":
        age = _age(document, snapshot) or 0
        return min(age / max(1, limit_days(document, snapshot)), _MOST_LIMITS)
    return _DOUBT[stale.kind] * (1 + min(len(stale.commits), _MANY) / _MANY)


def _age(document: Document, snapshot: Snapshot) -> int | None:
    trust = read_trust(document)
    if trust.verified_by != "unverified":
        found = age_days(trust, snapshot.today)
        if found is not None:
            return found
    return (snapshot.today - trust.created).days if trust.created else None


def _reasons(document: Document, snapshot: Snapshot) -> Iterator[Reason]:
    trust = read_trust(document)
    if trust.status == "superseded":
        return
    overclaimed = trust.status == "confirmed" and trust.verified_by == "unverified"
    if overclaimed:
        yield Reason("overclaimed", "says confirmed, and that nobody verified it")
    annotated = annotated_status(document, snapshot)
    if annotated is not None and not overclaimed:
        yield Reason("annotation", f"{annotated.name or 'an agent'} wrote its confirmed")
    weak = snapshot.ask(laundering).weak.get(document.path)
    if weak is not None:
        yield Reason("laundering", f"confirmed, and leans on {weak[0][0]} ({weak[0][1]})")
    for each in worst_first(staleness(document, snapshot)):
        never = each.kind == "never-verified"
        yield Reason("never-verified" if never else "stale", each.evidence, each)
    if not trust.status:
        yield Reason("no-status", "says nothing of how far to believe it")
    elif trust.status in ("hypothesis", "confirmed-by-agent"):
        yield Reason("hypothesis", f"is {trust.status} so far")
