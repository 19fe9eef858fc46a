"""The stale files of a layer and the state of its siblings: what an editor lists beside its text."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from operator import is_
from typing import Any, NamedTuple

from ctxlayer.analysis.freshness import Staleness, staleness
from ctxlayer.analysis.gate import Verdict, gate_words, verdicts
from ctxlayer.analysis.ledgers import ledgers
from ctxlayer.analysis.reach import reach
from ctxlayer.analysis.reliance import reliance_world
from ctxlayer.analysis.source_changes import SourceChanges, source_changes
from ctxlayer.analysis.stale_words import plain_evidence, stale_parts, worst_first
from ctxlayer.analysis.stopped import stops
from ctxlayer.analysis.verification_queries import live_words, verification_query
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
    stops: Mapping[str, Verdict]


class Stale(NamedTuple):
    """A document with what speaks against it, the worst first, and how much it may be doubted."""

    document: Document
    tier: int | None
    reasons: tuple[Staleness, ...]
    doubt: float


class _Known(NamedTuple):
    """The stale documents by path, and what each document was judged by. While `world` is the same, each part
    of it the same object, a document says nothing new unless it changes itself."""

    world: tuple[object, ...]
    inputs: Mapping[str, _Inputs]
    stale: Mapping[str, Stale]


def stale_documents(snapshot: Snapshot, last: Mapping[str, Stale] | None) -> Mapping[str, Stale]:
    """A query: the documents that anything speaks against, by path; the same object while they are the same."""
    return snapshot.ask(_known).stale


def _known(snapshot: Snapshot, last: _Known | None) -> _Known:
    world = (
        snapshot.today,
        snapshot.settings,
        snapshot.authors,
        snapshot.unlisted,
        snapshot.ask(ledgers),
        snapshot.ask(reliance_world),
        snapshot.ask(stops),
    )
    changed = snapshot.changed_since_last(_known)
    if last is None or changed is None or not all(map(is_, world, last.world)):
        looked = {each.path for each in snapshot.of_kind(*TRUST_KINDS)}
        gone = set(last.inputs.keys() - looked) if last is not None else set()
    else:
        here = filter(None, map(snapshot.document, changed))
        looked = {each.path for each in here if each.kind in TRUST_KINDS}
        gone = set(changed & last.inputs.keys()) - looked
        if not looked and not gone:
            return last
    before = last.inputs if last is not None else {}
    now = {path: _inputs(snapshot.documents[path], snapshot) for path in looked}
    other = [path for path, inputs in now.items() if before.get(path) != inputs]
    inputs = {**before, **now}
    stale = {**last.stale} if last is not None else {}
    for path in gone:
        del inputs[path]
        stale.pop(path, None)
    for path in other:
        stale.pop(path, None)
        found = _stale(snapshot.documents[path], snapshot)
        if found is not None:
            stale[path] = found
    return _Known(world, inputs, last.stale if last and last.stale == stale else stale)


def _inputs(document: Document, snapshot: Snapshot) -> _Inputs:
    return _Inputs(
        document,
        snapshot.today,
        snapshot.settings,
        snapshot.authors.of(document.path),
        snapshot.authors.edits_of(document.path),
        source_changes(document, snapshot),
        snapshot.ask(stops),
    )


def _stale(document: Document, snapshot: Snapshot) -> Stale | None:
    reasons = worst_first(staleness(document, snapshot))
    if not reasons:
        return None
    doubts = sum(doubt(each, document, snapshot) for each in reasons)
    return Stale(document, tier(document), reasons, doubts)


class _Entries(NamedTuple):
    goes_by: tuple[object, ...]
    entries: list[dict[str, Any]]


def stale_entries(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The stale files that most depends on and most speaks against, as plain data, worst first."""
    return snapshot.ask(_entries).entries


def _entries(snapshot: Snapshot, last: _Entries | None) -> _Entries:
    """A query: who asks for one file after the other gets the same answer."""
    goes_by = (snapshot.ask(stale_documents), snapshot.ask(reach), snapshot.ask(live_words))
    if last is not None and all(map(is_, goes_by, last.goes_by)):
        return last
    stale, known, _ = goes_by
    scored = sorted(
        ((known.weight(path) * each.doubt, each) for path, each in stale.items()),
        key=lambda found: (-found[0], found[1].document.path),
    )
    return _Entries(goes_by, [_entry(each, score, snapshot) for score, each in scored[:MOST]])


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
