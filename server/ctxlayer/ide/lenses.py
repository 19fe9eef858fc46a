"""Lines of facts above a document and above each topic."""

from __future__ import annotations

from ctxlayer.analysis.rule_globs import and_joined
from ctxlayer.analysis.stale_words import plain
from ctxlayer.analysis.topics import topic_index
from ctxlayer.analysis.unread import unread_repos
from ctxlayer.ide.budget_words import since_head
from ctxlayer.ide.guide_words import guide_lens
from ctxlayer.ide.model import Lens
from ctxlayer.ide.repo_places import repo_lenses
from ctxlayer.ide.repo_words import topic_gates
from ctxlayer.ide.rule_words import rule_lens
from ctxlayer.ide.text import DOT, standing
from ctxlayer.ide.topic_health import topic_healths
from ctxlayer.ide.weight_words import table_line, table_weight, topic_weight
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, TRUST_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import Span

_TOP = Span.at(0)


def lenses(snapshot: Snapshot, path: str) -> tuple[Lens, ...]:
    """One lens for the document, in a trigger table one for each topic, in the repo map for each clone."""
    document = snapshot.document(path)
    if document is None:
        return ()
    if document.kind in TRUST_KINDS:
        line = _joined(standing(document, snapshot), _unread(document, snapshot))
        return (Lens(_TOP, line),)
    if document.kind is Kind.RULE:
        return (Lens(_TOP, _joined(rule_lens(document, snapshot), since_head(path, snapshot))),)
    if document.kind in GUIDE_KINDS:
        return (Lens(_TOP, guide_lens(document, snapshot)),)
    if document.kind is Kind.REPO_MAP:
        return tuple(repo_lenses(document, snapshot))
    if document.kind is Kind.TRIGGER_TABLE:
        words = (
            table_line(document, snapshot),
            table_weight(path, snapshot),
            since_head(path, snapshot),
        )
        return (Lens(_TOP, _joined(*words)), *_topic_lenses(path, snapshot))
    return ()


def _unread(document: Document, snapshot: Snapshot) -> str:
    """That not all is known of what commits did to the sources of a document, and where."""
    repos = unread_repos(document, snapshot)
    if not repos:
        return ""
    known = "not all known" if any(repo in snapshot.sources for repo in repos) else "not known"
    names = and_joined(tuple(plain(repo) or "this repository" for repo in repos))
    return f"changes in {names} {known}"


def _joined(*words: str) -> str:
    return DOT.join(filter(None, words))


def _topic_lenses(path: str, snapshot: Snapshot) -> list[Lens]:
    healths = snapshot.ask(topic_healths)
    return [
        Lens(
            place.span(place.facts.topic.name_span),
            _joined(
                health.line, topic_gates(health.repos, snapshot), topic_weight(place, snapshot)
            ),
        )
        for place in snapshot.ask(topic_index).places_in(path)
        for health in (healths.of(place.facts),)
    ]
