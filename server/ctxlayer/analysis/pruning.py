"""Extractions that nobody would miss: old, superseded, copied elsewhere, or never pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import chain
from operator import is_
from typing import Literal, NamedTuple

from ctxlayer.analysis.copies import copies
from ctxlayer.analysis.freshness import limit_days
from ctxlayer.analysis.graded import is_superseded, replacement, superseded_documents
from ctxlayer.analysis.indexing import unindexed
from ctxlayer.analysis.reach import Linked, linked
from ctxlayer.analysis.tally import Tally
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
_NO_NAMES: frozenset[str] = frozenset()


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


# One extraction by itself.


class _Case(NamedTuple):
    """An extraction with the reasons that it gives alone; `loose` where it has one more unless it is missed."""

    document: Document
    reasons: tuple[Reason, ...]
    loose: bool


class _Inputs(NamedTuple):
    """What the cases go by besides the extractions."""

    settings: Settings
    today: date
    superseded: tuple[Document, ...]
    tree: Tree
    copies: Mapping[str, str]
    unindexed: frozenset[str]

    def differing(self, last: _Inputs) -> frozenset[str] | None:
        """The extractions of which something else is to be said than before; None for all."""
        if last.settings is not self.settings or last.today != self.today:
            return None
        found = set(last.unindexed ^ self.unindexed)
        if last.superseded is not self.superseded or last.tree is not self.tree:
            found.update(each.path for each in (*last.superseded, *self.superseded))
        if last.copies is not self.copies:
            paths = chain(last.copies, self.copies)
            found.update(p for p in paths if last.copies.get(p) != self.copies.get(p))
        return frozenset(found)


class _Cases(NamedTuple):
    """The extractions of which anything is to be said, by path, and what that goes by."""

    inputs: _Inputs
    by_path: Mapping[str, _Case]


def _cases(snapshot: Snapshot, last: _Cases | None) -> _Cases:
    """A query. It looks again only at what something may have changed about: there may be thousands."""
    inputs = _Inputs(
        snapshot.settings,
        snapshot.today,
        snapshot.ask(superseded_documents),
        snapshot.tree,
        snapshot.ask(copies),
        frozenset(document.path for document in snapshot.ask(unindexed)),
    )
    changed = snapshot.changed_since_last(_cases)
    extractions = snapshot.by_kind.get(Kind.EXTRACTION, _NONE)
    differing = inputs.differing(last.inputs) if last is not None else None
    if last is None or changed is None or differing is None:
        every = {path: _case(document, inputs, snapshot) for path, document in extractions.items()}
        return _Cases(inputs, {path: case for path, case in every.items() if case is not None})
    looked = changed | differing
    here = (extractions[path] for path in looked if path in extractions)
    now = {each.path: case for each in here if (case := _case(each, inputs, snapshot))}
    if all(last.by_path.get(path) == now.get(path) for path in looked):
        return _Cases(inputs, last.by_path)
    kept = {path: case for path, case in last.by_path.items() if path not in looked}
    return _Cases(inputs, kept | now)


def _case(document: Document, inputs: _Inputs, snapshot: Snapshot) -> _Case | None:
    reasons = []
    if is_superseded(document):
        target = replacement(document, snapshot) or ""
        words = f"superseded by {target}" if target else "superseded"
        reasons.append(Reason("superseded", words, target))
    copy = inputs.copies.get(document.path)
    if copy is not None:
        reasons.append(Reason("duplicated", f"most of it stands in {copy}", copy))
    day, verified = _vouched(document)
    days = (inputs.today - day).days if day is not None else 0
    limit = limit_days(document, snapshot)
    if days > OLD * limit:
        vouched = "last verified" if verified else "never verified, written"
        reasons.append(Reason("old", f"{vouched} {days} days ago, and holds for {limit}"))
    loose = days > limit and document.path in inputs.unindexed
    return _Case(document, tuple(reasons), loose) if reasons or loose else None


def _vouched(document: Document) -> tuple[date | None, bool]:
    """When an extraction was last vouched for, else made, and whether that was a verification."""
    trust = read_trust(document)
    verified = trust.verified_by not in ("", "unverified") and trust.last_verified is not None
    return (trust.last_verified if verified else trust.created), verified


# Who would miss it.


class _Names(NamedTuple):
    """The names in the manner of extractions that stand in each text, without their endings.

    `counts` says in how many texts each stands.
    """

    by_path: Mapping[str, frozenset[str]]
    counts: Tally


class _Found(NamedTuple):
    """`links` and `names` are None where no extraction is loose: they take a look into all texts."""

    cases: Mapping[str, _Case]
    links: Linked | None
    names: _Names | None
    prunable: Mapping[str, Prunable]


def prunable(snapshot: Snapshot, last: Mapping[str, Prunable] | None) -> Mapping[str, Prunable]:
    """A query: the extractions that may go, by path; the same object while they are the same."""
    return snapshot.ask(_found).prunable


def _found(snapshot: Snapshot, last: _Found | None) -> _Found:
    cases = snapshot.ask(_cases).by_path
    loose = any(case.loose for case in cases.values())
    links = snapshot.ask(linked) if loose else None
    names = snapshot.ask(_named) if loose else None
    if last is not None and all(map(is_, last, (cases, links, names))):
        return last
    found = {
        path: Prunable(case.document, reasons)
        for path, case in sorted(cases.items())
        if (reasons := tuple(_reasons(case, links, names)))
    }
    return _Found(cases, links, names, last.prunable if last and last.prunable == found else found)


def _reasons(case: _Case, links: Linked | None, names: _Names | None) -> Iterator[Reason]:
    yield from case.reasons
    if case.loose and _is_unmissed(case.document.path, links, names):
        yield Reason("never-pointed-at", "no table, link or rule leads to it")


def _is_unmissed(path: str, links: Linked | None, names: _Names | None) -> bool:
    """Whether nothing in the layer links to an extraction or names it; that no table does is known."""
    if links is None or names is None:
        return False
    stem = path.rpartition("/")[2].rpartition(".")[0]
    if path in links.counts or _NAMED.fullmatch(stem) is None:
        return False
    own = stem in names.by_path.get(path, _NO_NAMES)
    return names.counts.counts.get(stem, 0) == own


def _named(snapshot: Snapshot, last: _Names | None) -> _Names:
    """A query: see `_Names`; the same object while all texts have the same names."""
    changed = snapshot.changed_since_last(_named)
    if last is None or changed is None:
        texts = snapshot.documents.items()
        found = {path: names for path, each in texts if (names := _names_in(each))}
        return _Names(found, Tally({}).after((), chain.from_iterable(found.values())))
    before = {path: last.by_path[path] for path in changed if path in last.by_path}
    here = (each for path in changed if (each := snapshot.document(path)))
    now = {each.path: names for each in here if (names := _names_in(each))}
    if before == now:
        return last
    counts = last.counts.after(
        chain.from_iterable(before.values()), chain.from_iterable(now.values())
    )
    kept = {path: names for path, names in last.by_path.items() if path not in changed}
    return _Names(kept | now, counts)


def _names_in(document: Document) -> frozenset[str]:
    found = _NAMED.findall(document.text)
    return frozenset(name for each in found for name in (each, each.removesuffix(".md")))
