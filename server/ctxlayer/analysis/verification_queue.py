"""What a person should verify next: the files that most depends on and least stands behind.

In front come files that hot text leads to, then those that more topics and files lead to, then those
that were verified longest ago.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ctxlayer.analysis.authorship import annotated_status
from ctxlayer.analysis.freshness import age_days, staleness
from ctxlayer.analysis.laundering import laundering
from ctxlayer.analysis.links import LINKING_KINDS, link_states
from ctxlayer.analysis.rules import rule_book
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.rule import Temperature
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust

Kind = Literal[
    "stale", "never-verified", "overclaimed", "annotation", "laundering", "hypothesis", "no-status"
]


class Reason(NamedTuple):
    """Why a file waits for somebody, in words."""

    kind: Kind
    evidence: str


class Waiting(NamedTuple):
    """A file that somebody should verify.

    `hot` counts the hot tables and hot rules that lead to it, `topics` the topics, `files` the documents
    that link to it. `age` is in days, since it was verified or else made; None where that is unknown.
    """

    path: str
    reasons: tuple[Reason, ...]
    hot: int
    topics: int
    files: int
    age: int | None


def verification_queue(snapshot: Snapshot) -> tuple[Waiting, ...]:
    """All files that wait, worst first. Costs a look into every document."""
    hot, files = _hot(snapshot), _linked(snapshot)
    topics = snapshot.ask(topic_index).pointed.counts
    waiting = []
    for document in snapshot.of_kind(*TRUST_KINDS):
        reasons = tuple(_reasons(document, snapshot))
        if reasons:
            at = document.path
            age = _age(document, snapshot)
            waiting.append(Waiting(at, reasons, hot[at], topics.get(at, 0), files[at], age))
    return tuple(sorted(waiting, key=_order))


def _order(each: Waiting) -> tuple[int, int, int, str]:
    return (-each.hot, -(each.topics + each.files), -(each.age or 0), each.path)


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
    for each in staleness(document, snapshot):
        never = each.kind == "never-verified"
        yield Reason("never-verified" if never else "stale", each.evidence)
    if not trust.status:
        yield Reason("no-status", "says nothing of how far to believe it")
    elif trust.status in ("hypothesis", "confirmed-by-agent"):
        yield Reason("hypothesis", f"is {trust.status} so far")


def _hot(snapshot: Snapshot) -> Counter[str]:
    """How many hot tables and hot rules lead to each file."""
    found: Counter[str] = Counter()
    index = snapshot.ask(topic_index)
    for path, _ in index.tables:
        if snapshot.settings.is_hot_table(path):
            found.update({each for place in index.places_in(path) for each in place.facts.targets})
    hot = {
        rule.path for rule in snapshot.ask(rule_book).rules if rule.temperature is Temperature.HOT
    }
    for path in sorted(hot):
        found.update(
            _links(snapshot.documents[path], snapshot) if path in snapshot.documents else ()
        )
    return found


def _linked(snapshot: Snapshot) -> Counter[str]:
    """How many documents link to each file."""
    found: Counter[str] = Counter()
    for document in snapshot.of_kind(*LINKING_KINDS):
        found.update(_links(document, snapshot))
    return found


def _links(document: Document, snapshot: Snapshot) -> set[str]:
    targets = {state.target for state in link_states(document, snapshot) if state.target}
    return targets - {document.path}
