"""The lines of the repo map: lenses, hover, and the actions that fetch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ctxlayer.analysis.gate import Verdict, gate_of
from ctxlayer.ide.model import Action, Hover, Lens
from ctxlayer.ide.repo_words import can_fetch, repo_lines, state_line
from ctxlayer.ide.text import code
from ctxlayer.layer.document import Document
from ctxlayer.layer.repo_map import MapEntry, repo_map, repo_map_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Finding
from ctxlayer.text import Span

FETCH = "ctxlayer.fetch"
"""The server's command. Its one argument is the `root` of a layer and the names of some `repos`; without
it every sibling of every layer is fetched."""


def repo_lenses(document: Document, snapshot: Snapshot) -> Iterator[Lens]:
    """For each clone its state, and a lens that fetches it."""
    for entry, verdict in _clones(document, snapshot):
        yield Lens(entry.name_span, state_line(verdict, snapshot))
        if can_fetch(verdict, snapshot):
            arguments = (_argument([entry.name], snapshot),)
            yield Lens(entry.name_span, "Fetch now", FETCH, arguments, acts=True)


def repo_hover(document: Document, offset: int, snapshot: Snapshot) -> Hover | None:
    """The clone whose name or path stands at `offset`."""
    for entry, verdict in _clones(document, snapshot):
        for span in (entry.name_span, entry.value_span):
            if span.holds(offset):
                return Hover(span, "\n".join(repo_lines(verdict, snapshot)))
    return None


def repo_actions(
    snapshot: Snapshot, path: str, span: Span, touched: Iterable[Finding]
) -> Iterator[Action]:
    """Fetch the clone on a line of the map, or all of them. Nothing fetches unless somebody says so."""
    document = snapshot.document(path)
    if document is None or repo_map_of(snapshot) is not document:
        return
    clones = [each for each in _clones(document, snapshot) if can_fetch(each[1], snapshot)]
    findings = tuple(each for each in touched if each.lint == "sibling-stopped")
    for entry, _ in clones:
        if entry.span.touches(span):
            title = f"Fetch {code(entry.name)} now"
            yield _action(title, [entry.name], snapshot, findings)
    if len(clones) > 1:
        names = [entry.name for entry, _ in clones]
        yield _action(f"Fetch all {len(clones)} siblings now", names, snapshot)


def _action(
    title: str, names: list[str], snapshot: Snapshot, findings: tuple[Finding, ...] = ()
) -> Action:
    arguments = (_argument(names, snapshot),)
    return Action(
        title, "quickfix", {}, findings, personal=True, command=FETCH, arguments=arguments
    )


def _argument(names: list[str], snapshot: Snapshot) -> dict[str, object]:
    return {"root": snapshot.root, "repos": names}


def _clones(document: Document, snapshot: Snapshot) -> Iterator[tuple[MapEntry, Verdict]]:
    """The entries that are in force and whose path can be one, with what the gate says of them."""
    if repo_map_of(snapshot) is not document:
        return
    found = repo_map(document)
    for name in found.paths:
        entry, verdict = found.by_name[name], gate_of(name, snapshot)
        if verdict.facts is not None and not entry.may_lie_at(verdict.facts.path):
            # The path has just been changed, and nobody has looked there yet.
            verdict = verdict._replace(state="UNKNOWN", reasons=("not-looked-at",), facts=None)
        yield entry, verdict
