"""When git is asked again who wrote the trust frontmatter, and what is kept of its answers."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from typing import Protocol

from ctxlayer.layer.authors import NO_AUTHORS, Authors
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.probes.authors import Ask, Memory, read_authors
from ctxlayer.probes.head import head_commit

_SLOW = 5.0
"""Seconds after which an answer that failed is not asked for again on the same day."""
_HEAD = 1 << 16
"""Characters in which frontmatter ends, or is none that is told of."""


class Kept(Protocol):
    """Somewhere to keep an answer for the next run."""

    def load(self, about: str, ask: str) -> Authors | None:
        """The answer that was kept about this question; None for none."""

    def save(self, about: str, ask: str, authors: Authors) -> None:
        """Keep an answer."""


def _may_be_confirmed(text: str) -> bool:
    """Whether a file may say of itself what no agent should: few files need be asked about then."""
    end = text.find("\n---", 3)
    return text.find("confirmed", 0, end if end > 0 else _HEAD) >= 0


def _may_be_concept(text: str) -> bool:
    """Whether a file may be a verified concept, without reading it."""
    end = text.find("\n---", 3)
    within = end if end > 0 else _HEAD
    return text.find("\nverified:", 0, within) >= 0 and text.find("\ntype:", 0, within) >= 0


def _may_be_dated(text: str) -> bool:
    """Whether a file may say when it was verified, under whatever spelling of the key."""
    end = text.find("\n---", 3)
    return text.find("erified", 0, end if end > 0 else _HEAD) >= 0


def _mark(head: str | None) -> object:
    """What changes with the commit at HEAD; where only git could tell, each minute."""
    return head if head is not None else int(time.monotonic() // 60)


class AuthorReader:
    """Reads who wrote the trust frontmatter of one layer and what was edited since, and again when that
    may be different."""

    def __init__(self, root: str, kept: Kept) -> None:
        self._root = root
        self._kept = kept
        self._last: tuple[object, ...] = ()
        self._memory = Memory()
        self._running: tuple[str | None, Ask, Iterator[Authors | None]] | None = None

    def is_due(self) -> bool:
        """Whether the repository is at another commit than when it was read."""
        return bool(self._last) and self._last[0] != _mark(head_commit(self._root))

    def reading(self, snapshot: Snapshot, *, everybody: bool) -> Iterator[Authors | None]:
        """None for each step, at last the answer; nothing at all where the last one still holds."""
        head = head_commit(self._root)
        settings = snapshot.settings
        concepts = frozenset(
            each.path for each in snapshot.of_kind(*TRUST_KINDS) if _may_be_concept(each.text)
        )
        ask = Ask(
            self._root,
            frozenset(
                document.path
                for document in snapshot.of_kind(*TRUST_KINDS)
                if everybody or document.path in concepts or _may_be_confirmed(document.text)
            ),
            settings.agents.identities,
            settings.freshness.ignore_revs,
            everybody,
            concepts,
            frozenset(
                document.path
                for document in snapshot.of_kind(Kind.KNOWLEDGE, Kind.EXTRACTION)
                if _may_be_dated(document.text)
            ),
        )
        about = (_mark(head), ask)
        if about == self._last:
            return
        authors: Authors | None = NO_AUTHORS
        if head != "" and (ask.paths or ask.dated):
            for authors in self._answer(head, ask, snapshot.today):
                if authors is None:
                    yield None
        self._last = about
        yield authors

    def _answer(self, head: str | None, ask: Ask, today: date) -> Iterator[Authors | None]:
        """What is kept of an earlier run, else what git says, which is kept then."""
        name = "everybody" if ask.everybody else "agents"
        words = repr((head, *ask[2:5], *map(sorted, (ask.paths, ask.concepts, ask.dated))))
        failed = f"{words} {today}"
        known = (self._kept.load(name, words) or self._kept.load(name, failed)) if head else None
        if known is not None:
            yield known
            return
        if self._running is None or self._running[:2] != (head, ask):
            # Who broke off to do something else comes back to the same question.
            self._running = (head, ask, read_authors(ask, self._memory))
        begun = time.monotonic()
        authors: Authors | None = NO_AUTHORS
        for authors in self._running[2]:
            if authors is None:
                yield None
        self._running = None
        # What fails quickly is asked again; what git is too slow for is not, on the same day.
        answered = authors is not NO_AUTHORS
        if head and authors is not None and (answered or time.monotonic() - begun > _SLOW):
            self._kept.save(name, words if answered else failed, authors)
        yield authors
