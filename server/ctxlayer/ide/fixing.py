"""Applying fixes: which can go together, and what the files are afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from ctxlayer.ide.diagnostics import document_findings
from ctxlayer.ide.sound_fixes import sound
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Finding, Fix
from ctxlayer.text import Edit, apply_edits

_MAX_ROUNDS = 10
"""Fixes that uncover further fixes settle in two or three rounds; more is a fault of ours."""


def safe_fix(finding: Finding) -> Fix | None:
    """The fix of a finding that may run unasked, if it has one."""
    return next((fix for fix in finding.fixes if fix.safe), None)


def edited(snapshot: Snapshot, edits: Mapping[str, Iterable[Edit]]) -> Snapshot:
    """The snapshot after edits to documents of the layer; a path that is none yet becomes one."""
    changed = []
    for path, path_edits in edits.items():
        document = snapshot.document(path)
        placement = snapshot.placement(path)
        if placement is None:
            continue
        text = apply_edits(document.text if document else "", path_edits)
        changed.append(Document(path, placement, text, document))
    created = [document.path for document in changed if document.path not in snapshot.documents]
    if not created:
        return snapshot.after(changed=changed)
    return snapshot.after(changed=changed, tree=snapshot.tree.changed(created, ()))


def with_safe_fixes(
    snapshot: Snapshot,
    paths: Collection[str],
    wanted: Callable[[Finding], bool] = lambda _: True,
) -> Snapshot:
    """The snapshot after every safe fix of the findings in `paths`, until none is left.

    Fixes that claim the same text wait for the next round. Fixes may edit other files than the
    one that they were found in (a trigger table gains a pointer).
    """
    for _ in range(_MAX_ROUNDS):
        edits = _edits(sound(snapshot, _compatible(snapshot, paths, wanted)))
        if not edits:
            break
        snapshot = edited(snapshot, edits)
    return snapshot


def _compatible(
    snapshot: Snapshot, paths: Collection[str], wanted: Callable[[Finding], bool]
) -> list[tuple[Finding, Fix]]:
    """Safe fixes whose edits do not meet each other."""
    chosen: list[tuple[Finding, Fix]] = []
    edits: dict[str, list[Edit]] = {}
    for path in sorted(paths):
        for finding in document_findings(snapshot, path, one_by_one=True):
            fix = safe_fix(finding) if wanted(finding) else None
            if fix is None or not all(_may_edit(snapshot, where) for where in fix.edits):
                continue
            if any(_meets(edit, edits.get(where, ())) for where, edit in _flat(fix)):
                continue
            chosen.append((finding, fix))
            for where, edit in _flat(fix):
                edits.setdefault(where, []).append(edit)
    return chosen


def _edits(fixes: Iterable[tuple[Finding, Fix]]) -> dict[str, list[Edit]]:
    found: dict[str, list[Edit]] = {}
    for _, fix in fixes:
        for where, edit in _flat(fix):
            found.setdefault(where, []).append(edit)
    return found


def _may_edit(snapshot: Snapshot, path: str) -> bool:
    return path in snapshot.documents or snapshot.is_free(path)


def _flat(fix: Fix) -> list[tuple[str, Edit]]:
    return [(path, edit) for path, edits in fix.edits.items() for edit in edits]


def _meets(edit: Edit, others: Iterable[Edit]) -> bool:
    return any(edit.span.touches(other.span) for other in others)
