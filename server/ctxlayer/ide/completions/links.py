"""Targets of links and imports that are still being typed, and the anchors behind them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ctxlayer.analysis.anchors import anchors_with_titles
from ctxlayer.analysis.imports import import_graph
from ctxlayer.analysis.link_paths import LENIENT, encoded, from_root, relative
from ctxlayer.analysis.link_states import existing
from ctxlayer.analysis.links import LINKING_KINDS, hidden_from_links
from ctxlayer.ide.completions.paths import fitting
from ctxlayer.ide.model import Completion
from ctxlayer.ide.text import standing
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.targets import decode
from ctxlayer.text import Edit, Span

_MOST = 200
_TARGET = re.compile(r"\]\([ \t]*(?:<(?P<angled>[^<>\n]*)|(?P<bare>[^\s()<>]*))\Z")
_DEFINITION = re.compile(
    r"[ \t]*\[[^\[\]\n]+\]:[ \t]*(?:<(?P<angled>[^<>\n]*)|(?P<bare>[^\s<>]*))\Z"
)
_IMPORT = re.compile(r"(?<!\S)@(?P<bare>(?:\\ |[^\s@\\])*)\Z")
_MARKDOWN = (".md", ".mdc")


def link_completions(document: Document, offset: int, snapshot: Snapshot) -> Iterator[Completion]:
    """Files and anchors for the target at the cursor; nothing outside of one, or in code."""
    if document.kind not in LINKING_KINDS:
        return
    text = document.text
    line = text[max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1 : offset]
    match = _TARGET.search(line) or _DEFINITION.match(line)
    reads_imports = document.path in snapshot.ask(import_graph).readers
    imported = None if match or not reads_imports else _IMPORT.search(line)
    found = match or imported
    if found is None or any(span.start < offset < span.end for span in hidden_from_links(document)):
        return
    angled = match is not None and match["angled"] is not None
    typed = found["angled"] if angled else found["bare"]
    path, mark, anchor = typed.partition("#")
    if not mark:
        span = Span(offset - len(typed), offset)
        how = "import" if imported else "angled" if angled else "bare"
        yield from _files(span, typed, how, document, snapshot)
    elif imported is None:
        yield from _anchors(Span(offset - len(anchor), offset), path, document, snapshot)


def _files(
    span: Span, typed: str, how: str, document: Document, snapshot: Snapshot
) -> Iterator[Completion]:
    """Documents first, those of the same folder before all others, then the other files there."""
    ranked = _ranked(document, snapshot)
    wanted = decode(typed).replace("\\ ", " ").rpartition("../")[2]
    for number, path in enumerate(fitting(ranked, wanted, _MOST)):
        plain = _plain(path, typed, how, document)
        there = snapshot.document(path)
        detail = standing(there, snapshot) if there is not None and number < 40 else ""
        edit = Edit(span, _written(plain, typed, how))
        yield Completion(path, "file", edit, f"{number:04d}", detail, filter=plain)


def _plain(path: str, typed: str, how: str, document: Document) -> str:
    """The path to a file as it is begun, before any encoding: what a client compares."""
    if typed.startswith("/"):
        return f"/{path}"
    if document.kind in LENIENT and how != "import" and _counts_from_root(typed, document):
        return path
    return relative(path, document.path, typed)


def _written(plain: str, typed: str, how: str) -> str:
    if how == "import":
        return plain.replace(" ", "\\ ")
    if how == "bare" and " " in plain and "%" not in typed and not set(plain) & set("<>"):
        return f"<{plain}>"
    return encoded(plain, like=typed, angled=how == "angled")


def _counts_from_root(typed: str, document: Document) -> bool:
    """Whether a path is begun that counts from the root, as far as one can tell."""
    return "/" in document.path and "/" in typed and not typed.startswith(".")


def _ranked(document: Document, snapshot: Snapshot) -> list[str]:
    """All files: those beside the document, documents of its folders, other documents, the rest."""
    folder = document.path.rpartition("/")[0]
    beside = f"{folder}/" if folder else ""
    around = "".join(f"{part}/" for part in folder.split("/")[:2] if part)
    ranks: tuple[list[str], ...] = ([], [], [], [])
    for path in snapshot.tree.ordered:
        if path == document.path:
            continue
        if path.startswith(beside) and "/" not in path[len(beside) :]:
            ranks[0].append(path)
        elif path not in snapshot.documents or not path.endswith(_MARKDOWN):
            ranks[3].append(path)
        else:
            ranks[1 if around and path.startswith(around) else 2].append(path)
    return [path for rank in ranks for path in rank]


def _anchors(span: Span, path: str, document: Document, snapshot: Snapshot) -> Iterator[Completion]:
    """The headings of the file in front of the `#`, or of the document itself."""
    there: Document | None = document
    if path:
        folder = document.path.rpartition("/")[0]
        bases = (folder, "") if document.kind in LENIENT else (folder,)
        found = (existing(from_root(base, decode(path)), snapshot) for base in bases)
        there = snapshot.document(next((each for each in found if each), ""))
    if there is None:
        return
    for number, (anchor, title) in enumerate(anchors_with_titles(there)):
        yield Completion(anchor, "value", Edit(span, anchor), f"{number:04d}", title, filter=anchor)
