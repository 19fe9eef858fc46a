"""What can be done under the cursor, and all safe fixes of a document at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ctxlayer.analysis.secrets import document_secrets, masked
from ctxlayer.ide.diagnostics import document_findings
from ctxlayer.ide.fixing import safe_fix, with_safe_fixes
from ctxlayer.ide.model import Action
from ctxlayer.ide.moved_targets import moved_targets
from ctxlayer.ide.refactors import refactorings
from ctxlayer.ide.repo_places import repo_actions
from ctxlayer.ide.sound_fixes import sound_edits
from ctxlayer.ide.stale_actions import stale_actions
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Finding
from ctxlayer.text import Span
from ctxlayer.text.differences import line_edits


def any_kind(_kind: str) -> bool:
    """Whoever asks for no kind of actions wants all."""
    return True


def actions(
    snapshot: Snapshot,
    path: str,
    span: Span,
    findings: Sequence[Finding] | None = None,
    wants: Callable[[str], bool] = any_kind,
) -> tuple[Action, ...]:
    """What can be done at `span`, of the kinds that somebody wants.

    A refactoring that stands among the quick fixes already is left out, unless those are not wanted.
    The quick fixes of the findings that touch it come first, the first of each one preferred; then what
    can be done about a stale file or a clone, then refactorings.
    """
    if findings is None:
        findings = document_findings(snapshot, path)
    found: list[Action] = []
    touched = [finding for finding in findings if finding.span.touches(span)]
    for finding in touched:
        moved = tuple(moved_targets(snapshot, finding))
        found += moved
        for number, fix in enumerate(finding.fixes):
            first = number == 0 and not moved
            edits = sound_edits(snapshot, finding, fix)
            found.append(Action(fix.title, "quickfix", edits, (finding,), first))
    found += stale_actions(snapshot, path, span, touched)
    found += repo_actions(snapshot, path, span, touched)
    found = [each for each in found if wants(each.kind)]
    told = {each.title for each in found}
    found += (
        each
        for each in refactorings(snapshot, path, span)
        if wants(each.kind) and each.title not in told
    )
    document = snapshot.document(path)
    if document is None or not document_secrets(document):
        return tuple(found)
    return tuple(replace(each, title=masked(each.title, document)) for each in found)


def fix_all(snapshot: Snapshot, path: str) -> Action | None:
    """One action with every safe fix of the document, or None where there is none."""
    found = tuple(
        each for each in document_findings(snapshot, path, one_by_one=True) if safe_fix(each)
    )
    if not found:
        return None
    fixed = with_safe_fixes(snapshot, (path,))
    edits = {
        where: line_edits(old.text if old else "", document.text)
        for where, document in fixed.documents.items()
        if document is not (old := snapshot.document(where))
    }
    title = f"Fix all safe problems ({len(found)})"
    return Action(title, "source.fixAll.ctxlayer", edits, found)
