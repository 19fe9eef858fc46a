"""Runs lints over a snapshot, and runs again only what a change can have touched.

Findings of a document lint are kept with the document, findings of a topic lint with the topic,
those of a layer lint with the answers that it asks for; all are used again while what the lint
reads is the same. A lint that raises is reported as a failure of that lint on that file; every
other finding still stands.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from operator import attrgetter, is_
from typing import NamedTuple, cast

from ctxlayer.analysis.adapter_use import adapter_use
from ctxlayer.analysis.crossings import crossings
from ctxlayer.analysis.edits import saved_edits
from ctxlayer.analysis.gate import verdicts
from ctxlayer.analysis.links import link_states
from ctxlayer.analysis.okf import okf_bundles
from ctxlayer.analysis.secrets import document_secrets, masked
from ctxlayer.analysis.source_changes import NO_CHANGES, source_changes
from ctxlayer.analysis.standing import Standing, Standings, standings
from ctxlayer.analysis.stopped import stopped_of
from ctxlayer.analysis.topics import TopicFacts, TopicPlace, adapters
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.habits import HABITUAL, Habits, Habitual, habits_of, one_for_all, sort_of
from ctxlayer.lints.model import FileFindings, Finding, Fix, Late, Related, Report, Severity
from ctxlayer.lints.registry import Lint, Reads, all_lints, document_lints
from ctxlayer.lints.suppression import split, suppressions
from ctxlayer.settings import Settings
from ctxlayer.text import Edit, Span

log = logging.getLogger(__name__)


class _Result(NamedTuple):
    """Findings of some lints over one thing, and what failed on the way."""

    findings: tuple[Finding, ...]
    failures: tuple[str, ...]


_NOTHING = _Result((), ())


def file_findings(snapshot: Snapshot, path: str, *, one_by_one: bool = False) -> FileFindings:
    """Everything found in one file, sorted, after suppression.

    What another file speaks of is left out, but where findings are wanted `one_by_one`.
    """
    parts = [snapshot.ask(_layer_findings).by_path.get(path, _NOTHING)]
    document = snapshot.document(path)
    if document is not None:
        parts += _document_findings(document, snapshot)
        if document.kind is Kind.TRIGGER_TABLE:
            parts += _topic_findings(path, snapshot)
    findings = [finding for part in parts for finding in part.findings]
    failures = tuple(failure for part in parts for failure in part.failures)
    if document is None:
        return FileFindings(tuple(sorted(findings, key=_order)), 0, failures)
    kept, silenced, used = split(document, findings)
    if suppressions(document):
        unused = _run_all(_of_scope("suppression"), document.path, snapshot, document, used)
        kept += unused.findings
        failures += unused.failures
    if not one_by_one and any(finding.habit for finding in kept):
        kept = one_for_all(kept, document, snapshot.ask(_habits))
    if document_secrets(document):
        kept = tuple(_without_secrets(finding, document) for finding in kept)
    return FileFindings(tuple(sorted(kept, key=_order)), len(silenced), failures)


def _habits(snapshot: Snapshot, last: Habits | None) -> Habits:
    """A query: what many rules have alike. Only the documents that changed are looked at again.

    Lints that name habits go by their document and what is in `world`, by nothing else.
    """
    world = (snapshot.settings, snapshot.tree, snapshot.today, snapshot.tokenizer)
    changed = snapshot.changed_since_last(_habits)
    if last is not None and last.world == world and changed is not None:
        by_path = {**last.by_path}
        paths: Iterable[str] = changed
    else:
        by_path = {}
        paths = [document.path for document in snapshot.of_kind(*HABITUAL)]
    for path in paths:
        by_path.pop(path, None)
        document = snapshot.document(path)
        if document is not None and document.kind in HABITUAL:
            results = _document_findings(document, snapshot)
            found = (each for result in results for each in result.findings if each.habit)
            by_path[path] = Habitual(sort_of(document), split(document, found)[0])
    if last is not None and last.world == world and last.by_path == by_path:
        return last
    return habits_of(world, by_path)


def _without_secrets(finding: Finding, document: Document) -> Finding:
    """The finding with markers where its words repeat a secret of the document."""
    fixes = (replace(fix, title=masked(fix.title, document)) for fix in finding.fixes)
    return finding._replace(message=masked(finding.message, document), fixes=tuple(fixes))


def all_findings(snapshot: Snapshot) -> dict[str, FileFindings]:
    """The findings of every file that has any (or a failure, or a suppressed one), by path."""
    paths = {*snapshot.documents, *snapshot.ask(_layer_findings).by_path}
    found = {path: file_findings(snapshot, path) for path in sorted(paths)}
    return {path: result for path, result in found.items() if result != FileFindings()}


_order = attrgetter("path", "span", "lint", "message")
"""`Finding.order`, in a third of the time."""


# Document lints, grouped by what they read besides the document.


@cache
def _document_groups(kind: Kind) -> tuple[tuple[frozenset[Reads], tuple[Lint, ...]], ...]:
    groups: dict[frozenset[Reads], list[Lint]] = {}
    for lint in document_lints():
        if kind in lint.kinds:
            groups.setdefault(lint.reads, []).append(lint)
    return tuple((reads, tuple(lints)) for reads, lints in groups.items())


def _document_findings(document: Document, snapshot: Snapshot) -> Iterator[_Result]:
    for reads, lints in _document_groups(document.kind):
        if reads == _ON_EVIDENCE and source_changes(document, snapshot) is NO_CHANGES:
            continue
        inputs = _inputs(reads, document, snapshot)
        known = document.memo.get(reads)
        if known is None or known[0] != inputs:
            result = _run_all(lints, document.path, snapshot, document, snapshot)
            known = document.memo[reads] = _shared(reads, inputs, result)
        yield known[1]


_ON_EVIDENCE: frozenset[Reads] = frozenset({"evidence", "today"})
"""Lints that have nothing to say where nothing became of a source: so it is for most documents."""

_Verdict = tuple[tuple[object, ...], _Result]
# A place to find equal verdicts again, not a memory of any layer: whatever is in it, answers are equal.
_last_clean: dict[frozenset[Reads], _Verdict] = {}


def _shared(reads: frozenset[Reads], inputs: tuple[object, ...], result: _Result) -> _Verdict:
    """A verdict to be kept; for files without findings the same object, as there are thousands."""
    if result is not _NOTHING:
        return inputs, result
    last = _last_clean.get(reads)
    if last is None or not all(map(is_, last[0], inputs)):
        last = _last_clean[reads] = (inputs, result)
    return last


_KEPT_READS: frozenset[Reads] = frozenset({"today", "history", "bundles", "edits"})
"""A verdict that hangs on nothing else can be kept for later runs of the day and the same bundles.

