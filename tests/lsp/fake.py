"""A small engine behind the server: every workspace folder is a layer of `*.md` files.

`TODO` is a finding with a fix, `needs NAME` one unless the layer has that file, `BOOM` makes the
analysis fail. Run as a program it is a language server: `python fake.py [PORT]`.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ctxlayer.ide.model import (
    Action,
    Completion,
    DocumentLink,
    Fold,
    FoundSymbol,
    Hint,
    Hover,
    Lens,
    Location,
    Rewrite,
    Symbol,
)
from ctxlayer.ide.renaming import Refusal, Renamable
from ctxlayer.lints.model import FileFindings, Finding, Fix, Related
from ctxlayer.lsp.engine import Engine
from ctxlayer.text import Edit, LineIndex, Span

_WORD = re.compile(r"\w+")


class Document:
    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = LineIndex(text)

    def rest(self) -> None:
        """There is nothing to forget."""


class Snapshot:
    unreadable: MappingProxyType[str, str] = MappingProxyType({})
    tracked_local: frozenset[str] = frozenset()

    def __init__(self, root: Path, documents: dict[str, Document]) -> None:
        self.root = str(root)
        self.documents = documents

    def document(self, path: str) -> Document | None:
        return self.documents.get(path)


class Layer:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.nested: tuple[str, ...] = ()
        self.snapshot = Snapshot(root, {})

    def relative(self, path: Path) -> str | None:
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else None

    def absolute(self, path: str) -> Path:
        return self.root / path

    @property
    def authors(self) -> Layer:
        return self

    @property
    def committed(self) -> Layer:
        return self

    @property
    def local_files(self) -> Layer:
        return self

    def is_due(self, *_: object) -> bool:
        return False

    @property
    def repositories(self) -> Layer:
        return self

    def on_screen(self) -> frozenset[str]:
        return frozenset()

    def watcher(self) -> None:
        """There are no repositories."""

    def read_nothing(self, *_: object) -> Iterator[None]:
        """Nobody asks git or for words here."""
        yield from ()

    read_committed = read_authors = read_words = read_tracked = read_nothing
    read_repos = read_sources = read_nothing


class Host:
    """Builds a new snapshot of everything on each change; the files are few."""

    def __init__(self) -> None:
        self.scans = 0
        self.open_texts: dict[Path, str] = {}
        self._layers: tuple[Layer, ...] = ()

    def set_workspaces(self, folders: Sequence[Path]) -> None:
        self._layers = tuple(Layer(folder) for folder in folders)
        for folder in folders:
            gate = folder / "slow-scan"
            if gate.exists():
                # The test ends the scan by removing the file.
                while gate.exists():
                    threading.Event().wait(0.01)
        self._rebuild()

    def open(self, path: Path, text: str) -> None:
        self.change(path, text)

    def change(self, path: Path, text: str) -> None:
        self.open_texts[path] = text
        self._rebuild()

    def close(self, path: Path) -> None:
        self.open_texts.pop(path, None)
        self._rebuild()

    def disk_changed(self, paths: Iterable[Path]) -> None:
        self._rebuild()

    def load_workspaces(self) -> None:
        """The tests' layers are read by `set_workspaces`."""

    def tick(self) -> None:
        """The day makes no difference here."""

    def layers(self) -> tuple[Layer, ...]:
        return self._layers

    def layer_of(self, path: Path) -> Layer | None:
        for layer in self._layers:
            if path.is_relative_to(layer.root):
                return layer
        return None

    def _rebuild(self) -> None:
        for layer in self._layers:
            texts = {
                path.relative_to(layer.root).as_posix(): path.read_bytes().decode(
                    "utf-8", "replace"
                )
                for path in layer.root.glob("**/*.md")
            }
            for path, text in self.open_texts.items():
                if path.is_relative_to(layer.root) and path.suffix == ".md":
                    texts[path.relative_to(layer.root).as_posix()] = text
            old = layer.snapshot.documents
            layer.snapshot = Snapshot(
                layer.root,
                {
                    path: old[path]
                    if path in old and old[path].text == text
                    else Document(path, text)
                    for path, text in texts.items()
                },
            )


