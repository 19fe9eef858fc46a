"""Files and patterns: what a hover says about where something leads."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlayer.analysis.freshness import staleness
from ctxlayer.globs import Glob
from ctxlayer.ide.text import code, counted, listed, standing
from ctxlayer.layer.snapshot import Snapshot

_MOST_NOTES = 2


def file_lines(path: str, snapshot: Snapshot, suffix: str = "") -> list[str]:
    """A file, how far it is to be believed, and what speaks against it."""
    lines = [code(f"{path}{suffix}"), ""]
    document = snapshot.document(path)
    if document is None:
        return [*lines, "A file of this repository, not a document of the layer: it has no grade."]
    lines.append(standing(document, snapshot) or f"A {document.kind.value} file, without a grade.")
    evidence = listed(each.evidence for each in staleness(document, snapshot))
    return [*lines, "", *evidence] if evidence else lines


def many_lines(paths: Sequence[str], snapshot: Snapshot, most: int = 8) -> list[str]:
    """The first of many files, each with how far it is to be believed; the rest is counted."""
    lines = []
    for path in paths[:most]:
        document = snapshot.document(path)
        words = standing(document, snapshot) if document else ""
        lines.append(f"{code(path)} {words}".rstrip())
    return listed([*lines, *paths[most:]], most)


def glob_lines(glob: Glob, snapshot: Snapshot) -> list[str]:
    """What a pattern matches now, and where its runtime's reading is not established."""
    if glob.error or glob.negated:
        return [f"{code(glob.pattern)} matches nothing by itself."]
    paths = snapshot.tree.index.matching(glob)
    lines = [f"{code(glob.pattern)} matches {counted(len(paths), 'file')} now"]
    if paths:
        lines += ["", *listed(code(path) for path in paths)]
    notes = glob.notes[:_MOST_NOTES]
    return [*lines, "", *(f"_{note[:1].upper()}{note[1:]}._" for note in notes)] if notes else lines
