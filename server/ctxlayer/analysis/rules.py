"""The rules of a layer as the runtimes in use read them, and which of them a path loads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ctxlayer.globs import GlobSet
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.linked_rules import links_to_rules, places_of, reaches
from ctxlayer.layer.rule import Cause, Rule, Temperature, read_as
from ctxlayer.layer.runtimes import PROFILES, Profile, Store, own_store_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tree import Tree
from ctxlayer.settings import Settings

_SHOWING = (Kind.RULE, Kind.UNREAD_RULE, Kind.TRIGGER_TABLE)
"""Documents that may lie in a runtime's own store."""


@dataclass(frozen=True)
class InUse:
    """The runtimes that something in the tree shows to be in use, and what decides how they read.

    `present` are those files that exist among the ones that keep a runtime from reading another.
    `links` are symbolic links through which a runtime finds its rules: the link and its target.
    """

    profiles: tuple[Profile, ...]
    present: frozenset[str]
    links: tuple[tuple[str, str], ...]

    def place_of(self, document: Document, profile: Profile) -> tuple[Store, str] | None:
        """The store in which the runtime finds a document, and the path by which it does."""
        path = document.path
        known = False
        for place in (path, *places_of(path, self.links)):
            store = profile.store_of(place)
            if store is not None:
                if not store.hidden_by(place, self.present):
                    return store, place
                known = True
        if known or document.runtime != profile.id or document.kind is not Kind.RULE:
            return None
        # Only settings make it a rule.
        own = own_store_of(path, profile.id)
        return (own, path) if own is not None else None


def runtimes_in_use(snapshot: Snapshot, last: InUse | None) -> InUse:
    """A query: a runtime is in use where its own rules, memory files or configuration lie in the tree.

    `AGENTS.md` shows nothing but itself: its own reading counts where no other runtime reads it.
    """
    found = snapshot.ask(_shown).in_use
    return last if last is not None and last == found else found


class _Shown(NamedTuple):
    """The runtimes in use, and the files and settings that this follows from."""

    tree: Tree
    settings: Settings
    unreadable: frozenset[str]
    in_use: InUse


def _shown(snapshot: Snapshot, last: _Shown | None) -> _Shown:
    """A query: looked at again when files come or go, or the settings change."""
    tree, settings, unreadable = snapshot.tree, snapshot.settings, frozenset(snapshot.unreadable)
    if (
        last is not None
        and (last.tree is tree and last.settings is settings)
        and last.unreadable == unreadable
    ):
        return last
    return _Shown(tree, settings, unreadable, _in_use(snapshot))


def _in_use(snapshot: Snapshot) -> InUse:
    tree = snapshot.tree
    links = links_to_rules(tree)
    documents = [each for each in snapshot.of_kind(*_SHOWING) if each.runtime]
    shown = {document.runtime for document in documents}
    shown.update(name for document in documents for name in _owners(document.path))
    shown.update(profile.id for profile in PROFILES.values() if _shows(profile, tree, links))
    present = frozenset(_present(tree))
    firm = tuple(p for p in PROFILES.values() if p.id in shown and not p.fallback)
    found = InUse(firm, present, links)
    fallbacks = tuple(
        profile
        for profile in PROFILES.values()
        if profile.fallback
        and any(each.runtime == profile.id and not _read_by(each, found) for each in documents)
    )
    return InUse((*firm, *fallbacks), present, links)


@lru_cache(maxsize=4096)
def _owners(path: str) -> tuple[str, ...]:
    """The runtimes whose own store holds a path: two may share one and read it differently."""
    return tuple(profile.id for profile in PROFILES.values() if profile.own_store_of(path))


def _shows(profile: Profile, tree: Tree, links: Iterable[tuple[str, str]]) -> bool:
    for place in (*profile.evidence, *profile.adapter_configs):
        if place in tree.paths or (place.endswith("/") and place[:-1] in tree.folders):
            return True
    return any(store.own and reaches(store, link) for store in profile.stores for link, _ in links)


def _present(tree: Tree) -> Iterator[str]:
    for profile in PROFILES.values():
        for store in profile.stores:
            places = (*store.unless, *(store.files if store.first else ()))
            yield from (each for each in places if each in tree.paths or each in tree.links)
            for name in store.names if store.first else ():
                yield from tree.named(name)
                yield from (link for link in tree.links if link.rpartition("/")[2] == name)


def _read_by(document: Document, in_use: InUse) -> bool:
    """Whether a runtime that leaves traces of its own reads a document."""
    return any(
        _reading(document, profile, in_use) is not None
        for profile in in_use.profiles
        if not profile.fallback
    )


