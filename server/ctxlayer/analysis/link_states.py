"""What became of one link or import: found, or in which way not."""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from posixpath import normpath
from typing import NamedTuple

from ctxlayer.analysis.anchors import has_anchor, is_line_anchor, line_fault, nearest_anchor_of
from ctxlayer.analysis.imports import Reader, meant_path, taken_path
from ctxlayer.analysis.link_paths import LENIENT, from_root
from ctxlayer.layer.document import Document
from ctxlayer.layer.link_target import LinkTarget, read_target, sibling_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.syntax.markdown_nodes import Link
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Span


class Outcome(Enum):
    """What became of a link; all but the first two are faults."""

    FOUND = "found"
    UNKNOWN = "unknown"
    GONE = "gone"
    ELSEWHERE = "from the root"
    CASE = "case"
    OUTSIDE = "outside"
    NO_ANCHOR = "anchor"
    NO_LINES = "lines"
    TORN = "a blank ends it"
    HASH = "a # ends it"
    SLASHES = "backslashes"
    CUT = "punctuation behind an import"
    SPACED = "a blank in an import"
    DEEP = "one import too many"


class LinkState(NamedTuple):
    """A link and where it leads.

    `span` is what is wrong of it, else its path. `target` is the file or folder (from the root)
    that it leads to or, for a fault that names one, should lead to; `tried` what was looked for
    first. `near` is the anchor that is meant, `lines` how many lines the target has, `repo` the
    sibling that it names.
    """

    link: Link
    outcome: Outcome
    span: Span
    path: str
    target: str = ""
    tried: str = ""
    anchor: str = ""
    near: str = ""
    lines: int = 0
    reader: Reader | None = None
    repo: str = ""


_MARKDOWN = (".md", ".mdc", ".markdown", ".mdx")
_DOCUMENTS = (*_MARKDOWN, ".txt", ".rst")
_BUILT = (".html", ".htm")
"""Pages that are mostly built: one is missing only where its folder has others."""
_INSTALLED = frozenset({"vendor", "bower_components", "site-packages", "venv", ".venv"})
"""Folders that a package manager fills: where one is not in the tree, nothing is known of what is in it."""
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}\Z")
_PAGES = (".md", ".mdx", "/index.md", "/README.md", "/_index.md", "/index.mdx")


def judge_link(link: Link, document: Document, snapshot: Snapshot) -> LinkState:
    """Where a link of `document` leads."""
    target = read_target(link)
    state = LinkState(link, Outcome.UNKNOWN, target.span, target.path, anchor=target.anchor or "")
    if target.reach == "machine":
        return state._replace(outcome=Outcome.OUTSIDE)
    if target.reach == "sibling":
        return _in_sibling(state, target, snapshot)
    if target.reach == "other":
        return state
    if not target.path:
        return _with_anchor(state, target, document.path, document, snapshot)
    candidates = _candidates(target, document)
    for path in candidates:
        found = existing(path, snapshot)
        if found is not None:
            return _with_anchor(state, target, found, document, snapshot)
    state = state._replace(tried=candidates[0])
    if target.reach == "path" and leaves(candidates[0], snapshot):
        return _outside(state, snapshot)
    return _missing(state, target, candidates, document, snapshot)


def _candidates(target: LinkTarget, document: Document) -> tuple[str, ...]:
    folder = document.path.rpartition("/")[0]
    if target.reach == "path":
        bases = (folder, "") if document.kind in LENIENT else (folder,)
    else:
        bases = ("", folder) if target.reach == "root" else ("",)
    spellings = target.spellings
    return tuple(dict.fromkeys(from_root(base, each) for base in bases for each in spellings))


def existing(path: str, snapshot: Snapshot) -> str | None:
    """The file or folder of the tree at `path`, through links inside the layer; None for none."""
    tree = snapshot.tree
    real = tree.real(path.rstrip("/"))
    if real in tree.paths or real in tree.folders:
        return real
    return None if path.isascii() else _same_letters(real, tree)


