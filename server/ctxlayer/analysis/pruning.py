"""Extractions that nobody would miss: old, superseded, copied elsewhere, or never pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Literal, NamedTuple

from ctxlayer.analysis.copies import copies
from ctxlayer.analysis.freshness import limit_days
from ctxlayer.analysis.graded import is_superseded, replacement, superseded_documents
from ctxlayer.analysis.indexing import unindexed
from ctxlayer.analysis.reach import linked
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.shelf import Shelf
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.layer.trust import read_trust
from ctxlayer.settings import Settings

Why = Literal["superseded", "duplicated", "old", "never-pointed-at"]

OLD = 2
"""So many times its limit an extraction is old."""

_NAMED = re.compile(r"\d{4}-\d\d-\d\d-[\w.-]*\w")


_NONE = Shelf()


class Reason(NamedTuple):
    """Why an extraction may go; `target` is the file that takes its place, if one does."""

    why: Why
    words: str
    target: str = ""


class Prunable(NamedTuple):
    """An extraction that may go, with every reason for it."""

    document: Document
    reasons: tuple[Reason, ...]

    @property
    def words(self) -> str:
        """`superseded by knowledge/x.md; nothing leads to it`."""
        return "; ".join(reason.words for reason in self.reasons)


class _Age(NamedTuple):
    """When an extraction was last vouched for, else made, and whether that was a verification."""

    document: Document
    day: date | None
    verified: bool


def _ages(snapshot: Snapshot, last: Mapping[str, _Age] | None) -> Mapping[str, _Age]:
    changed = snapshot.changed_since_last(_ages)
    extractions = snapshot.by_kind.get(Kind.EXTRACTION, _NONE)
    if last is None or changed is None:
        return {path: _age(document) for path, document in extractions.items()}
    if not any(path in last or path in extractions for path in changed):
        return last
    kept = {path: age for path, age in last.items() if path not in changed}
    return kept | {path: _age(extractions[path]) for path in changed if path in extractions}


def _age(document: Document) -> _Age:
    trust = read_trust(document)
    verified = trust.verified_by not in ("", "unverified") and trust.last_verified is not None
    return _Age(document, trust.last_verified if verified else trust.created, verified)


class _Inputs(NamedTuple):
    """What is prunable goes by this. Compared by identity first, part by part."""

    ages: Mapping[str, _Age]
    superseded: tuple[Document, ...]
    copies: Mapping[str, str]
    unindexed: tuple[Document, ...]
    links: int
    tree: Tree
    settings: Settings
    today: date


class _Found(NamedTuple):
    inputs: _Inputs
    prunable: Mapping[str, Prunable]


def prunable(snapshot: Snapshot, last: Mapping[str, Prunable] | None) -> Mapping[str, Prunable]:
    """A query: the extractions that may go, by path; the same object while they are the same."""
    return snapshot.ask(_found).prunable


def _found(snapshot: Snapshot, last: _Found | None) -> _Found:
    inputs = _Inputs(
        snapshot.ask(_ages),
        snapshot.ask(superseded_documents),
        snapshot.ask(copies),
        snapshot.ask(unindexed),
        snapshot.ask(linked).counts.serial,
        snapshot.tree,
        snapshot.settings,
        snapshot.today,
    )
    if last is not None and last.inputs == inputs:
        return last
    found = {
        path: Prunable(age.document, reasons)
        for path, age in sorted(inputs.ages.items())
        if (reasons := tuple(_reasons(age, inputs, snapshot)))
    }
    return _Found(inputs, last.prunable if last and last.prunable == found else found)


def _reasons(age: _Age, inputs: _Inputs, snapshot: Snapshot) -> Iterator[Reason]:
    document = age.document
    if is_superseded(document):
        target = replacement(document, snapshot) or ""
        yield Reason("superseded", f"superseded by {target}" if target else "superseded", target)
    copy = inputs.copies.get(document.path)
    if copy is not None:
        yield Reason("duplicated", f"most of it stands in {copy}", copy)
    days = (snapshot.today - age.day).days if age.day is not None else 0
    limit = limit_days(document, snapshot)
    if days > OLD * limit:
        vouched = "last verified" if age.verified else "never verified, written"
        yield Reason("old", f"{vouched} {days} days ago, and holds for {limit}")
    if days > limit and document in inputs.unindexed and _is_unmissed(document, snapshot):
        yield Reason("never-pointed-at", "no table, link or rule leads to it")


def _is_unmissed(document: Document, snapshot: Snapshot) -> bool:
    """Whether nothing in the layer links to an extraction or names it; that no table does is known."""
    path = document.path
    if path in snapshot.ask(linked).counts:
        return False
    stem = path.rpartition("/")[2].rpartition(".")[0]
    if _NAMED.fullmatch(stem) is None:
        return False
    return not any(stem in names for where, names in snapshot.ask(_named).items() if where != path)


def _named(
    snapshot: Snapshot, last: Mapping[str, frozenset[str]] | None
) -> Mapping[str, frozenset[str]]:
    """A query: the names in the manner of extractions that stand in each text, without their endings."""
    changed = snapshot.changed_since_last(_named)
    if last is None or changed is None:
        texts = snapshot.documents.items()
        return {path: names for path, each in texts if (names := _names_in(each))}
    now = {path: _names_in(each) for path in changed if (each := snapshot.document(path))}
    if all(last.get(path, frozenset()) == now.get(path, frozenset()) for path in changed):
        return last
    kept = {path: names for path, names in last.items() if path not in changed}
    return kept | {path: names for path, names in now.items() if names}


def _names_in(document: Document) -> frozenset[str]:
    found = _NAMED.findall(document.text)
    return frozenset(name for each in found for name in (each, each.removesuffix(".md")))
