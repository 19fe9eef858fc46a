"""Files and patterns: what a hover says about where something leads."""

from __future__ import annotations

from collections.abc import Sequence

from ctxlayer.analysis.rule_globs import Reader, and_joined, rule_globs
from ctxlayer.globs import Glob
from ctxlayer.ide.evidence_words import FEW_COMMITS, evidence_lines
from ctxlayer.ide.text import code, counted, listed, standing
from ctxlayer.layer.rule import Pattern
from ctxlayer.layer.snapshot import Snapshot

_MOST_NOTES = 2
_FIRST = 3
"""Files named for each of several readings."""


def file_lines(
    path: str, snapshot: Snapshot, suffix: str = "", most: int = FEW_COMMITS
) -> list[str]:
    """A file, how far it is to be believed, and what speaks against it, with `most` commits each."""
    lines = [code(f"{path}{suffix}"), ""]
    document = snapshot.document(path)
    if document is None:
        return [*lines, "A file of this repository, not a document of the layer: it has no grade."]
    lines.append(standing(document, snapshot) or f"A {document.kind.value} file, without a grade.")
    evidence = evidence_lines(document, snapshot, most)
    return [*lines, "", *evidence] if evidence else lines


def many_lines(paths: Sequence[str], snapshot: Snapshot, most: int = 8) -> list[str]:
    """The first of many files, each with how far it is to be believed; the rest is counted."""
    lines = []
    for path in paths[:most]:
        document = snapshot.document(path)
        words = standing(document, snapshot) if document else ""
        lines.append(f"{code(path)} {words}".rstrip())
    return listed([*lines, *paths[most:]], most)


def pattern_lines(path: str, pattern: Pattern, snapshot: Snapshot) -> list[str]:
    """What a pattern of the rule at `path` matches, for each runtime where they differ."""
    file = snapshot.ask(rule_globs).files.get(path)
    written = next((w for w in (file.globs if file else ()) if w.span == pattern.span), None)
    readers = written.readers if written is not None else ()
    found = {reader: snapshot.tree.index.matching(reader.glob) for reader in readers}
    if len(found) < 2:
        return glob_lines(pattern.glob, snapshot)
    if len(set(found.values())) == 1:
        names = and_joined(tuple(dict.fromkeys(reader.title for reader in found)))
        head, *rest = glob_lines(pattern.glob, snapshot)
        return [f"{head}, in {names} alike", *rest]
    lines = [f"{code(pattern.glob.pattern)} is read differently:", ""]
    lines += listed(_reading(reader, paths) for reader, paths in found.items())
    return lines + _notes(*(note for reader in found for note in reader.glob.notes))


def _reading(reader: Reader, paths: Sequence[str]) -> str:
    if reader.glob.error or reader.glob.negated:
        return f"{reader.title}: {_nothing(reader.glob)}"
    first = ", ".join(code(path) for path in paths[:_FIRST])
    more = f" and {len(paths) - _FIRST:,} more" if len(paths) > _FIRST else ""
    return f"{reader.title}: {counted(len(paths), 'file')}{': ' if first else ''}{first}{more}"


def _nothing(glob: Glob) -> str:
    """Why a pattern matches nothing; what to do about it is said by its finding."""
    why, _, _ = (glob.error or "").partition(";")
    return f"matches nothing: {why}" if why else "matches nothing by itself"


def glob_lines(glob: Glob, snapshot: Snapshot) -> list[str]:
    """What a pattern matches now, and where its runtime's reading is not established."""
    if glob.error or glob.negated:
        return [f"{code(glob.pattern)} {_nothing(glob)}"]
    paths = snapshot.tree.index.matching(glob)
    lines = [f"{code(glob.pattern)} matches {counted(len(paths), 'file')} now"]
    if paths:
        lines += ["", *listed(code(path) for path in paths)]
    return lines + _notes(*glob.notes)


def _notes(*notes: str) -> list[str]:
    shown = list(dict.fromkeys(notes))[:_MOST_NOTES]
    return ["", *(f"_{note[:1].upper()}{note[1:]}._" for note in shown)] if shown else []
