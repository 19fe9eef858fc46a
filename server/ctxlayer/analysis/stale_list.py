"""The stale files of a layer and the state of its siblings: what an editor lists beside its text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from ctxlayer.analysis.freshness import Staleness, staleness
from ctxlayer.analysis.gate import gate_words, verdicts
from ctxlayer.analysis.reach import reach
from ctxlayer.analysis.source_changes import SourceChanges, source_changes
from ctxlayer.analysis.stale_words import plain_evidence, stale_parts, worst_first
from ctxlayer.analysis.stopped import stops
from ctxlayer.analysis.verification_queries import verification_query
from ctxlayer.analysis.verification_queue import doubt
from ctxlayer.layer.authors import FileAuthors
from ctxlayer.layer.document import Document
from ctxlayer.layer.edits import Edits
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import tier
from ctxlayer.settings import Settings

MOST = 100
"""Stale files that are listed: what is asked for with each change of the editor has to stay small."""


class _Inputs(NamedTuple):
    """What the staleness of a document goes by. Compared by identity first, so it is cheap to ask."""

    document: Document
    today: date
    settings: Settings
    authors: FileAuthors | None
    edits: Edits | None
    changes: SourceChanges
    stops: Mapping[str, object]


class Stale(NamedTuple):
    """A document with what speaks against it, the worst first, and how much it may be doubted."""

    document: Document
    tier: int | None
    reasons: tuple[Staleness, ...]
    doubt: float


class _Known(NamedTuple):
    inputs: _Inputs
    stale: Stale | None


def stale_documents(snapshot: Snapshot, last: tuple[Stale, ...] | None) -> tuple[Stale, ...]:
    """A query: the documents that anything speaks against; the same object while they are the same."""
    known = snapshot.ask(_known).values()
    found = tuple(each.stale for each in known if each.stale is not None)
    return last if last is not None and last == found else found


def _known(snapshot: Snapshot, last: Mapping[str, _Known] | None) -> Mapping[str, _Known]:
    """What is known of each document; only one that goes by something else is read again."""
    before = last or {}
    stopped = snapshot.ask(stops)
    found: dict[str, _Known] = {}
    for document in snapshot.of_kind(*TRUST_KINDS):
        path = document.path
        inputs = _Inputs(
            document,
            snapshot.today,
            snapshot.settings,
            snapshot.authors.of(path),
            snapshot.authors.edits_of(path),
            source_changes(document, snapshot),
            stopped,
        )
        known = before.get(path)
        if known is None or known.inputs != inputs:
            known = _Known(inputs, _stale(document, snapshot))
        found[path] = known
    return found


def _stale(document: Document, snapshot: Snapshot) -> Stale | None:
    reasons = worst_first(staleness(document, snapshot))
    if not reasons:
        return None
    doubts = sum(doubt(each, document, snapshot) for each in reasons)
    return Stale(document, tier(document), reasons, doubts)


def stale_entries(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The stale files that most depends on and most speaks against, as plain data, worst first."""
    known = snapshot.ask(reach)
    scored = sorted(
        (
            (known.weight(each.document.path) * each.doubt, each)
            for each in snapshot.ask(stale_documents)
        ),
        key=lambda found: (-found[0], found[1].document.path),
    )
    return [_entry(each, score, snapshot) for score, each in scored[:MOST]]


def _entry(each: Stale, score: float, snapshot: Snapshot) -> dict[str, Any]:
    path, known = each.document.path, snapshot.ask(reach)
    return {
        "path": path,
        "tier": each.tier,
        "kinds": list(dict.fromkeys(reason.kind for reason in each.reasons)),
        "words": " · ".join(stale_parts(each.reasons)),
        "evidence": [plain_evidence(reason.evidence) for reason in each.reasons],
        "hot": known.hot.get(path, 0),
        "topics": known.topics.get(path, 0),
        "files": known.files.get(path, 0),
        "query": verification_query(each.document, snapshot) or None,
        "score": round(score, 2),
    }


def repo_entries(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The siblings of the repo map as plain data: the verdict of the gate, by name."""
    return [
        {
            "name": verdict.name,
            "path": verdict.path,
            "state": verdict.state,
            "reasons": list(verdict.reasons),
            "words": plain_evidence(gate_words(verdict)),
        }
        for verdict in snapshot.ask(verdicts).values()
    ]
