"""Runs lints over a snapshot, and runs again only what a change can have touched.

Findings of a document lint are kept with the document, findings of a topic lint with the topic,
those of a layer lint with the answers that it asks for; all are used again while what the lint
reads is the same. A lint that raises is reported as a failure of that lint on that file; every
other finding still stands.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, cast

from ctxlayer.analysis.crossings import crossings
from ctxlayer.analysis.links import link_states
from ctxlayer.analysis.topics import TopicIndex, TopicPlace, topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import FileFindings, Finding, Fix, Related, Report, Severity
from ctxlayer.lints.registry import Lint, Reads, all_lints, document_lints
from ctxlayer.lints.suppression import split, suppressions
from ctxlayer.settings import Settings
from ctxlayer.text import Edit

log = logging.getLogger(__name__)


class _Result(NamedTuple):
    """Findings of some lints over one thing, and what failed on the way."""

    findings: tuple[Finding, ...]
    failures: tuple[str, ...]


_NOTHING = _Result((), ())


def file_findings(snapshot: Snapshot, path: str) -> FileFindings:
    """Everything found in one file, sorted, after suppression."""
    parts = [snapshot.ask(_layer_findings).by_path.get(path, _NOTHING)]
    document = snapshot.document(path)
    if document is not None:
        parts += _document_findings(document, snapshot)
        if document.kind is Kind.TRIGGER_TABLE:
            parts += (_shifted(result, at) for at, result in _topic_findings(path, snapshot))
    findings = [finding for part in parts for finding in part.findings]
    failures = tuple(failure for part in parts for failure in part.failures)
    if document is None:
        return FileFindings(tuple(sorted(findings, key=_order)), 0, failures)
    kept, silenced, used = split(document, findings)
    if suppressions(document):
        unused = _run_all(_of_scope("suppression"), document.path, snapshot, document, used)
        kept += unused.findings
        failures += unused.failures
    return FileFindings(tuple(sorted(kept, key=_order)), len(silenced), failures)


def all_findings(snapshot: Snapshot) -> dict[str, FileFindings]:
    """The findings of every file that has any (or a failure, or a suppressed one), by path."""
    paths = {*snapshot.documents, *snapshot.ask(_layer_findings).by_path}
    found = {path: file_findings(snapshot, path) for path in sorted(paths)}
    return {path: result for path, result in found.items() if result != FileFindings()}


def _order(finding: Finding) -> tuple[str, object, str, str]:
    return finding.order


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
        inputs = _inputs(reads, document, snapshot)
        known = document.memo.get(reads)
        if known is None or known[0] != inputs:
            result = _run_all(lints, document.path, snapshot, document, snapshot)
            known = document.memo[reads] = (inputs, result)
        yield known[1]


_KEPT_READS: frozenset[Reads] = frozenset({"today", "history"})
"""A verdict that hangs on nothing else can be kept for later runs of the day.

Of the history only fixes are made so far; a lint whose verdict hangs on it has to take it out.
"""


def take_for_clean(document: Document, snapshot: Snapshot) -> None:
    """Believe an earlier run that the document has no findings of its own."""
    for reads, _ in _document_groups(document.kind):
        if reads <= _KEPT_READS:
            document.memo[reads] = (_inputs(reads, document, snapshot), _NOTHING)


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
        snapshot.settings_problems if "settings-problems" in reads else None,
        link_states(document, snapshot) if "links" in reads else None,
        crossings(document, snapshot) if "crossings" in reads else None,
        # Not the snapshot itself: a document that kept it would keep all that was ever known.
        snapshot.mark if "documents" in reads else None,
    )


# Topic lints.


@dataclass(frozen=True, slots=True, eq=False)
class _Spoken:
    """The topics that have findings (or failures), of all that there are."""

    index: TopicIndex
    places: tuple[tuple[TopicPlace, _Result], ...]


def _spoken(snapshot: Snapshot, last: _Spoken | None) -> _Spoken:
    """A query: what the lints over topics find. Facts that did not change keep their findings."""
    index = snapshot.ask(topic_index)
    if last is not None and last.index is index:
        return last
    found = []
    for place in index.places:
        memo = place.facts.memo
        if "findings" not in memo:
            facts = place.facts
            memo["findings"] = _run_all(_of_scope("topic"), facts.path, snapshot, facts)
        if memo["findings"] is not _NOTHING:
            found.append((place, memo["findings"]))
    return _Spoken(index, tuple(found))


def _topic_findings(path: str, snapshot: Snapshot) -> Iterator[tuple[TopicPlace, _Result]]:
    return (each for each in snapshot.ask(_spoken).places if each[0].path == path)


def _shifted(result: _Result, place: TopicPlace) -> _Result:
    """Findings relative to a topic, moved to where the topic stands in its table."""
    return _Result(tuple(_shift(found, place) for found in result.findings), result.failures)


def _shift(finding: Finding, place: TopicPlace) -> Finding:
    path, by = place.path, place.offset
    return Finding(
        finding.lint,
        finding.family,
        finding.severity,
        path,
        finding.span.shift(by),
        finding.message,
        tuple(_shift_fix(fix, path, by) for fix in finding.fixes),
        tuple(
            Related(where, span.shift(by) if where == path else span, message)
            for where, span, message in finding.related
        ),
        finding.tag,
    )


def _shift_fix(fix: Fix, path: str, by: int) -> Fix:
    edits = dict(fix.edits)
    if path in edits:
        edits[path] = tuple(Edit(edit.span.shift(by), edit.new) for edit in edits[path])
    return Fix(fix.title, edits, fix.safe)


# Layer lints.


class _Kept(NamedTuple):
    """What a layer lint found, and the settings and answers that it went by."""

    inputs: tuple[object, ...]
    result: _Result
    made: Mapping[int, tuple[Report, Finding]]


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
    for _, result, _ in kept.values():
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
    made: dict[int, tuple[Report, Finding]] = {}
    # Of other settings the same report may be another finding.
    known = last.made if last is not None and last.inputs[0] is snapshot.settings else {}
    result = _run_all((lint,), "", snapshot, snapshot, known=known, made=made)
    return _Kept(inputs, result, made)


# Running.


@cache
def _of_scope(scope: str) -> tuple[Lint, ...]:
    return tuple(lint for lint in all_lints() if lint.scope == scope)


def _run_all(
    lints: Iterable[Lint],
    path: str,
    snapshot: Snapshot,
    *arguments: object,
    known: Mapping[int, tuple[Report, Finding]] | None = None,
    made: dict[int, tuple[Report, Finding]] | None = None,
) -> _Result:
    """What some lints find. A report that is the same object as one of `known` makes the same
    finding; those of now are put into `made`."""
    findings: list[Finding] = []
    failures: list[str] = []
    for lint in lints:
        try:
            for report in lint.check(*arguments):
                before = known.get(id(report)) if known else None
                if before is not None and before[0] is report:
                    finding: Finding | None = before[1]
                else:
                    finding = _finding(lint, report, path, snapshot.settings)
                if finding is not None:
                    findings.append(finding)
                    if made is not None:
                        made[id(report)] = (report, finding)
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
    )
