"""What is read of a layer in the gaps between jobs: texts, and what git tells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from ctxlayer.analysis.looking_ahead import look_ahead
from ctxlayer.analysis.words import is_reading_due, reading
from ctxlayer.host.fetching import Fetch
from ctxlayer.host.local_files import LocalFiles
from ctxlayer.host.repositories import Names, Repositories, heads_moved
from ctxlayer.layer.repos import Repos
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.word_base import WordBase
from ctxlayer.probes.author_reader import AuthorReader
from ctxlayer.probes.committed import CommittedReader
from ctxlayer.store.authors import KeptAuthors


class Readings(ABC):
    """The readings of one layer. Each goes in short steps, and changes the snapshot when it ends.

    Whoever changes the layer in the meantime starts them anew; they go on where they were. Where git may
    not be asked (`trusted` False) only texts are read.
    """

    snapshot: Snapshot

    def __init__(self, root: str, *, trusted: bool) -> None:
        self.nested: tuple[str, ...] = ()
        self._trusted = trusted
        # Texts that were read and are not in force yet.
        self._words: WordBase | None = None
        self.authors = AuthorReader(root, KeptAuthors(root))
        self.committed = CommittedReader(root, trusted=trusted)
        self.repositories = Repositories(root, trusted=trusted)
        self.local_files = LocalFiles(root)

    @abstractmethod
    def look_at_siblings(self) -> None:
        """Forget which files the clones of siblings hold."""

    def read_words(self) -> Iterator[None]:
        """Read the texts of all files, one a step, if that is due; done when it ends.

        Then what the lints over texts want to know of each topic is worked out, one a step. A change
        in the meantime does no harm: what the reading did not see is found by comparing.
        """
        if self._words is None and is_reading_due(self.snapshot):
            for base in reading(self.snapshot):
                # Of no generation: this snapshot may be long gone when the words are in force.
                self._words = base.elsewhere() if base is not None else None
                yield
        if self._words is None:
            return
        # In force only when that is done too: a keystroke must not have to wait for it.
        ahead = self.snapshot.after(word_base=self._words)
        yield from look_ahead(ahead)
        # Whoever changes the layer in the meantime starts this anew.
        self.snapshot, self._words = ahead, None

    def read_authors(self, *, everybody: bool = True) -> Iterator[None]:
        """Ask git who wrote the trust frontmatter, if that is due, in short steps.

        Without `everybody` only of files that an agent had a hand in, which takes a fraction of it.
        """
        reading = self.authors.reading(self.snapshot, everybody=everybody)
        for authors in reading if self._trusted else ():
            if authors is None:
                yield
            elif not authors.same(self.snapshot.authors):
                self.snapshot = self.snapshot.after(authors=authors)

    def read_repos(self, names: Names = None) -> Iterator[None]:
        """Look how the clones of these siblings stand, as far as that is due, in short steps.

        What fails on one of them says nothing of the others.
        """
        yield from self.repositories.read_facts(names)
        self._take_repositories()

    def read_sources(self, names: Names = None) -> Iterator[None]:
        """Read what commits did to the files that documents rely on, as far as that is due."""
        yield from self.repositories.read_histories(self.snapshot, names)
        self._take_repositories()

    def to_fetch(self, names: Names = None) -> Fetch:
        """What to run on another thread to fetch these siblings; then see `fetched`."""
        repos = self.snapshot.settings.repos.items()
        branches = {name: each.branch for name, each in repos if each.branch}
        return self.repositories.to_fetch(names, branches)

    def fetched(self, fetch: Fetch, found: Repos) -> None:
        """Take in how siblings stand after a fetch."""
        self.repositories.fetched(fetch, found)
        self._take_repositories()

    def _take_repositories(self) -> None:
        before, parts = self.snapshot, self.repositories.known(self.snapshot)
        if parts:
            self.snapshot = before.after(**parts)
        if heads_moved(before, self.snapshot):
            # Commits bring files and take others away.
            self.look_at_siblings()

    def read_committed(self) -> Iterator[None]:
        """Ask git for the hot set of the commit at HEAD, if that is due, in short steps."""
        if self.committed.is_due(self.snapshot):
            found = yield from self.committed.reading(self.snapshot, self.nested)
            if found != self.snapshot.committed:
                self.snapshot = self.snapshot.after(committed=found)

    def read_tracked(self) -> Iterator[None]:
        """Look into git's index for files that nobody should commit, if that is due, in short steps."""
        for found in self.local_files.reading(self.snapshot) if self._trusted else ():
            if found is None:
                yield
            elif found != self.snapshot.tracked_local:
                self.snapshot = self.snapshot.after(tracked_local=found)
