"""Bundles of the Open Knowledge Format: which there are, who is in one, what speaks against a concept."""

from __future__ import annotations

from typing import Any, Literal

from ctxlayer.layer.authors import body_after_verified
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.okf import (
    INDEX_NAME,
    RESERVED,
    Concept,
    Event,
    Moment,
    declares_bundle,
    is_stale,
    read_concept,
)
from ctxlayer.layer.snapshot import Snapshot

_HEAD = 20_000
"""Characters in which the frontmatter of a concept begins to show what it is."""

OkfReason = Literal["stale-after", "rewritten-since"]


class Bundles:
    """The bundles of a layer, as far as something shows that there are some.

    `folders` are those that an `index.md` declares, with a `/` at the end; "" is the root. `indexes` are
    the files that do so, `concepts` those that show by their own frontmatter what they are.
    """

    __slots__ = ("concepts", "folders", "indexes", "shown")

    def __init__(self, indexes: frozenset[str], concepts: frozenset[str]) -> None:
        self.indexes = indexes
        self.concepts = concepts
        self.folders = frozenset(path[: -len(INDEX_NAME)] for path in indexes)
        self.shown = frozenset(map(_area, concepts))


def okf_bundles(snapshot: Snapshot, last: Bundles | None) -> Bundles:
    """A query: the bundles of a layer; the same object while they are the same."""
    changed = snapshot.changed_since_last(okf_bundles)
    kept: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    if last is not None and changed is not None:
        kept = (last.indexes - changed, last.concepts - changed)
        documents = [each for path in changed if (each := snapshot.document(path)) is not None]
    else:
        documents = list(snapshot.of_kind(Kind.OKF_INDEX, *TRUST_KINDS))
    indexes = kept[0].union(each.path for each in documents if _is_index(each))
    concepts = kept[1].union(each.path for each in documents if _is_concept(each))
    if last is not None and (last.indexes, last.concepts) == (indexes, concepts):
        return last
    return Bundles(indexes, concepts)


def _is_index(document: Document) -> bool:
    named = document.path.rpartition("/")[2] == INDEX_NAME
    ours = document.kind is Kind.OKF_INDEX or document.kind in TRUST_KINDS
    return named and ours and declares_bundle(document)


def _is_concept(document: Document) -> bool:
    if document.kind not in TRUST_KINDS or document.text.find("\ntype:", 0, _HEAD) < 0:
        return False
    return read_concept(document) is not None


def _area(path: str) -> str:
    """`knowledge/tides`: the folder of a topic."""
    return "/".join(path.split("/")[:2])


def is_member(document: Document, snapshot: Snapshot) -> bool:
    """Whether a document lies in a declared bundle, be it a concept or one of the reserved files."""
    folders = snapshot.ask(okf_bundles).folders
    if not folders or document.kind not in TRUST_KINDS:
        return False
    path = document.path
    while path:
        path = path[:-1].rpartition("/")[0]
        path = f"{path}/" if path else ""
        if path in folders:
            return True
    return False


def needs_no_trust(document: Document, snapshot: Snapshot) -> bool:
    """Whether a file is one of a bundle, or the index or log of an area that has concepts."""
    if is_member(document, snapshot):
        return True
    return is_reserved(document) and _area(document.path) in snapshot.ask(okf_bundles).shown


def is_reserved(document: Document) -> bool:
    """Whether a file of a bundle is no concept by its name."""
    return document.path.rpartition("/")[2] in RESERVED


def stale_words(concept: Concept, snapshot: Snapshot) -> str:
    """The evidence that a concept is past its date; "" where it is not, or that is not sure."""
    moment = concept.stale_after
    if moment is None or concept.status == "deprecated" or not is_stale(moment, snapshot.today):
        return ""
    return f"stale since {moment.day.isoformat()}, as its `stale_after` says"


def okf_reasons(document: Document, snapshot: Snapshot) -> tuple[tuple[OkfReason, str], ...]:
    """What speaks against a concept, with the evidence; nothing where that is not sure."""
    concept = read_concept(document)
    if concept is None or concept.status == "deprecated":
        return ()
    found: list[tuple[OkfReason, str]] = []
    stale = stale_words(concept, snapshot)
    if stale:
        found.append(("stale-after", stale))
    last = concept.last_verified
    later = body_after_verified(document, snapshot.authors)
    if later is not None:
        when = f" on {later.day}" if later.day else ""
        found.append(("rewritten-since", f"its text changed{when}, after the last verification"))
    elif concept.is_rewritten and last is not None and last.at is not None:
        found.append(
            (
                "rewritten-since",
                f"written anew after {last.by or 'somebody'} verified it on {last.at.day}",
            )
        )
    return tuple(found)


def okf_entry(document: Document, snapshot: Snapshot) -> dict[str, Any] | None:
    """What a concept says of itself, in the shape of `ctxlayer trust`; None for other files."""
    concept = read_concept(document)
    if concept is None:
        return None
    return {
        "type": concept.type or None,
        "tier": concept.tier.value,
        "status": concept.status or None,
        "verified": [_event(event) for event in concept.verified],
        "generated": _event(concept.generated) if concept.generated else None,
        "stale_after": _moment(concept.stale_after),
        "stale": bool(stale_words(concept, snapshot)) if concept.stale_after else None,
        "rewritten": True
        if body_after_verified(document, snapshot.authors)
        else concept.is_rewritten,
    }


def _event(event: Event) -> dict[str, Any]:
    return {"by": event.by or None, "at": _moment(event.at)}


def _moment(moment: Moment | None) -> str | None:
    if moment is None:
        return None
    return moment.instant.isoformat() if moment.instant else moment.day.isoformat()
