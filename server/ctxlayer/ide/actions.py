"""Quick fixes for the findings under the cursor, and all safe ones of a document at once."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlayer.ide.diagnostics import document_findings
from ctxlayer.ide.fixing import safe_fix, with_safe_fixes
from ctxlayer.ide.model import Action
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Finding
from ctxlayer.text import Edit, Span


def actions(
    snapshot: Snapshot, path: str, span: Span, findings: Sequence[Finding] | None = None
) -> tuple[Action, ...]:
    """The quick fixes of the findings that touch `span`, the first of each one preferred."""
    if findings is None:
        findings = document_findings(snapshot, path)
    found = []
    for finding in findings:
        if not finding.span.touches(span):
            continue
        for number, fix in enumerate(finding.fixes):
            found.append(Action(fix.title, "quickfix", fix.edits, (finding,), number == 0))
    return tuple(found)


def fix_all(snapshot: Snapshot, path: str) -> Action | None:
    """One action with every safe fix of the document, or None where there is none."""
    found = tuple(each for each in document_findings(snapshot, path) if safe_fix(each))
    if not found:
        return None
    fixed = with_safe_fixes(snapshot, (path,))
    edits = {
        where: _difference(snapshot.documents[where].text, document.text)
        for where, document in fixed.documents.items()
        if document is not snapshot.documents[where]
    }
    title = f"Fix all safe problems ({len(found)})"
    return Action(title, "source.fixAll.ctxlayer", edits, found)


def _difference(old: str, new: str) -> tuple[Edit, ...]:
    """Line-wise edits from `old` to `new`: cursors and folds outside them stay put."""
    from difflib import SequenceMatcher

    from ctxlayer.text.lines import split_lines

    before, after = split_lines(old), split_lines(new)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return tuple(
        Edit(Span(starts[first], starts[last]), "".join(after[start:end]))
        for tag, first, last, start, end in matcher.get_opcodes()
        if tag != "equal"
    )