def _document(snapshot: Any, path: str) -> Document:
    found = snapshot.document(path)
    assert isinstance(found, Document)
    return found


def file_findings(snapshot: Any, path: str) -> FileFindings:
    if snapshot.document(path) is None:
        return FileFindings()
    document = _document(snapshot, path)
    if "BOOM" in document.text:
        raise RuntimeError("the analysis of this document failed")
    failures = ("some-lint: OSError: no",) if "LINT FAILS" in document.text else ()
    return FileFindings(tuple(_findings(snapshot, document)), 0, failures)


def findings(snapshot: Any, path: str) -> tuple[Finding, ...]:
    return file_findings(snapshot, path).findings


def stamps(root: str) -> dict[str, object]:
    return {
        path.relative_to(root).as_posix(): path.stat().st_mtime_ns
        for path in Path(root).glob("**/*.md")
    }


def _findings(snapshot: Any, document: Document) -> Iterator[Finding]:
    path = document.path
    for match in re.finditer(r"TODO", document.text):
        span = Span(*match.span())
        fix = Fix("Replace by DONE", {path: (Edit(span, "DONE"),)}, safe=True)
        yield Finding("todo", "test", "warning", path, span, "a TODO", (fix,), tag="unnecessary")
    for match in re.finditer(r"needs (\S+)", document.text):
        if match[1] not in snapshot.documents:
            span = Span(*match.span(1))
            related = (Related(path, Span(0, 1), "see here"),)
            yield Finding("needs", "test", "error", path, span, f"no {match[1]}", related=related)


def hover(snapshot: Any, path: str, offset: int) -> Hover | None:
    text = _document(snapshot, path).text
    for match in _WORD.finditer(text):
        if match.start() <= offset <= match.end():
            return Hover(Span(*match.span()), f"**{match[0]}**")
    return None


def complete(snapshot: Any, path: str, offset: int) -> tuple[Completion, ...]:
    edit = Edit(Span(offset, offset), "value: ${1:none}$0")
    found = (
        Completion("one", "file", Edit(Span.at(offset), "one"), "1", documentation="*the first*"),
        Completion("two", "snippet", edit, "2", detail="second", snippet=True),
    )
    # On the first column there is more than fits.
    return (found * 2)[:3] if offset == 0 else found


def actions(
    snapshot: Any,
    path: str,
    span: Span,
    given: Sequence[Finding] | None,
    wants: Callable[[str], bool],
) -> tuple[Action, ...]:
    fixes = (
        Action(fix.title, "quickfix", fix.edits, (finding,), True)
        for finding in findings(snapshot, path)
        if finding.span.touches(span)
        for fix in finding.fixes
    )
    found = (*fixes, *moving_action(snapshot, path))
    return tuple(each for each in found if wants(each.kind))


def moving_action(snapshot: Any, path: str) -> tuple[Action, ...]:
    """Offered in a document that says `MOVE`: it is renamed, and says so."""
    at = _document(snapshot, path).text.find("MOVE")
    edits = {path: (Edit(Span(at, at + 4), "MOVED"),)}
    moves = {path: f"moved-{path}"}
    return (Action("Move", "refactor.rewrite", edits, moves=moves),) if at >= 0 else ()


def fix_all(snapshot: Any, path: str) -> Action | None:
    found = [each for each in findings(snapshot, path) if each.fixes]
    if not found:
        return None
    edits = tuple(edit for each in found for edit in each.fixes[0].edits[path])
    return Action("Fix all", "source.fixAll.ctxlayer", {path: edits}, tuple(found))


