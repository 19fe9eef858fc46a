"""The repositories that a layer relies on: where they are, and what was read of them so far."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from ctxlayer.analysis.mentions import RELYING_KINDS, mentions
from ctxlayer.analysis.reliance import named_siblings, relied_repos, repos_of
from ctxlayer.host.fetching import Fetch
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.repos import RepoFacts
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE, RepoHistory
from ctxlayer.probes.ref_watch import RefWatch
from ctxlayer.probes.repo_reader import RepoReader
from ctxlayer.probes.repo_readings import read_facts
from ctxlayer.probes.sources import read_histories
from ctxlayer.store.sources import KeptHistories

Names = Collection[str] | None
"""Names of repositories; None for all that there are."""

_STEP = 0.003
"""Seconds of one step of what takes no more than time."""


class Repositories:
    """Those of the repo map, and the one around the layer itself under the name `HERE`.

    Where git may not be asked (`trusted` False) nothing is read, and nothing is ever known.
    """

    def __init__(self, root: str, *, trusted: bool) -> None:
        self._root = root
        self._trusted = trusted
        self._clones: Mapping[str, str] = {}
        self._watch = RefWatch()
        self._facts: RepoReader[RepoFacts] = RepoReader(
            lambda asked: read_facts(asked), self._watch
        )
        # Of the marks only those of HEAD: to stage a file makes no history.
        self._histories: RepoReader[RepoHistory] = RepoReader(
            lambda asked: read_histories(asked, KeptHistories()),
            self._watch,
            goes_by=lambda marks: marks.head,
        )
        self._head: object = None

    def map(self, clones: Mapping[str, str]) -> None:
        """Take in the repo map: absolute paths by name."""
        self._clones = dict(clones)
        self._facts.keep_only(self._clones)

    def read_facts(self, names: Names = None) -> Iterator[None]:
        """Look how the clones of these siblings stand, as far as that is due, in short steps."""
        if self._trusted:
            yield from self._facts.reading(self._siblings(names))

    def read_histories(self, snapshot: Snapshot, names: Names = None) -> Iterator[None]:
        """Read the histories that are due of the repositories that anything relies on, in short steps."""
        if not self._trusted:
            return
        begun = time.monotonic()
        for document in snapshot.of_kind(*RELYING_KINDS):
            # The query after this asks for all of them at once; they are kept.
            mentions(document)
            if time.monotonic() - begun > _STEP:
                yield
                begun = time.monotonic()
        relied = relied_repos(snapshot)
        if names is None:
            self._histories.keep_only(relied)
        yield from self._histories.reading(
            {
                name: path
                for name, path in self._paths(relied).items()
                if names is None or name in names
            }
        )

    def known(self, snapshot: Snapshot) -> dict[str, Any]:
        """What is known now, as parts of a snapshot: those that it has otherwise."""
        was = {"repos": snapshot.repos, "sources": snapshot.sources}
        now: dict[str, Any] = {
            "repos": self._facts.known(self._clones),
            "sources": self._histories.known(self._paths(None)),
        }
        return {name: part for name, part in now.items() if part != was[name]}

    def needed(self, snapshot: Snapshot) -> frozenset[str]:
        """The siblings that something relies on, and those without a folder, which takes no git to see."""
        relied = relied_repos(snapshot)
        return frozenset(
            name for name, path in self._clones.items() if name in relied or not os.path.isdir(path)
        )

    def to_fetch(self, names: Names, branches: Mapping[str, str]) -> Fetch:
        """A fetch of these siblings, `branches` as settings expect them; of none where git is not asked."""
        return Fetch(self._siblings(names) if self._trusted else {}, branches)

    def fetched(self, fetch: Fetch, found: Mapping[str, RepoFacts]) -> None:
        """Take in how siblings stand after a fetch."""
        self._facts.take({name: (fetch.clones[name], facts) for name, facts in found.items()})

    def _siblings(self, names: Names) -> dict[str, str]:
        return {name: path for name, path in self._clones.items() if names is None or name in names}

    def _paths(self, names: Names) -> dict[str, str]:
        here = {HERE: self._root} if names is None or HERE in names else {}
        return {**here, **self._siblings(names)}

    def path_of(self, name: str) -> str | None:
        """Where a repository lies; None for one that is not mapped, and where git may not be asked."""
        return self._paths((name,)).get(name) if self._trusted else None

    # What is on screen is followed more closely.

    def behind(self, documents: Iterable[Document], snapshot: Snapshot) -> frozenset[str]:
        """The repositories that these documents depend on, and the one around the layer."""
        found = {HERE}
        for document in documents:
            if document.kind is Kind.REPO_MAP:
                found.update(self._clones)
            found.update(repos_of(document, snapshot.siblings, snapshot.root))
            found.update(named_siblings(document, snapshot.siblings))
        return frozenset(found)

    def is_due(self, names: Names = None) -> bool:
        """Whether something of these repositories is to be looked at again."""
        return self._trusted and (
            self._facts.is_due(self._siblings(names))
            or self._histories.is_due(self._histories.among(self._paths(names)))
        )

    def moved(self, paths: Collection[str]) -> None:
        """Something moved in the repositories at these paths: they are to be read again."""
        self._facts.moved(paths)
        self._histories.moved(paths)

    def watcher(self, names: Collection[str]) -> Callable[[], frozenset[str]]:
        """Something that tells, on any thread, at which paths something moved since it was read.

        Of these repositories; of the one around the layer also whether HEAD moved since last told.
        """
        facts, histories = self._facts.watcher(names), self._histories.watcher(names)
        return lambda: facts() | histories() | self._moved_here()

    def _moved_here(self) -> frozenset[str]:
        last, self._head = self._head, self._watch.look(self._root).head
        return frozenset((self._root,)) if last not in (None, self._head) else frozenset()


def heads_moved(before: Snapshot, now: Snapshot) -> bool:
    """Whether a sibling is at another commit than when it was looked at before."""
    heads = {name: history.head for name, history in before.sources.items()}
    heads.update((name, facts.head) for name, facts in before.repos.items())
    found = {name: history.head for name, history in now.sources.items()}
    found.update((name, facts.head) for name, facts in now.repos.items())
    return any(heads.get(name, head) != head for name, head in found.items() if name != HERE)
