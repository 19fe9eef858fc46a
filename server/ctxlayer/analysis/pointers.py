"""Where the pointers of a trigger table lead."""

from __future__ import annotations

import re
from enum import Enum
from posixpath import normpath
from typing import NamedTuple

from ctxlayer.analysis.anchors import has_anchor, lines_of
from ctxlayer.globs import compile_glob, has_magic
from ctxlayer.layer.agent_names import agent_file
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import (
    Pointer,
    beside_table,
    leaves_layer,
    pointer_targets,
    sibling_parts,
)
from ctxlayer.layer.pointer_words import names_no_file
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.topic import Topic

_REFERENCE = re.compile(r"\[[^\[\]]*\]\[[^\[\]]*\]")
"""`[text][label]`: where it leads is said elsewhere in the document."""


class State(Enum):
    """What became of a pointer."""

    FOUND = "found"
    DEAD = "dead"
    OUTSIDE = "outside"
    MISSPELT_CASE = "case"
    DEAD_ANCHOR = "anchor"
    DEAD_LINES = "lines"
    WEB = "web"
    UNKNOWN = "unknown"


class Resolution(NamedTuple):
    """Where one pointer leads.

    `targets` are the layer files that it names: one for a file, all matches for a glob or a
    folder, none where it leads nowhere or away from the layer. A pointer in another case names
    what it is meant to. `tried` is the layer-relative path that was looked for first, and for
    MISSPELT_CASE `actual` is how it is really spelt.
    """

    state: State
    targets: tuple[str, ...] = ()
    tried: str = ""
    actual: str = ""


_NOT_HERE = Resolution(State.UNKNOWN)


class Evidence(NamedTuple):
    """The documents that a resolution looked into, by path; it holds while they are the same."""

    documents: tuple[tuple[str, Document | None], ...] = ()


def resolve(
    pointer: Pointer, topic: Topic, table: str, snapshot: Snapshot
) -> tuple[Resolution, Evidence]:
    """Where `pointer` of `topic` in the trigger table at `table` leads in this snapshot."""
    if pointer.form == "url" or _REFERENCE.fullmatch(pointer.path):
        return Resolution(State.WEB if pointer.form == "url" else State.UNKNOWN), Evidence()
    if pointer.form == "agent":
        path = agent_file(pointer.path, snapshot.tree)
        return Resolution(State.FOUND, (path,), path) if path else _NOT_HERE, Evidence()
    if pointer.form == "sibling":
        return _in_sibling(pointer, snapshot), Evidence()
    candidates = pointer_targets(pointer, table, topic.name)
    if not candidates:
        state = State.DEAD if pointer.label is not None else State.UNKNOWN
        return Resolution(state), Evidence()
    inside = [path for path in candidates if not _leaves(path, snapshot)]
    beside = _beside(pointer, table, snapshot) if inside else ()
    for path in (*inside, *beside):
        targets = _existing(path, pointer, snapshot)
        if targets:
            return _within(pointer, path, targets, snapshot)
    if not inside or inside[0] != candidates[0]:
        return _outside(candidates[0], snapshot), Evidence()
    if names_no_file(pointer):
        return Resolution(State.UNKNOWN, (), inside[0]), Evidence()
    for path in inside:
        actual = _spelled(path, pointer, snapshot)
        if actual is not None:
            targets = _existing(actual, pointer, snapshot)
            return Resolution(State.MISSPELT_CASE, targets, inside[0], actual), Evidence()
    return Resolution(State.DEAD, (), inside[0]), Evidence()


def _beside(pointer: Pointer, table: str, snapshot: Snapshot) -> tuple[str, ...]:
    """What a path that is no link names from the table's own folder, as other teams write it."""
    path = beside_table(pointer, table)
    return () if path is None or _leaves(path, snapshot) else (path,)


def _leaves(path: str, snapshot: Snapshot) -> bool:
    """Whether a target lies outside the layer, or behind a symbolic link that leads out of it."""
    return leaves_layer(path) or snapshot.tree.leads_out(path)


def _outside(path: str, snapshot: Snapshot) -> Resolution:
    """A target outside the layer, which may lie in the clone of a sibling."""
    if path.startswith("../"):
        place = snapshot.siblings.place_of(normpath(f"{snapshot.root}/{path}"))
        if place is not None:
            exists = snapshot.siblings.exists(*place)
            return Resolution(State.DEAD if exists is False else State.FOUND, (), path)
    return Resolution(State.OUTSIDE, (), path)


def _spelled(path: str, pointer: Pointer, snapshot: Snapshot) -> str | None:
    """How a path that differs from its target in case only is really spelt."""
    tree = snapshot.tree
    if pointer.form != "glob":
        actual = tree.spelled(path.rstrip("/"))
        return f"{actual}/" if actual and path.endswith("/") else actual
    parts = path.split("/")
    literal = next((n for n, part in enumerate(parts) if has_magic(part)), len(parts))
    folder = tree.spelled("/".join(parts[:literal]))
    actual = "/".join([folder, *parts[literal:]]) if folder else path
    return actual if actual != path and _existing(actual, pointer, snapshot) else None


def _in_sibling(pointer: Pointer, snapshot: Snapshot) -> Resolution:
    parts = sibling_parts(pointer.path)
    if parts is None:
        return Resolution(State.UNKNOWN)
    repo, path = parts
    clean = normpath(path.lstrip("/"))
    if clean.startswith("../") or clean == "..":
        return Resolution(State.OUTSIDE, (), path)
    if has_magic(clean):
        exists = snapshot.siblings.any_file(repo, compile_glob(clean).matches)
    else:
        exists = snapshot.siblings.exists(repo, clean)
    if exists is None:
        return Resolution(State.UNKNOWN, (), path)
    return Resolution(State.FOUND if exists else State.DEAD, (), path)


def _existing(path: str, pointer: Pointer, snapshot: Snapshot) -> tuple[str, ...]:
    """The files that `path` names; for a folder, a marker of itself when it is empty of files."""
    tree = snapshot.tree
    path = tree.real(path)
    if path in tree.paths:
        return (path,)
    folder = path.rstrip("/")
    if folder in tree.folders:
        return tree.below(folder)
    if pointer.form == "glob":
        # `{tides,berths}/` means what lies in these folders.
        pattern = f"{path}/**" if pointer.path.endswith("/") else path
        return tuple(tree.index.matching(compile_glob(pattern)))
    return ()


def _within(
    pointer: Pointer, path: str, targets: tuple[str, ...], snapshot: Snapshot
) -> tuple[Resolution, Evidence]:
    """Checks the anchor or the line range of a pointer whose file exists."""
    if (pointer.anchor is None and pointer.lines is None) or len(targets) != 1:
        return Resolution(State.FOUND, targets, path), Evidence()
    document = snapshot.document(targets[0])
    evidence = Evidence(((targets[0], document),))
    state = State.FOUND
    if document is not None:
        if pointer.anchor and not has_anchor(document, pointer.anchor):
            state = State.DEAD_ANCHOR
        elif pointer.lines is not None and not _has_lines(document, pointer.lines):
            state = State.DEAD_LINES
    return Resolution(state, targets, path), evidence


def _has_lines(document: Document, lines: tuple[int, int]) -> bool:
    first, last = lines
    return 1 <= first <= last <= lines_of(document)