Of the history only fixes are made; verdicts hang on what it told in advance ("authors"). Edits can only
speak against a file: where none are known, what was clean with or without them is clean.
"""


def take_for_clean(document: Document, snapshot: Snapshot) -> None:
    """Believe an earlier run that the document has no findings of its own."""
    for reads, _ in _document_groups(document.kind):
        if reads <= _KEPT_READS:
            document.memo[reads] = _shared(reads, _inputs(reads, document, snapshot), _NOTHING)


def is_clean(document: Document) -> bool:
    """Whether the last run over the document found nothing that `take_for_clean` would skip."""
    groups = [reads for reads, _ in _document_groups(document.kind) if reads <= _KEPT_READS]
    return bool(groups) and all(
        reads in document.memo and document.memo[reads][1] == _NOTHING for reads in groups
    )


def _inputs(reads: frozenset[Reads], document: Document, snapshot: Snapshot) -> tuple[object, ...]:
    """What a lint's answer depends on; compared by identity first, so unchanged parts are free."""
    return (
        snapshot.settings,
        snapshot.tree if "tree" in reads else None,
        snapshot.today if "today" in reads else None,
        snapshot.siblings if "siblings" in reads else None,
        snapshot.history if "history" in reads else None,
        snapshot.authors.of(document.path) if "authors" in reads else None,
        snapshot.ask(adapters) if "adapters" in reads else None,
        (snapshot.ask(adapter_use), snapshot.schemas) if "adapter-use" in reads else None,
        snapshot.settings_problems if "settings-problems" in reads else None,
        link_states(document, snapshot) if "links" in reads else None,
        crossings(document, snapshot) if "crossings" in reads else None,
        snapshot.ask(okf_bundles) if "bundles" in reads else None,
        saved_edits(document, snapshot) if "edits" in reads else None,
        source_changes(document, snapshot) if "evidence" in reads else None,
        snapshot.ask(verdicts) if "gate" in reads else None,
        stopped_of(document, snapshot) if "stops" in reads else None,
        # Not the snapshot itself: a document that kept it would keep all that was ever known.
        snapshot.mark if "documents" in reads else None,
    )


