"""Trust frontmatter: its keys, what they may hold, and what a document says with them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from ctxlayer.layer.dates import read_date as read_date
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.okf import speaks_okf
from ctxlayer.settings import Settings
from ctxlayer.syntax.nodes import Entry, Frontmatter, Scalar, Sequence, scalars
from ctxlayer.syntax.problem import Problem


class ValueType(str, Enum):
    """What a trust key holds."""

    CHOICE = "choice"
    DATE = "date"
    PATHS = "paths"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class TrustKey:
    """One key. `values` are the accepted ones of a choice; `variants` its other names."""

    name: str
    type: ValueType
    doc: str
    required: bool = False
    values: tuple[str, ...] = ()
    value_docs: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()


TRUST_KEYS: tuple[TrustKey, ...] = (
    TrustKey(
        "source",
        ValueType.CHOICE,
        "Who wrote this down.",
        required=True,
        values=("human-authored", "extraction", "external"),
        value_docs=(
            "Written by a person of the team.",
            "Written by an agent from a session.",
            "Copied or summarised from a document outside the layer: Tier 3.",
        ),
    ),
    TrustKey(
        "created",
        ValueType.DATE,
        "The day this file was first written.",
        required=True,
        variants=("created-at", "created-on", "date-created", "creation-date"),
    ),
    TrustKey(
        "last-verified",
        ValueType.DATE,
        "The day its content was last checked against the running system.",
        required=True,
        variants=("verified-at", "verified-on", "last-verified-at", "last-verified-on"),
    ),
    TrustKey(
        "verified-by",
        ValueType.CHOICE,
        "How it was last checked.",
        required=True,
        values=("developer", "live-query", "unverified"),
        value_docs=(
            "A developer checked it.",
            "A query against the running system answered the same.",
            "Nobody has checked it yet.",
        ),
    ),
    TrustKey(
        "status",
        ValueType.CHOICE,
        "How far to believe it.",
        required=True,
        values=("hypothesis", "confirmed-by-agent", "confirmed", "superseded"),
        value_docs=(
            "A guess that fits what was seen.",
            "An agent believes it: a note, never a control signal.",
            "A developer stated that it is so.",
            "Replaced; `superseded-by` says by what.",
        ),
    ),
    TrustKey(
        "tracks",
        ValueType.PATHS,
        "The live sources that this file maps, as `[repo:]glob`.",
    ),
    TrustKey("superseded-by", ValueType.TEXT, "The file that replaces this one."),
    TrustKey(
        "hot-memory",
        ValueType.TEXT,
        "The verdict on the always-loaded index: `updated: what and why`, or "
        "`reviewed, no change: why not`.",
    ),
)

_BY_NAME = {key.name: key for key in TRUST_KEYS}
_BY_VARIANT = {variant: key for key in TRUST_KEYS for variant in key.variants}
_BY_LETTERS = {key.name.replace("-", ""): key for key in TRUST_KEYS}
_SHORTEST_SLIP = 4
_WEAKEST_FIRST = {
    "source": ("external", "extraction", "human-authored"),
    "verified-by": ("unverified", "live-query", "developer"),
    "status": ("superseded", "hypothesis", "confirmed-by-agent", "confirmed"),
}
_CONFLICT_MARKERS = ("<" * 7, "|" * 7, "=" * 7, ">" * 7)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATORS = re.compile(r"[_ .-]+")


def trust_key(name: str) -> TrustKey | None:
    """The key of this exact name."""
    return _BY_NAME.get(name)


@lru_cache(maxsize=1024)
def key_by_variant(name: str) -> TrustKey | None:
    """The key that `name` is another spelling of (`last_verified`, `lastVerified`), if any."""
    if name in _BY_NAME:
        return None
    plain = _SEPARATORS.sub("-", _CAMEL.sub("-", name)).lower()
    return _BY_VARIANT.get(plain) or _BY_LETTERS.get(plain.replace("-", ""))


def near_miss(entry: Entry, document: Document) -> str | None:
    """The key that `entry` is a slip of, where the file lacks that key; None for a team's own key.

    `sources` with a list in it is no slip, nor is `track` with a word: only a name that differs
    by a letter, over a value that the key could hold, counts.
    """
    meant = _slip_of_key(entry.key)
    if meant is None or meant in _own_keys(document):
        return None
    return meant if _could_hold(_BY_NAME[meant], entry) else None


def _own_keys(document: Document) -> dict[str, tuple[Entry, ...]]:
    """`entries_by_key` of a document, worked out once."""
    if "trust-keys" not in document.reading:
        document.reading["trust-keys"] = entries_by_key(document.frontmatter)
    keys: dict[str, tuple[Entry, ...]] = document.reading["trust-keys"]
    return keys


@lru_cache(maxsize=1024)
def _slip_of_key(name: str) -> str | None:
    return None if name in _BY_NAME or key_by_variant(name) else slip(name, _BY_NAME)


def _could_hold(key: TrustKey, entry: Entry) -> bool:
    """Whether the value of `entry` is of the type that `key` takes."""
    if key.type is ValueType.PATHS:
        return isinstance(entry.value, Sequence) or any(
            mark in each.text for each in scalars(entry.value) for mark in "/*"
        )
    return isinstance(entry.value, Scalar)


def slip(name: str, names: Collection[str]) -> str | None:
    """The one of `names` that differs from `name` by a slip of the keyboard, if just one does."""
    if len(name) < _SHORTEST_SLIP or name in names:
        return None
    close = [each for each in names if _one_slip(name.lower(), each.lower())]
    return close[0] if len(close) == 1 else None


def _one_slip(word: str, other: str) -> bool:
    """One letter more, less or other, or two neighbours swapped."""
    if abs(len(word) - len(other)) > 1:
        return False
    at = 0
    while at < min(len(word), len(other)) and word[at] == other[at]:
        at += 1
    rest, tail = word[at:], other[at:]
    return (
        rest[1:] == tail
        or rest == tail[1:]
        or rest[1:] == tail[1:]
        or (len(rest) > 1 and rest[:2] == tail[1::-1] and rest[2:] == tail[2:])
    )


def allowed_values(key: TrustKey, settings: Settings) -> tuple[str, ...]:
    """The values that a choice accepts in this layer; settings may add some."""
    extra = {
        "source": settings.frontmatter.source,
        "verified-by": settings.frontmatter.verified_by,
        "status": settings.frontmatter.status,
    }
    return (*key.values, *extra.get(key.name, ()))


def entries_of(frontmatter: Frontmatter, name: str) -> tuple[Entry, ...]:
    """The entries of a trust key under any of its spellings, exact ones first."""
    return entries_by_key(frontmatter).get(name, ())


def entries_by_key(frontmatter: Frontmatter) -> dict[str, tuple[Entry, ...]]:
    """The entries of each trust key, exact spellings before variants.

    The `status` of an Open Knowledge Format concept is another one.
    """
    okf = speaks_okf(frontmatter)
    exact: dict[str, list[Entry]] = {}
    variants: dict[str, list[Entry]] = {}
    for entry in frontmatter.entries:
        if okf and entry.key == "status":
            continue
        if entry.key in _BY_NAME:
            exact.setdefault(entry.key, []).append(entry)
        elif (key := key_by_variant(entry.key)) is not None:
            variants.setdefault(key.name, []).append(entry)
    names = dict.fromkeys((*exact, *variants))
    return {name: (*exact.get(name, ()), *variants.get(name, ())) for name in names}


def has_trust_keys(document: Document) -> bool:
    """Whether the frontmatter speaks of trust, be it misspelt, broken or in a second block."""
    block = document.frontmatter
    return (
        bool(_own_keys(document))
        or (block.second is not None and bool(entries_by_key(block.second)))
        or any(near_miss(entry, document) for entry in block.entries)
        or any(is_conflict(problem, document.text) for problem in block.problems)
    )


def is_conflict(problem: Problem, text: str) -> bool:
    """Whether a problem is a merge conflict, which hides keys."""
    return problem.span.of(text)[:7] in _CONFLICT_MARKERS


class Trust(NamedTuple):
    """What a document says about itself; "" and None where it says nothing readable.

    `entries` holds the entry that each value was read from.
    """

    source: str
    status: str
    verified_by: str
    created: date | None
    last_verified: date | None
    entries: dict[str, Entry]


def read_trust(document: Document) -> Trust:
    """The trust frontmatter of a document, read as generously as it can be."""
    if "trust" not in document.reading:
        document.reading["trust"] = _read(document.frontmatter)
    trust: Trust = document.reading["trust"]
    return trust


def _read(frontmatter: Frontmatter) -> Trust:
    entries: dict[str, Entry] = {}
    if frontmatter.exists and frontmatter.closed:
        for name, found in entries_by_key(frontmatter).items():
            entries[name] = found[0] if len(found) == 1 else _weakest(_BY_NAME[name], found)
    return Trust(
        _text(entries, "source"),
        _text(entries, "status"),
        _text(entries, "verified-by"),
        _day(entries, "created"),
        _day(entries, "last-verified"),
        entries,
    )


def _weakest(key: TrustKey, entries: tuple[Entry, ...]) -> Entry:
    """Of several entries of a key, the one that claims least: loaders differ in which one wins."""
    ranks = _WEAKEST_FIRST.get(key.name, ())

    def claim(entry: Entry) -> int | None:
        if not isinstance(entry.value, Scalar):
            return None
        if key.type is ValueType.DATE:
            read = read_date(entry.value)
            return read.day.toordinal() if read else None
        text = entry.value.text.strip()
        # A value that nobody knows claims nothing at all.
        return ranks.index(text) if text in ranks else -1 if ranks else None

    known = [(rank, n) for n, entry in enumerate(entries) if (rank := claim(entry)) is not None]
    return entries[min(known)[1]] if known else entries[0]


def _text(entries: dict[str, Entry], name: str) -> str:
    entry = entries.get(name)
    return entry.value.text.strip() if entry and isinstance(entry.value, Scalar) else ""


def _day(entries: dict[str, Entry], name: str) -> date | None:
    entry = entries.get(name)
    read = read_date(entry.value) if entry and isinstance(entry.value, Scalar) else None
    return read.day if read else None


def tier(document: Document) -> int | None:
    """How far a document is from the running system: 2 cached, 3 external, None ungraded."""
    if document.kind is Kind.EXTERNAL:
        return 3
    if document.kind in _TIER_2:
        # `source: external` tells, wherever the file lies.
        return 3 if read_trust(document).source == "external" else 2
    return None


_TIER_2 = frozenset(
    {
        Kind.RULE,
        Kind.TRIGGER_TABLE,
        Kind.KNOWLEDGE,
        Kind.EXTRACTION,
        Kind.WORKFLOW,
        Kind.SKILL,
        Kind.AGENT,
        Kind.COMMAND,
        Kind.ENTITIES,
        Kind.BUNDLE,
    }
)
