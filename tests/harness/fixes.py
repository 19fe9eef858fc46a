"""What every fix has to keep: it mends its finding, and a second run changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ctxlayer.lints.model import Finding, Fix
from ctxlayer.text import apply_edits
from tests.harness.engine import findings_of, rebuilt
from tests.harness.fixture import Case


def broken_fix(case: Case, findings: Mapping[str, Iterable[Finding]]) -> str:
    """Empty when each fix of each finding, applied alone, leaves fewer findings of its lint."""
    wrong = []
    for found in findings.values():
        for finding in found:
            if case.lints and not case.lints & {finding.lint, finding.family}:
                continue
            wrong += [
                f"the fix {fix.title!r} leaves its finding: {finding.lint} in {finding.path}"
                for fix in finding.fixes
                if not _mends(case, finding, fix, findings)
            ]
    return "\n".join(wrong)


def apply_fix(texts: Mapping[str, str], fix: Fix) -> dict[str, str]:
    """The files after the edits of `fix`; a path that is not there is a new file."""
    return {**texts, **{path: apply_edits(texts.get(path, ""), e) for path, e in fix.edits.items()}}


def _mends(case: Case, finding: Finding, fix: Fix, before: Mapping[str, Iterable[Finding]]) -> bool:
    after = findings_of(rebuilt(case, apply_fix(case.texts, fix)))
    if finding.habit:  # it may have spoken for other files, which speak for themselves now
        path = finding.path
        after, before = {path: after.get(path, ())}, {path: before[path]}
    return _count(after, finding.lint) < _count(before, finding.lint)


def _count(findings: Mapping[str, Iterable[Finding]], lint: str) -> int:
    return sum(finding.lint == lint for found in findings.values() for finding in found)