# Topic lints.


_Told = tuple["Standing | None", _Result]


class _Spoken(NamedTuple):
    """What is found about the topics of each table: of all in order, and where anything is."""

    standings: Standings
    told: Mapping[str, Sequence[_Told]]
    by_table: Mapping[str, Sequence[tuple[TopicPlace, _Result]]]


def _spoken(snapshot: Snapshot, last: _Spoken | None) -> _Spoken:
    """A query: what the lints over topics find. Facts that did not change keep their findings."""
    found = snapshot.ask(standings)
    if last is not None and last.standings is found:
        return last
    told: dict[str, Sequence[_Told]] = {}
    by_table: dict[str, Sequence[tuple[TopicPlace, _Result]]] = {}
    for path, stands in found.by_table.items():
        places = found.topics.places_in(path)
        known = _told_before(path, found, last)
        told[path] = [
            each
            if each is not None and each[0] is standing
            else _tell(place.facts, standing, snapshot)
            for each, standing, place in zip(known, stands.of_topics, places, strict=True)
        ]
        by_table[path] = [
            (place, result)
            for place, (_, result) in zip(places, told[path], strict=True)
            if result is not _NOTHING
        ]
    return _Spoken(found, told, by_table)


def _told_before(path: str, now: Standings, last: _Spoken | None) -> Sequence[_Told | None]:
    """What was told of each topic of a table, where it was not touched."""
    places = now.topics.places_in(path)
    change = now.topics.change_since(last.standings.topics.serial, path) if last else None
    if last is None or change is None:
        return [None] * len(places)
    before = last.told[path]
    end = len(before) - change.tail
    middle = [
        place.facts.memo.get("told") for place in places[change.head : len(places) - change.tail]
    ]
    return [*before[: change.head], *middle, *before[end:]]


def _tell(facts: TopicFacts, standing: Standing, snapshot: Snapshot) -> _Told:
    """What is found about a topic as it stands; the spans count from its start."""
    own = facts.memo.get("findings")
    if own is None:
        own = facts.memo["findings"] = _run_all(_of_scope("topic"), facts.path, snapshot, facts)
    more = _run_all(_of_scope("placed"), facts.path, snapshot, facts, standing)
    result = (
        own
        if more is _NOTHING
        else more
        if own is _NOTHING
        else _Result((*own.findings, *more.findings), (*own.failures, *more.failures))
    )
    told: _Told = (standing, result)
    facts.memo["told"] = told
    return told


def _topic_findings(path: str, snapshot: Snapshot) -> Iterator[_Result]:
    """The findings of a table's topics where they stand now."""
    for place, result in snapshot.ask(_spoken).by_table.get(path, ()):
        memo = place.facts.memo
        moved = memo.get("moved")
        if moved is None or moved[0] != place.offset or moved[1] is not result:
            moved = memo["moved"] = (place.offset, result, _shifted(result, place))
        yield moved[2]


def _shifted(result: _Result, place: TopicPlace) -> _Result:
    """Findings relative to a topic, moved to where the topic stands in its table."""
    return _Result(tuple([_shift(found, place) for found in result.findings]), result.failures)


