"""Findings, for one document and for the layer, with fixes that are ready to be applied."""

from __future__ import annotations

from dataclasses import replace

from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints import runner
from ctxlayer.lints.model import FileFindings, Finding


def document_findings(
    snapshot: Snapshot, path: str, *, one_by_one: bool = False
) -> tuple[Finding, ...]:
    """The findings of one file, sorted; `one_by_one` with those that another file speaks of."""
    found = runner.file_findings(snapshot, path, one_by_one=one_by_one)
    return _bound(found, snapshot).findings


def layer_findings(snapshot: Snapshot) -> dict[str, tuple[Finding, ...]]:
    """The findings of every file that has any, by path."""
    report = layer_report(snapshot)
    return {path: result.findings for path, result in report.items() if result.findings}


def layer_report(snapshot: Snapshot) -> dict[str, FileFindings]:
    """The findings of every file that has any, with what was suppressed and what failed."""
    found = runner.all_findings(snapshot)
    return {path: _bound(result, snapshot) for path, result in found.items()}


def _bound(result: FileFindings, snapshot: Snapshot) -> FileFindings:
    return replace(result, findings=tuple(each.bound(snapshot) for each in result.findings))