def definition(snapshot: Any, path: str, offset: int) -> tuple[Location, ...]:
    inside = [Location(other, Span(0, 2)) for other in sorted(snapshot.documents) if other != path]
    return (*inside, Location("/elsewhere/x y.md", Span(3, 4), absolute=True))


def links(snapshot: Any, path: str) -> tuple[DocumentLink, ...]:
    return (
        DocumentLink(Span(0, 1), "a b.md", None, "opens a file"),
        DocumentLink(Span(0, 1), None, "https://example.com/", ""),
        DocumentLink(Span(0, 1), "a b.md", None, "", Span.at(7)),
    )


def symbols(snapshot: Any, path: str) -> tuple[Symbol, ...]:
    child = Symbol("", "group", Span(1, 2), Span(1, 2))
    return (Symbol("top", "topic", Span(0, 3), Span(0, 1), "detail", (child,)),)


def _words(snapshot: Any, path: str, offset: int) -> tuple[str, list[Location]]:
    """The word at `offset`, and its place in every document."""
    word = next(
        (
            m
            for m in _WORD.finditer(_document(snapshot, path).text)
            if m.start() <= offset <= m.end()
        ),
        None,
    )
    found = [
        Location(other, Span(*match.span()))
        for other in sorted(snapshot.documents)
        for match in _WORD.finditer(_document(snapshot, other).text)
        if word is not None and match[0] == word[0]
    ]
    return (word[0] if word else ""), found


def references(
    snapshot: Any, path: str, offset: int, *, declaration: bool = True
) -> tuple[Location, ...]:
    return tuple(_words(snapshot, path, offset)[1][0 if declaration else 1 :])


def highlights(snapshot: Any, path: str, offset: int) -> tuple[Location, ...]:
    return tuple(each for each in _words(snapshot, path, offset)[1] if each.path == path)


def prepare_rename(snapshot: Any, path: str, offset: int) -> Renamable | Refusal:
    here = highlights(snapshot, path, offset)
    return Renamable(here[0].span, "word") if here else Refusal("no word here")


def rename(snapshot: Any, path: str, offset: int, new: str) -> Rewrite | Refusal:
    """A word in all documents; `FILE` too where it is the name of one."""
    if " " in new:
        return Refusal("a word has no blank")
    word, places = _words(snapshot, path, offset)
    edits: dict[str, list[Edit]] = {}
    for each in places:
        edits.setdefault(each.path, []).append(Edit(each.span, new))
    old = f"{word}.md"
    moves = {old: f"{new}.md"} if old in snapshot.documents else {}
    return Rewrite({where: tuple(each) for where, each in edits.items()}, moves)


def move_edits(snapshot: Any, moves: Mapping[str, str]) -> dict[str, tuple[Edit, ...]]:
    """`needs OLD` becomes `needs NEW`."""
    edits: dict[str, tuple[Edit, ...]] = {}
    for path in snapshot.documents:
        found = re.finditer(r"needs (\S+)", _document(snapshot, path).text)
        made = [Edit(Span(*m.span(1)), moves[m[1]]) for m in found if m[1] in moves]
        if made:
            edits[path] = tuple(made)
    return edits


def delete_edits(snapshot: Any, paths: Sequence[str]) -> dict[str, tuple[Edit, ...]]:
    """`needs OLD` goes."""
    edits: dict[str, tuple[Edit, ...]] = {}
    for path in snapshot.documents:
        found = re.finditer(r"needs (\S+)", _document(snapshot, path).text)
        made = [Edit(Span(*m.span()), "") for m in found if m[1] in paths]
        if made:
            edits[path] = tuple(made)
    return edits


def folds(snapshot: Any, path: str) -> tuple[Fold, ...]:
    end = len(_document(snapshot, path).text.rstrip())
    return (Fold(Span(0, end)), Fold(Span(1, end), is_comment=True))


def workspace_symbols(snapshot: Any, query: str) -> tuple[FoundSymbol, ...]:
    return tuple(
        FoundSymbol(path, "file", Location(path, Span(0, 1)), "here")
        for path in sorted(snapshot.documents)
        if query in path
    )


