"""Concepts of the Open Knowledge Format: who wrote them, who confirmed them, how long they hold.

The format (version 0.2, read 2026-08-22) has grades of its own: it tells who confirmed a text, the
layer's tiers tell how far a text is from the running system. The two are never merged. What the
format does not ask for is never a fault, and unknown keys and types are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, timezone
from enum import Enum
from typing import NamedTuple

from ctxlayer.layer.document import Document
from ctxlayer.syntax.nodes import Frontmatter, Mapping, Node, Scalar, Sequence

INDEX_NAME = "index.md"
RESERVED = frozenset({INDEX_NAME, "log.md"})
"""Names that are no concepts anywhere in a bundle."""

VERSION_KEY = "okf_version"
STATUSES = ("draft", "stable", "deprecated")
_TRUST_FAMILIES = ("verified", "generated", "stale_after")
_OF_THE_LAYER = frozenset(
    "source created last-verified last_verified lastverified verified-by verified_by verifiedby"
    " hot-memory tracks superseded-by".split()
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.]+(?:Z|[+-][0-9:]+)?)?\Z", re.IGNORECASE)
_NEVER = datetime.min.replace(tzinfo=timezone.utc)
_HAS_TYPE = re.compile(r"^[ \t]*[{,]?[ \t]*[\"']?type\b", re.MULTILINE)
_FURTHEST_EAST = timedelta(hours=14)
"""So much earlier than in Greenwich a day begins somewhere."""


class OkfTier(str, Enum):
    """Who confirmed a concept, weakest first."""

    UNVERIFIED = "unverified"
    MACHINE = "machine-confirmed"
    HUMAN = "human-reviewed"


class Moment(NamedTuple):
    """A day, or an instant in UTC where a time with an offset is written."""

    day: date
    instant: datetime | None = None

    @property
    def order(self) -> datetime:
        """Earlier moments first; a day stands for its first instant in Greenwich."""
        day = datetime(self.day.year, self.day.month, self.day.day, tzinfo=timezone.utc)
        return self.instant or day


class Event(NamedTuple):
    """Somebody did something to a concept: an actor, "" where none is named, and when."""

    by: str
    at: Moment | None
    entry: Node

    @property
    def is_human(self) -> bool:
        """Whether the actor is a person: `human:<id>`."""
        return self.by.startswith("human:")


class Concept(NamedTuple):
    """What the frontmatter of a concept says; "" and None where it says nothing readable."""

    type: str
    status: str
    verified: tuple[Event, ...]
    generated: Event | None
    stale_after: Moment | None

    @property
    def tier(self) -> OkfTier:
        """The grade that follows from who verified it."""
        if not self.verified:
            return OkfTier.UNVERIFIED
        human = any(event.is_human for event in self.verified)
        return OkfTier.HUMAN if human else OkfTier.MACHINE

    @property
    def last_verified(self) -> Event | None:
        """The latest verification that has a readable date."""
        return _latest(event for event in self.verified if event.at is not None)

    @property
    def grader(self) -> Event | None:
        """Whose verification gives it its grade: of a person's, the latest."""
        human = [event for event in self.verified if event.is_human]
        return _latest(human or self.verified)

    @property
    def is_rewritten(self) -> bool | None:
        """Whether its content changed after the latest verification, by its own dates.

        None where they do not tell: then nobody says so.
        """
        written = self.generated.at if self.generated is not None else None
        last = self.last_verified
        if written is None or last is None or last.at is None:
            return None
        if written.instant and last.at.instant:
            return written.instant > last.at.instant
        # A day without a time zone may be a day off.
        return written.day - last.at.day > timedelta(days=1) or None


def _latest(events: Iterable[Event]) -> Event | None:
    return max(events, key=lambda event: event.at.order if event.at else _NEVER, default=None)


def speaks_okf(block: Frontmatter) -> bool:
    """Whether a block is that of a concept and has none of the layer's own trust keys."""
    keys = {entry.key for entry in block.entries}
    if "type" not in keys or any(key.lower() in _OF_THE_LAYER for key in keys):
        return False
    return any(key in keys for key in _TRUST_FAMILIES) or _text(block, "status") in STATUSES


def read_concept(document: Document) -> Concept | None:
    """The concept in a document; None where nothing shows that it is one.

    A file of a declared bundle is one as well; that is for those to know who see the bundle.
    """
    if not _HAS_TYPE.search(document.text):
        return None  # most files are none, and need not be parsed to tell
    block = document.frontmatter
    if not (block.exists and block.closed):
        return None
    if "type" not in {entry.key for entry in block.entries}:
        return None
    if not any(block.get(key) for key in _TRUST_FAMILIES) and not speaks_okf(block):
        return None
    if "okf" not in document.reading:
        document.reading["okf"] = _read(block)
    concept: Concept = document.reading["okf"]
    return concept


def declares_bundle(document: Document) -> bool:
    """Whether a document is the `index.md` that makes its folder a bundle."""
    block = document.frontmatter
    return block.exists and block.closed and bool(_text(block, VERSION_KEY))


def is_stale(moment: Moment, today: date) -> bool:
    """Whether a moment is past wherever `today` is the date; False where that is not sure.

    There is no clock here: an instant counts once the whole day of everybody lies behind it.
    """
    if moment.instant is None:
        return moment.day <= today
    midnight = datetime(today.year, today.month, today.day, tzinfo=timezone.utc)
    return moment.instant <= midnight - _FURTHEST_EAST


def _read(block: Frontmatter) -> Concept:
    stale = block.get("stale_after")
    verified = block.get("verified")
    generated = block.get("generated")
    return Concept(
        _text(block, "type"),
        _text(block, "status"),
        tuple(_events(verified.value)) if verified is not None else (),
        next(_events(generated.value), None) if generated is not None else None,
        read_moment(stale.value) if stale is not None else None,
    )


def _events(node: Node) -> Iterator[Event]:
    """The events in a list of mappings; a bare mapping is a list of one."""
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Mapping):
            fields = {entry.key: entry.value for entry in item.entries}
            by, at = fields.get("by"), fields.get("at")
            actor = by.text.strip() if isinstance(by, Scalar) else ""
            yield Event(actor, read_moment(at) if at is not None else None, item)


def read_moment(node: Node) -> Moment | None:
    """The day or instant that a scalar names; None for anything else."""
    if not isinstance(node, Scalar) or not _DAY.match(node.text.strip()[:40]):
        return None
    text = node.text.strip().replace(" ", "T", 1)
    if text[-1:] in ("Z", "z"):
        text = f"{text[:-1]}+00:00"
    try:
        if "T" not in text.upper():
            return Moment(date.fromisoformat(text))
        found = datetime.fromisoformat(text.upper())
    except ValueError:
        return None
    return Moment(found.date(), found.astimezone(timezone.utc) if found.tzinfo else None)


def _text(block: Frontmatter, key: str) -> str:
    entry = block.get(key)
    return entry.value.text.strip() if entry and isinstance(entry.value, Scalar) else ""
