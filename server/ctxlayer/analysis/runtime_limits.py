"""Where a runtime stops reading a file that is longer than it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.loaded import reach
from ctxlayer.analysis.rules import RuleBook, rule_book
from ctxlayer.layer.document import Document
from ctxlayer.layer.rule import Rule
from ctxlayer.layer.runtimes import Profile
from ctxlayer.layer.runtimes.profile import Limit, Unit
from ctxlayer.layer.snapshot import Snapshot


class Cut(NamedTuple):
    """A file of which a runtime reads the text up to `at`, and nothing where `at` is 0."""

    document: Document
    profile: Profile
    limit: Limit
    at: int

    @property
    def path(self) -> str:
        """The path of the file."""
        return self.document.path


class _Cuts(NamedTuple):
    book: RuleBook
    found: tuple[Cut, ...]


def runtime_cuts(snapshot: Snapshot, last: tuple[Cut, ...] | None) -> tuple[Cut, ...]:
    """A query: every file that a runtime in use does not read to its end, by its own hard limit.

    The same object while these files and their texts are the same.
    """
    found = snapshot.ask(_cuts).found
    return last if last == found else found


def _cuts(snapshot: Snapshot, last: _Cuts | None) -> _Cuts:
    """A query: the same, measured again when the text of a rule changes."""
    book, changed = snapshot.ask(rule_book), snapshot.changed_since_last(_cuts)
    if (
        last is not None
        and (last.book is book and changed is not None)
        and book.by_path.keys().isdisjoint(changed)
    ):
        return last
    return _Cuts(book, tuple(_measured(book, snapshot)))


def _measured(book: RuleBook, snapshot: Snapshot) -> Iterator[Cut]:
    chains: dict[tuple[str, Limit], list[Rule]] = {}
    for rule in book.rules:
        document = snapshot.document(rule.path)
        for limit in rule.store.limits if document is not None else ():
            if limit.total:
                chains.setdefault((rule.profile.id, limit), []).append(rule)
            elif document is not None and (limit.cuts or limit.skips):
                at = reach(document, limit.most, limit.unit)
                if at is not None:
                    yield Cut(document, rule.profile, limit, 0 if limit.skips else at)
    for (_, limit), rules in chains.items():
        if limit.cuts:
            yield from _chained(rules, limit, snapshot)


def _size(document: Document, unit: Unit) -> int:
    if unit == "lines":
        return len(document.lines)
    if unit == "characters":
        return len(document.text)
    return len(document.text.encode("utf-8", "surrogatepass"))


def _chained(rules: list[Rule], limit: Limit, snapshot: Snapshot) -> Iterator[Cut]:
    """The files in which a limit over all files from the root down falls.

    Each folder has a chain of its own: its file and those of the folders around it, the root first.
    """
    homes = {rule.store.home_of(rule.path): rule for rule in rules}
    for home, rule in sorted(homes.items()):
        above = sum(
            _size(snapshot.documents[other.path], limit.unit)
            for folder, other in homes.items()
            if folder != home and (not folder or home.startswith(f"{folder}/"))
        )
        if above <= limit.most:
            document = snapshot.documents[rule.path]
            at = reach(document, limit.most - above, limit.unit)
            if at is not None:
                yield Cut(document, rule.profile, limit, at)