def lenses(snapshot: Any, path: str) -> tuple[Lens, ...]:
    """Two, and one for each hint."""
    more = (Lens(Span.at(hint.offset), hint.label) for hint in hints(snapshot, path))
    return (
        Lens(Span(0, 1), "3 files", "ctxlayer.show", (1, "x")),
        Lens(Span(0, 1), "text only"),
        *more,
    )


def hints(snapshot: Any, path: str) -> tuple[Hint, ...]:
    """Behind each `needs`, how many documents there are."""
    count = len(snapshot.documents)
    ends = [found.end() for found in re.finditer("needs", snapshot.document(path).text)]
    return tuple(Hint(at, f"{count} files", "a\nb") for at in ends)


def match_path(snapshot: Any, path: str) -> dict[str, Any]:
    return {"path": path, "rules": sorted(snapshot.documents)}


def file_status(snapshot: Any, path: str) -> dict[str, Any] | None:
    document = snapshot.document(path)
    return None if document is None else {"path": path, "todos": document.text.count("TODO")}


def layer_status(snapshot: Any, path: str) -> dict[str, Any]:
    """The files of the layer, whatever file is asked about."""
    return {"files": len(snapshot.documents)}


def review_queue(snapshot: Any) -> list[dict[str, Any]]:
    """Every document with something to do."""
    documents = snapshot.documents.items()
    return [{"path": path} for path, document in documents if "TODO" in document.text]


def changes_since(snapshot: Any, path: str) -> dict[str, Any]:
    return {"path": path, "verified": None, "commits": []}


def version_reader(
    layer: Any, repo: str, commit: str, path: str, *, before: bool = False
) -> Callable[[], str | None]:
    """Says on which thread it runs; of a commit `missing` there is nothing to read."""

    def read() -> str | None:
        thread = threading.current_thread().name
        return None if commit == "missing" else f"{repo}@{commit}:{path} {before} {thread}"

    return read


def format_document(snapshot: Any, path: str, within: Span | None) -> tuple[Edit, ...]:
    """A `|` before every `TODO` (in the span, if one is given)."""
    text = snapshot.document(path).text
    found = (match.start() for match in re.finditer("TODO", text))
    return tuple(Edit(Span.at(at), "|") for at in found if within is None or within.holds(at))


def format_typed(snapshot: Any, path: str, offset: int) -> tuple[Edit, ...]:
    """A blank at the cursor."""
    return (Edit(Span.at(offset), " "),)


def formatted(snapshot: Any) -> frozenset[str]:
    """The documents that are called tables."""
    return frozenset(path for path in snapshot.documents if "table" in path)


def load(trusted: bool = True) -> Engine:
    host: Any = Host()
    return Engine(
        host=host,
        file_findings=file_findings,
        hover=hover,
        complete=complete,
        complete_at_most=3,
        actions=actions,
        fix_all=fix_all,
        definition=definition,
        document_links=links,
        references=references,
        highlights=highlights,
        prepare_rename=prepare_rename,
        rename=rename,
        move_edits=move_edits,
        delete_edits=delete_edits,
        folds=folds,
        workspace_symbols=workspace_symbols,
        document_symbols=symbols,
        lenses=lenses,
        hints=hints,
        format_document=format_document,
        format_typed=format_typed,
        formatted=formatted,
        match_path=match_path,
        file_status=file_status,
        layer_status=layer_status,
        review_queue=review_queue,
        changes_since=changes_since,
        version_reader=version_reader,
        stamps=stamps,
    )


if __name__ == "__main__":
    from ctxlayer.lsp.server import serve_stdio, serve_tcp

    if sys.argv[1:]:
        sys.exit(serve_tcp("127.0.0.1", int(sys.argv[1]), load))
    sys.exit(serve_stdio(load))