def _same_letters(path: str, tree: Tree) -> str | None:
    """The file whose name is the same but for the way in which its accents are encoded."""
    wanted = unicodedata.normalize("NFC", path)
    folder = path.rpartition("/")[0]
    for each in tree.in_folder(folder):
        if not each.isascii() and unicodedata.normalize("NFC", each) == wanted:
            return each
    return None


def leaves(path: str, snapshot: Snapshot) -> bool:
    """Whether `path` lies outside the layer, or behind a symbolic link that leads out of it."""
    return path == ".." or path.startswith("../") or snapshot.tree.leads_out(path)


def _outside(state: LinkState, snapshot: Snapshot) -> LinkState:
    """A link out of the layer, which may lead into the clone of a sibling."""
    if state.tried.startswith("../"):
        place = snapshot.siblings.place_of(normpath(f"{snapshot.root}/{state.tried}"))
        if place is not None:
            gone = snapshot.siblings.exists(*place) is False
            return state._replace(outcome=Outcome.GONE if gone else Outcome.FOUND)
    return state._replace(outcome=Outcome.OUTSIDE)


def _in_sibling(state: LinkState, target: LinkTarget, snapshot: Snapshot) -> LinkState:
    place = sibling_of(target.path)
    if place is None or place[0] not in snapshot.siblings.names:
        return state
    exists = snapshot.siblings.exists(place[0], normpath(place[1].lstrip("/")))
    if exists is None:
        return state
    outcome = Outcome.FOUND if exists else Outcome.GONE
    return state._replace(outcome=outcome, tried=target.path, repo=place[0])


def _missing(
    state: LinkState,
    target: LinkTarget,
    candidates: tuple[str, ...],
    document: Document,
    snapshot: Snapshot,
) -> LinkState:
    """Why a path that stays in the layer leads to nothing, if that is certain."""
    tree = snapshot.tree
    inside = [path for path in candidates if not leaves(path, snapshot)]
    if any(snapshot.unlisted.may_hold(path) or _is_installed(path, tree) for path in inside):
        return state
    if _is_page(inside, tree):
        return state
    for path in inside:
        actual = tree.spelled(path)
        if actual is not None:
            return state._replace(outcome=Outcome.CASE, target=actual, tried=path)
    folder = document.path.rpartition("/")[0]
    whole = from_root(folder, decode(state.link.target))
    if "#" in state.link.target and whole in tree.paths:
        return state._replace(outcome=Outcome.HASH, span=state.link.target_span, target=whole)
    turned = from_root(folder, target.path.replace("\\", "/"))
    if "\\" in target.path and existing(turned, snapshot):
        return state._replace(outcome=Outcome.SLASHES, target=turned)
    for spelling in target.spellings if target.reach == "path" else ():
        above = existing(from_root("", spelling), snapshot)
        if above:
            return state._replace(outcome=Outcome.ELSEWHERE, target=above)
    certain = _is_certain(state, target, tree)
    return state._replace(outcome=Outcome.GONE) if certain else state


def _is_installed(path: str, tree: Tree) -> bool:
    """Whether a path leads into a folder of dependencies that the tree does not have."""
    folders = path.split("/")[:-1]
    return any(
        folder in _INSTALLED and "/".join(folders[: at + 1]) not in tree.folders
        for at, folder in enumerate(folders)
    )


def _is_page(candidates: list[str], tree: Tree) -> bool:
    """Whether a site would make a page of that name out of a file that exists."""
    for path in candidates:
        stem = path.removesuffix(".html")
        if (stem != path or not _SUFFIX.search(path)) and any(
            f"{stem}{ending}" in tree.paths for ending in _PAGES
        ):
            return True
    return False


def _is_certain(state: LinkState, target: LinkTarget, tree: Tree) -> bool:
    """Whether a path that does not exist cannot be meant for something else.

    A word alone may be the address of a page; what starts with a slash, a place of some site.
    """
    path, tried = target.path, state.tried
    parent, _, name = tried.rpartition("/")
    if target.reach == "site":
        return bool(parent) and parent in tree.folders and tried.endswith(_MARKDOWN)
    if target.reach == "root" and not _is_known_place(path, tree):
        return False
    if name.endswith(_BUILT):
        return any(each.endswith(_BUILT) for each in tree.in_folder(parent))
    if _SUFFIX.search(name):
        return True
    return "/" in path.rstrip("/") and parent in tree.folders