def _reading(document: Document, profile: Profile, in_use: InUse) -> Rule | None:
    place = in_use.place_of(document, profile)
    return read_as(document, profile, *place) if place is not None else None


def read_rules(document: Document, in_use: InUse) -> tuple[Rule, ...]:
    """A rule file as each of the runtimes reads it that are in use and come to it."""
    known = document.memo.get("rules")
    if known is not None and known[0] is in_use:
        found: tuple[Rule, ...] = known[1]
        return found
    read = (_reading(document, each, in_use) for each in in_use.profiles if not each.fallback)
    rules = tuple(rule for rule in read if rule is not None)
    if not rules:
        read = (_reading(document, each, in_use) for each in in_use.profiles if each.fallback)
        rules = tuple(rule for rule in read if rule is not None)
    document.memo["rules"] = (in_use, rules)
    return rules


def stores_of(document: Document, in_use: InUse) -> tuple[tuple[Profile, Store], ...]:
    """The stores of all runtimes, in use or not, in which a document is found."""
    known = document.memo.get("stores")
    if known is None or known[0] is not in_use:
        found = []
        for profile in PROFILES.values():
            place = in_use.place_of(document, profile)
            if place is not None:
                found.append((profile, place[0]))
        known = document.memo["stores"] = (in_use, tuple(found))
    stores: tuple[tuple[Profile, Store], ...] = known[1]
    return stores


class Loaded(NamedTuple):
    """One rule that a path loads, and what makes it load. `pattern` is "" but for globs."""

    rule: Rule
    cause: Cause
    pattern: str = ""


class RuleBook:
    """All rules that this product judges, once for each runtime in use; indexed by their globs."""

    def __init__(self, rules: Iterable[Rule], in_use: InUse | None = None) -> None:
        self.rules = tuple(rules)
        self.in_use = in_use
        self.by_path: Mapping[str, tuple[Rule, ...]] = {
            path: tuple(of_path) for path, of_path in groupby(self.rules, key=lambda r: r.path)
        }
        self._owners = [
            (rule, glob)
            for rule in self.rules
            if rule.temperature is Temperature.COOL
            for glob in rule.globs
        ]
        self._globs = GlobSet([glob for _, glob in self._owners])

    def loaded_by(self, path: str) -> tuple[Loaded, ...]:
        """Hot rules, the cool ones that fire on `path`, then warm ones; each once a runtime."""
        return (
            *self._of(Temperature.HOT, "always"),
            *self._fired(path),
            *self._of(Temperature.WARM, "description"),
        )

    def _of(self, temperature: Temperature, cause: Cause) -> Iterator[Loaded]:
        return (Loaded(rule, cause) for rule in self.rules if rule.temperature is temperature)

    def _fired(self, path: str) -> Iterator[Loaded]:
        """The cool rules that fire on `path`, each once, with the first pattern that does it."""
        seen = set()
        for number in sorted(self._globs.matching(path)):
            rule, glob = self._owners[number]
            if (rule.path, rule.profile.id) not in seen:
                seen.add((rule.path, rule.profile.id))
                yield Loaded(rule, "glob", glob.pattern)


def rule_book(snapshot: Snapshot, last: RuleBook | None) -> RuleBook:
    """A query: the rules of the layer, by path and runtime."""
    in_use = snapshot.ask(runtimes_in_use)
    changed = snapshot.changed_since_last(rule_book)
    if last is not None and last.in_use is in_use and changed is not None:
        by_path = _after(last, changed, in_use, snapshot)
        # Whoever types in the text of a rule changes nothing about when it is loaded.
        if by_path == last.by_path:
            return last
    else:
        by_path = {}
        for document in snapshot.of_kind(*_READ):
            _put(by_path, document, in_use)
    rules = (rule for path in sorted(by_path) for rule in by_path[path])
    return RuleBook(rules, in_use)


_READ = (Kind.RULE, Kind.UNREAD_RULE)
"""What one runtime passes over by its name may be the rule of another, through a link."""


def _after(
    last: RuleBook, changed: frozenset[str], in_use: InUse, snapshot: Snapshot
) -> Mapping[str, tuple[Rule, ...]]:
    """The rules by path, where only a few documents have changed since."""
    by_path = dict(last.by_path)
    for path in changed:
        document = snapshot.document(path)
        by_path.pop(path, None)
        if document is not None and document.kind in _READ:
            _put(by_path, document, in_use)
    return by_path


def _put(by_path: dict[str, tuple[Rule, ...]], document: Document, in_use: InUse) -> None:
    rules = read_rules(document, in_use)
    if rules:
        by_path[document.path] = rules
