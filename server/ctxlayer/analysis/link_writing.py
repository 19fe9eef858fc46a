"""How a link has to be written to lead where its author may have meant it to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.link_paths import LENIENT, encoded, from_root, relative
from ctxlayer.analysis.link_states import LinkState
from ctxlayer.analysis.suggestions import nearest_files
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.syntax.targets import decode

_MOST = 3


class Rewriting(NamedTuple):
    """A file or folder that exists, and the path of a link that leads to it."""

    target: str
    path: str


class _Near(NamedTuple):
    """The files near to a path that leads nowhere, as often as somebody asked in this tree."""

    tree: Tree
    known: dict[str, tuple[str, ...]]

    def files(self, tried: str) -> tuple[str, ...]:
        if tried not in self.known:
            self.known[tried] = nearest_files(tried, self.tree)
        return self.known[tried]


def _near(snapshot: Snapshot, last: _Near | None) -> _Near:
    """A query: what is near; kept while the names of all files are the same."""
    return last if last is not None and last.tree is snapshot.tree else _Near(snapshot.tree, {})


def nearest_paths(
    state: LinkState, document: Document, snapshot: Snapshot
) -> tuple[Rewriting, ...]:
    """Files that a dead link of `document` may stand for, the likeliest first."""
    near = snapshot.ask(_near)
    found: dict[str, Rewriting] = {}
    for tried, from_top in places_tried(state, document):
        for path in near.files(tried):
            if path == document.path or (state.link.kind == "import" and "#" in path):
                continue  # in an import nothing stands for a `#`
            if path not in found:
                found[path] = Rewriting(path, rewritten(state, path, document, from_top))
    return tuple(found.values())[:_MOST]


def places_tried(state: LinkState, document: Document) -> Iterator[tuple[str, bool]]:
    """The paths from the root that were looked for, and whether the link counts from there."""
    if _is_absolute(state, document):
        yield state.tried, True
        return
    if document.kind in LENIENT and state.link.kind != "import" and "/" in document.path:
        above = from_root("", decode(state.path))
        if not above.startswith("../"):
            yield above, True
    if not state.tried.startswith("../"):
        yield state.tried, False


def _is_absolute(state: LinkState, document: Document) -> bool:
    """Whether the link is written from the root: `/a/b.md`, or Cursor's `mdc:a/b.md`."""
    start = state.link.target_span.start
    return state.path.startswith("/") or document.text.startswith("mdc:", start)


def rewritten(
    state: LinkState, target: str, document: Document, from_top: bool | None = None
) -> str:
    """The path to `target` as the link writes its own, without the anchor.

    `from_top` counts it from the root, as texts may that an agent is given without their place;
    None does as the link did.
    """
    old = state.path
    if state.link.kind == "import":
        return relative(target, document.path, old).replace(" ", "\\ ")
    if _is_absolute(state, document):
        lead = "/" if old.startswith("/") else ""
        new = f"{lead}{target}"
    else:
        if from_top is None:
            from_top = document.kind in LENIENT and state.tried == from_root("", decode(old))
        new = relative(target, "_" if from_top else document.path, old)
    start = state.link.target_span.start
    angled = document.text[start - 1 : start] == "<"
    return encoded(new, like=old, angled=angled)