def _is_known_place(path: str, tree: Tree) -> bool:
    """Whether a path from the root starts with a folder that exists, so is no example of one."""
    first, slash, _ = path.removeprefix("./").partition("/")
    if first == ".." or (slash and first not in tree.folders):
        return False
    return not any(each.endswith(f"/{path}") for each in tree.named(path.rpartition("/")[2]))


def _with_anchor(
    state: LinkState, target: LinkTarget, path: str, document: Document, snapshot: Snapshot
) -> LinkState:
    """A link to a file that exists, and its anchor."""
    state = state._replace(outcome=Outcome.FOUND, target=path)
    there = document if path == document.path else snapshot.document(path)
    if not target.anchor or there is None or not path.endswith(_MARKDOWN):
        return state
    if is_line_anchor(target.anchor):
        lines = line_fault(there, target.anchor)
        if lines is None:
            return state
        return state._replace(outcome=Outcome.NO_LINES, span=target.anchor_span, lines=lines)
    if has_anchor(there, target.anchor, joined=_joins_hyphens(snapshot.tree)):
        return state
    near = nearest_anchor_of(there, target.anchor) or ""
    return state._replace(outcome=Outcome.NO_ANCHOR, span=target.anchor_span, near=near)


def _joins_hyphens(tree: Tree) -> bool:
    """Whether the project has a site whose generator makes one hyphen of many in its anchors."""
    return bool(tree.named("mkdocs.yml") or tree.named("mkdocs.yaml")) or any(
        folder in tree.folders for folder in (".vitepress", "docs/.vitepress")
    )


def judge_import(link: Link, document: Document, reader: Reader, snapshot: Snapshot) -> LinkState:
    """Where an import of `document` leads, for the runtime that reads it there."""
    target = read_target(link)
    state = LinkState(link, Outcome.UNKNOWN, target.span, target.path, reader=reader)
    if target.reach == "other" or not target.path:
        return state
    folder = document.path.rpartition("/")[0]
    meant = from_root(folder, meant_path(link))
    state = state._replace(tried=meant)
    taken = from_root(folder, taken_path(link))
    limit = reader.imports.hops
    if existing(taken, snapshot) is not None:
        deep = limit and reader.hops >= limit and taken in snapshot.documents
        return state._replace(outcome=Outcome.DEEP if deep else Outcome.FOUND, target=taken)
    if existing(meant, snapshot) is not None:
        return _cut(state._replace(target=meant), link, reader)
    if " " in link.target.replace("\\ ", ""):
        return state  # what follows the blank is a path only if such a file exists
    if leaves(meant, snapshot):
        return _outside(state, snapshot)
    if snapshot.unlisted.may_hold(meant):
        return state
    actual = snapshot.tree.spelled(meant)
    if actual is not None:
        return state._replace(outcome=Outcome.CASE, target=actual)
    above = existing(from_root("", meant_path(link)), snapshot)
    if above:
        kept = not reader.imports.to_blank
        return state._replace(outcome=Outcome.FOUND if kept else Outcome.ELSEWHERE, target=above)
    certain = _is_import(meant_path(link), folder, snapshot.tree)
    return state._replace(outcome=Outcome.GONE) if certain else state


def _cut(state: LinkState, link: Link, reader: Reader) -> LinkState:
    """An import that exists, with something that makes a loader look for another path."""
    if not reader.imports.to_blank:
        return state._replace(outcome=Outcome.FOUND)
    if " " in link.target.replace("\\ ", ""):
        return state._replace(outcome=Outcome.SPACED)
    end = link.target_span.end
    return state._replace(outcome=Outcome.CUT, span=Span(end, max(end, link.span.end)))


def _is_import(path: str, folder: str, tree: Tree) -> bool:
    """Whether a path that does not exist is meant as one: `@app/button.tsx` may be an alias."""
    if path.endswith(_DOCUMENTS) or path.startswith(("./", "../")):
        return True
    first = path.partition("/")[0]
    return "/" in path and any(from_root(base, first) in tree.folders for base in (folder, ""))
