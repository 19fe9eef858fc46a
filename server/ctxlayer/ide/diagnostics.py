"""Findings, for one document and for the layer."""

from __future__ import annotations

from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints import runner
from ctxlayer.lints.model import FileFindings, Finding


def document_findings(snapshot: Snapshot, path: str) -> tuple[Finding, ...]:
    """The findings of one file, sorted; what a keystroke asks for."""
    return runner.file_findings(snapshot, path).findings


def layer_findings(snapshot: Snapshot) -> dict[str, tuple[Finding, ...]]:
    """The findings of every file that has any, by path."""
    report = layer_report(snapshot)
    return {path: result.findings for path, result in report.items() if result.findings}


def layer_report(snapshot: Snapshot) -> dict[str, FileFindings]:
    """The findings of every file that has any, with what was suppressed and what failed."""
    return runner.all_findings(snapshot)
