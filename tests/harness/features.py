"""What `expect <feature>` shows: each feature's answer as text.

| expectation | shows |
| --- | --- |
| `expect findings` | every finding, one a line |
| `expect fix [path]` | the file after the first fix of each finding (`path`: the cursor's file) |
| `expect hover` | the Markdown of the hover at the cursor |
| `expect completion` | label, kind and detail, in order |
| `expect complete <label>` | the line of the cursor after that suggestion is taken |
| `expect actions [words]` | kind, title and command of each action for the selection, or of those with these words |
| `expect action <title>` | the files that the action changes, after it (the title without backquotes) |
| `expect definition` | the places that the cursor leads to |
| `expect references`, `expect highlights` | the places that speak of what the cursor is on |
| `expect rename [new]` | the files that a rename changes, after it; without `new`, its old name |
| `expect move <old> -> <new>` | the same when files or folders move (more pairs behind ` ; `) |
| `expect delete <path>` | the same when they are deleted |
| `expect folds` | the lines of each fold of the cursor's file |
| `expect found [query]` | the symbols of the layer that a few letters find |
| `expect format` | the cursor's file after formatting: all of it, or what the selection touches |
| `expect format-typed` | the cursor's file after what a `|` right before the cursor brings about |
| `expect links`, `expect symbols` | those of the file that holds the cursor |
| `expect lenses` | the same, with their commands in brackets |
| `expect hints` | the same, with the lines of the tooltip in brackets |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.text import LineIndex, Span, apply_edits
from tests.harness.engine import findings_of, rebuilt
from tests.harness.fixes import apply_fix
from tests.harness.fixture import Case, Expectation
from tests.harness.marks import FixtureError


def answer(snapshot: Snapshot, case: Case, want: Expectation) -> str:
    """What the feature of `want` answers. Raises `FixtureError` for a feature unknown here."""
    show = _FEATURES.get(want.feature)
    if show is None:
        raise FixtureError(f"`expect {want.feature}` is none of {', '.join(sorted(_FEATURES))}")
    return "".join(f"{line}\n" for line in show(snapshot, case, want.argument))


def _place(case: Case, path: str, span: Span) -> str:
    text = case.texts.get(path)
    if text is None:
        return path
    line, column = LineIndex(text).position(span.start)
    return f"{path}:{line + 1}:{column + 1}"


def _findings(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    for path, found in sorted(findings_of(snapshot).items()):
        for one in found:
            place = _place(case, path, one.span)
            yield f"{place}: {one.severity}: {one.message} [{one.lint}]"
            for related in one.related:
                yield f"  {_place(case, related.path, related.span)}: {related.message}"


def _fix(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    """Fix the first finding that has a fix, look again, until no fix is left."""
    path = argument or case.cursor()[0]
    texts = case.texts
    for _ in range(50):
        found = findings_of(rebuilt(case, texts))
        fixes = (one.fixes[0] for name in sorted(found) for one in found[name] if one.fixes)
        fix = next(fixes, None)
        if fix is None:
            break
        texts = apply_fix(texts, fix)
    yield from texts.get(path, "").removesuffix("\n").split("\n")


def _hover(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.hover import hover

    path, start, _ = case.cursor()
    shown = hover(snapshot, path, start)
    if shown is not None:
        yield shown.markdown.rstrip("\n")


def _completion(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.completion import complete

    path, start, _ = case.cursor()
    for item in sorted(complete(snapshot, path, start), key=lambda item: item.sort):
        yield f"{item.label} ({item.kind})" + (f" {item.detail}" if item.detail else "")


def _complete(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    """The line of the cursor after the suggestion with this label is taken."""
    from ctxlayer.ide.completion import complete

    path, start, _ = case.cursor()
    for item in complete(snapshot, path, start):
        if item.label == argument:
            text = apply_edits(case.texts[path], (item.edit,))
            yield text[text.rfind("\n", 0, item.edit.span.start) + 1 :].partition("\n")[0]
            return
    yield f"nothing is called {argument!r}"


def _actions(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.actions import actions

    path, start, end = case.cursor()
    for action in actions(snapshot, path, Span(start, end), None):
        if argument not in action.title:
            continue
        more = " (preferred)" if action.preferred else ""
        more = f" (not now: {action.disabled})" if action.disabled else more
        command = f" [{action.command}]" if action.command else ""
        yield f"{action.kind}: {action.title}{more}{command}"


def _action(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.actions import actions

    path, start, end = case.cursor()
    for action in actions(snapshot, path, Span(start, end), None):
        if action.title.replace("`", "") == argument:
            if action.moves:
                from ctxlayer.ide.model import Rewrite

                yield from _after(snapshot, Rewrite(action.edits, action.moves))
                return
            for name, edits in sorted(action.edits.items()):
                yield f"--- {name}"
                text = apply_edits(case.texts.get(name, ""), edits)
                yield from text.removesuffix("\n").split("\n")
            return
    yield f"no action is called {argument!r}"


def _after(snapshot: Snapshot, rewrite: Any) -> Iterator[str]:
    """Every file that a rewrite changes or moves, with its text where that changes."""
    from ctxlayer.ide.moving import moved

    after = moved(snapshot, rewrite)
    for old, new in sorted(rewrite.moves.items()):
        yield f"--- {old} -> {new}"
    before = {id(document.text) for document in snapshot.documents.values()}
    for path, document in sorted(after.documents.items()):
        if id(document.text) not in before:
            yield f"--- {path}"
            yield from document.text.removesuffix("\n").split("\n")


def _rename(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.renaming import Refusal, prepare_rename, rename

    path, start, _ = case.cursor()
    if not argument:
        ready = prepare_rename(snapshot, path, start)
        if isinstance(ready, Refusal):
            yield f"refused: {ready.message}"
        else:
            yield f"{_place(case, path, ready.span)}: {ready.name}"
        return
    made = rename(snapshot, path, start, argument)
    if isinstance(made, Refusal):
        yield f"refused: {made.message}"
    else:
        yield from _after(snapshot, made)


def _move(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.model import Rewrite
    from ctxlayer.ide.moving import move_edits

    pairs = (pair.partition(" -> ") for pair in argument.split(" ; "))
    moves = {old: new for old, _, new in pairs}
    yield from _after(snapshot, Rewrite(move_edits(snapshot, moves), moves))


def _delete(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.deleting import delete_edits
    from ctxlayer.ide.model import Rewrite

    yield from _after(snapshot, Rewrite(delete_edits(snapshot, argument.split())))


def _references(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.references import references

    path, start, _ = case.cursor()
    for location in references(snapshot, path, start):
        yield _place(case, location.path, location.span)


def _highlights(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.references import highlights

    path, start, _ = case.cursor()
    for location in highlights(snapshot, path, start):
        yield f"{_place(case, location.path, location.span)}: {location.span.of(case.texts[path])}"


def _folds(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.folding import folds

    path, _, _ = case.cursor()
    index = LineIndex(case.texts[path])
    for fold in folds(snapshot, path):
        first, last = (index.line_at(at) + 1 for at in fold.span)
        yield f"{first}-{last}" + (" (comment)" if fold.is_comment else "")


def _found(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.workspace_symbols import workspace_symbols

    for symbol in workspace_symbols(snapshot, argument):
        place = _place(case, symbol.location.path, symbol.location.span)
        yield f"{symbol.name} ({symbol.kind}) {place} in {symbol.container}"


def _format(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    """The file after formatting, which must be the same when it is formatted again."""
    from ctxlayer.ide.formatting import format_document

    path, start, end = case.cursor()
    within = Span(start, end) if start < end else None
    text = apply_edits(case.texts[path], format_document(snapshot, path, within))
    if within is None:
        again = rebuilt(case, {**case.texts, path: text})
        assert not format_document(again, path), "what is formatted stays as it is"
    yield from text.removesuffix("\n").split("\n")


def _format_typed(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.formatting import format_typed

    path, start, _ = case.cursor()
    text = apply_edits(case.texts[path], format_typed(snapshot, path, start))
    yield from text.removesuffix("\n").split("\n")


def _definition(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.navigation import definition

    path, start, _ = case.cursor()
    for location in definition(snapshot, path, start):
        yield _place(case, location.path, location.span)


def _links(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.navigation import document_links

    path, _, _ = case.cursor()
    for link in document_links(snapshot, path):
        where = link.path or link.url or ""
        if link.path in case.texts and link.place.start:
            where = _place(case, where, link.place)
        yield f"{link.span.of(case.texts[path])} -> {where}"


def _symbols(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.symbols import document_symbols

    def outline(symbols: object, depth: int) -> Iterator[str]:
        for symbol in symbols:  # type: ignore[attr-defined]
            detail = f" {symbol.detail}" if symbol.detail else ""
            yield f"{'  ' * depth}{symbol.name} ({symbol.kind}){detail}"
            yield from outline(symbol.children, depth + 1)

    yield from outline(document_symbols(snapshot, case.cursor()[0]), 0)


def _lenses(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.lenses import lenses

    path, _, _ = case.cursor()
    for lens in lenses(snapshot, path):
        command = f" [{lens.command}]" if lens.command else ""
        yield f"{_place(case, path, lens.span)}: {lens.title}{command}"


def _hints(snapshot: Snapshot, case: Case, argument: str) -> Iterator[str]:
    from ctxlayer.ide.hints import hints

    path, _, _ = case.cursor()
    for hint in hints(snapshot, path):
        place = _place(case, path, Span.at(hint.offset))
        tooltip = f" ({', '.join(hint.tooltip.splitlines())})" if hint.tooltip else ""
        yield f"{place}: {hint.label}{tooltip}"


_FEATURES: dict[str, Callable[[Snapshot, Case, str], Iterator[str]]] = {
    "action": _action,
    "actions": _actions,
    "complete": _complete,
    "completion": _completion,
    "definition": _definition,
    "delete": _delete,
    "format": _format,
    "format-typed": _format_typed,
    "findings": _findings,
    "fix": _fix,
    "folds": _folds,
    "found": _found,
    "highlights": _highlights,
    "hover": _hover,
    "hints": _hints,
    "lenses": _lenses,
    "links": _links,
    "move": _move,
    "references": _references,
    "rename": _rename,
    "symbols": _symbols,
}
