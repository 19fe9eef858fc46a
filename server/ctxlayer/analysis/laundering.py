"""Confirmed documents all of whose links into the layer lead to what is not confirmed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ctxlayer.analysis.graded import superseded_by
from ctxlayer.analysis.imports import import_graph
from ctxlayer.analysis.link_states import Outcome
from ctxlayer.analysis.links import link_states
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import INDEXED_KINDS, TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust

_LEADS = frozenset({Outcome.FOUND, Outcome.CASE, Outcome.NO_ANCHOR, Outcome.NO_LINES})
_WEAK = ("hypothesis", "superseded")

_Weak = Mapping[str, tuple[tuple[str, str], ...]]
"""By path of a confirmed document: each file that it links to, with its status."""


class Laundering:
    """The documents that lean on nothing confirmed. The same object while they stay the same.

    `targets` are the documents that each confirmed one links to, `documents` those that are spoken of.
    It holds for the names of all files and the clones that `world` stands for.
    """

    __slots__ = ("documents", "targets", "weak", "world")

    def __init__(
        self,
        world: tuple[object, ...],
        targets: Mapping[str, frozenset[str]],
        weak: _Weak,
        documents: Mapping[str, Document],
    ) -> None:
        self.world = world
        self.targets = targets
        self.weak = weak
        self.documents = documents


def laundering(snapshot: Snapshot, last: Laundering | None) -> Laundering:
    """A query: confirmed documents that only lean on guesses; the same object while they are the same."""
    found = snapshot.ask(_leaning)
    if last is not None and (last.weak, last.documents) == (found.weak, found.documents):
        return last
    return found


def _leaning(snapshot: Snapshot, last: Laundering | None) -> Laundering:
    """A query: the same with what it goes by. A keystroke costs its document."""
    readers = snapshot.ask(import_graph).readers
    world = (snapshot.tree, snapshot.siblings, snapshot.unlisted, readers)
    changed = None
    if last is not None and last.world == world:
        changed = snapshot.changed_since_last(_leaning)
    if last is None or changed is None:
        paths: Iterable[str] = (each.path for each in snapshot.of_kind(*TRUST_KINDS))
        targets = _with_targets({}, paths, snapshot)
        weak = _weak(targets, targets, snapshot)
    elif not changed:
        return last
    else:
        targets = _with_targets(last.targets, changed, snapshot)
        touched = {path for path, seen in targets.items() if not seen.isdisjoint(changed)}
        touched |= changed
        kept = {path: each for path, each in last.weak.items() if path not in touched}
        weak = {**kept, **_weak(touched, targets, snapshot)}
    leaning = {path for statuses in weak.values() for path, _ in statuses}
    documents = {path: snapshot.documents[path] for path in leaning | weak.keys()}
    return Laundering(world, targets, weak, documents)


def _with_targets(
    known: Mapping[str, frozenset[str]], paths: Iterable[str], snapshot: Snapshot
) -> dict[str, frozenset[str]]:
    found = dict(known)
    for path in paths:
        document = snapshot.document(path)
        targets = _targets(document, snapshot) if document is not None else frozenset()
        if targets:
            found[path] = targets
        else:
            found.pop(path, None)
    return found


def _targets(document: Document, snapshot: Snapshot) -> frozenset[str]:
    """The documents with a grade that a confirmed document links to."""
    # The quick questions first: most documents need not be parsed.
    if document.kind not in TRUST_KINDS or "confirmed" not in document.text:
        return frozenset()
    states = link_states(document, snapshot)
    if not states or read_trust(document).status != "confirmed":
        return frozenset()
    if read_trust(document).verified_by == "unverified":
        return frozenset()  # it has to be taken back anyhow
    return frozenset(
        state.target
        for state in states
        if state.outcome in _LEADS
        and state.target != document.path
        and (found := snapshot.document(state.target)) is not None
        and found.kind in TRUST_KINDS
    )


def _weak(
    paths: Iterable[str], targets: Mapping[str, frozenset[str]], snapshot: Snapshot
) -> dict[str, tuple[tuple[str, str], ...]]:
    """Of these documents the ones that lean on guesses alone, with what they lean on."""
    found = {}
    for path in paths:
        leaning = [
            document
            for target in sorted(targets.get(path, ()))
            if (document := snapshot.document(target)) is not None
            # What a file replaces is no ground that it stands on.
            and superseded_by(document, snapshot) != path
        ]
        statuses = tuple((each.path, read_trust(each).status) for each in leaning)
        inside = any(each.kind in INDEXED_KINDS for each in leaning)
        if inside and all(status in _WEAK for _, status in statuses):
            found[path] = statuses
    return found
