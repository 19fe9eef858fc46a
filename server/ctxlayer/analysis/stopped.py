"""Documents that rely on a sibling which the freshness gate stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ctxlayer.analysis.gate import Verdict, verdicts
from ctxlayer.analysis.mentions import RELYING_KINDS, mentions
from ctxlayer.analysis.reliance import reliance
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE
from ctxlayer.layer.trust import read_trust
from ctxlayer.text import Span


class Stopped(NamedTuple):
    """A sibling that is stopped, and the first place where a document says that it relies on it."""

    verdict: Verdict
    span: Span


_NONE: tuple[Stopped, ...] = ()


def stops(snapshot: Snapshot, last: Mapping[str, Verdict] | None) -> Mapping[str, Verdict]:
    """A query: the siblings that the gate stops; the same object while it says the same of them."""
    found = {name: each for name, each in snapshot.ask(verdicts).items() if each.state == "STOP"}
    return last if last is not None and last == found else found


def stopped_of(document: Document, snapshot: Snapshot) -> tuple[Stopped, ...]:
    """Those that a document relies on, each once, in the order of its text.

    An entry of `tracks` counts as it stands: a clone that is gone has no history to look it up in. A path
    in the body counts where git knows it.
    """
    if document.kind not in RELYING_KINDS:
        return _NONE
    stopped = snapshot.ask(stops)
    if not stopped or not mentions(document):
        return _NONE
    places: dict[str, Span] = {}
    for name, span in (*_tracked(document), *_relied(document, snapshot)):
        if name in stopped:
            places.setdefault(name, span)
    if not places or _claims_nothing(document):
        return _NONE
    return tuple(Stopped(stopped[name], span) for name, span in places.items())


def _tracked(document: Document) -> Iterator[tuple[str, Span]]:
    for mention in mentions(document):
        if mention.form == "tracks" and mention.repo:
            yield mention.repo, mention.spans[0]


def _relied(document: Document, snapshot: Snapshot) -> Iterator[tuple[str, Span]]:
    for relied in reliance(document, snapshot):
        if relied.repo != HERE:
            yield relied.repo, relied.span


def _claims_nothing(document: Document) -> bool:
    """Whether a document is replaced, or speaks of what others wrote."""
    trust = read_trust(document)
    return trust.status == "superseded" or trust.source == "external"