def _shift(finding: Finding, place: TopicPlace) -> Finding:
    path, by = place.path, place.offset
    lint, family, severity, where, (start, end), message, fixes, related, tag, habit = finding
    if fixes:
        fixes = tuple([_shift_fix(fix, path, by) for fix in fixes])
    if related:
        related = tuple([_shift_related(each, path, by) for each in related])
    span = _new(Span, (start + by, end + by))
    return _new(Finding, (lint, family, severity, where, span, message, fixes, related, tag, habit))


_new = tuple.__new__
"""Half the time of a call of the class, and after a key in a large table there is one for each finding."""


def _shift_related(related: Related, path: str, by: int) -> Related:
    return related._replace(span=related.span.shift(by)) if related.path == path else related


def _shift_fix(fix: Fix, path: str, by: int) -> Fix:
    if isinstance(fix.edits, Late):
        return fix  # made of the layer as it is by then
    edits = dict(fix.edits)
    if path in edits:
        edits[path] = tuple(Edit(edit.span.shift(by), edit.new) for edit in edits[path])
    return Fix(fix.title, edits, fix.safe)


# Layer lints.


class _Kept(NamedTuple):
    """What a layer lint found, and the settings and answers that it went by."""

    inputs: tuple[object, ...]
    result: _Result


class _LayerFindings(NamedTuple):
    """The results of all layer lints by lint, and the same findings by path."""

    kept: Mapping[str, _Kept]
    by_path: Mapping[str, _Result]


def _layer_findings(snapshot: Snapshot, last: _LayerFindings | None) -> _LayerFindings:
    """A query: what the lints over the whole layer find."""
    known = last.kept if last is not None else {}
    lints = _of_scope("layer")
    kept = {lint.id: _kept(lint, snapshot, known.get(lint.id)) for lint in lints}
    if last is not None and all(each is known.get(name) for name, each in kept.items()):
        return last
    by_path: dict[str, list[Finding]] = {}
    failures: list[str] = []
    for _, result in kept.values():
        failures += result.failures
        for finding in result.findings:
            by_path.setdefault(finding.path, []).append(finding)
    found = {path: _Result(tuple(findings), ()) for path, findings in by_path.items()}
    if failures:
        found[""] = _Result(found[""].findings if "" in found else (), tuple(failures))
    return _LayerFindings(kept, found)


def _kept(lint: Lint, snapshot: Snapshot, last: _Kept | None) -> _Kept:
    """The result of one layer lint; the last one while it goes by the same."""
    inputs = (snapshot.settings, *map(snapshot.ask, lint.asks))
    if lint.asks and last is not None and last.inputs == inputs:
        return last
    return _Kept(inputs, _run_all((lint,), "", snapshot, snapshot))


# Running.


@cache
def _of_scope(scope: str) -> tuple[Lint, ...]:
    return tuple(lint for lint in all_lints() if lint.scope == scope)


def _run_all(lints: Iterable[Lint], path: str, snapshot: Snapshot, *arguments: object) -> _Result:
    """What some lints find."""
    findings: list[Finding] = []
    failures: list[str] = []
    for lint in lints:
        try:
            for report in lint.check(*arguments):
                finding = _finding(lint, report, path, snapshot.settings)
                if finding is not None:
                    findings.append(finding)
        except Exception as error:  # one lint on one file must never silence another
            log.exception("%s failed on %s", lint.id, path or "the layer")
            failures.append(f"{lint.id}: {type(error).__name__}: {error}")
    return _Result(tuple(findings), tuple(failures)) if findings or failures else _NOTHING


def _finding(lint: Lint, report: Report, path: str, settings: Settings) -> Finding | None:
    """The report as a finding; None where settings switch the lint off."""
    where = report.path or path
    override = settings.severity_override(lint.id, lint.family, where)
    if override == "off":
        return None
    severity = cast("Severity | None", override) or report.severity or lint.severity
    return Finding(
        lint.id,
        lint.family,
        severity,
        where,
        report.span,
        report.message,
        report.fixes,
        report.related,
        report.tag,
        report.habit,
    )
