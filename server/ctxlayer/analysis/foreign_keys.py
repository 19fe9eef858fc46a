"""Keys of a rule that belong to another runtime, and what they fail to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ctxlayer.analysis.rules import InUse, runtimes_in_use, stores_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.rule import Rule, Temperature, read_as, read_rule
from ctxlayer.layer.runtimes import (
    PROFILES,
    KeyType,
    Profile,
    RuleKey,
    Store,
    own_store_of,
    profile_of,
)
from ctxlayer.layer.runtimes.profile import State
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.syntax.nodes import Entry, Scalar


class ForeignKeys(NamedTuple):
    """The keys of a rule file that decide when some other runtime loads it, and none that reads it.

    `owners` are the runtimes that do read the one at `entry`, `meant` is what the first of them makes
    of the file, and `here` what its own runtime makes of it with its `store`, None where that is not
    established. `matters` says that the two differ, and
    that its author has not said by a key of its own runtime what is to hold there. `others` are the
    further keys of the kind, `switches` those of them that are no text and no globs.
    """

    entry: Entry
    owners: tuple[Profile, ...]
    meant: Rule
    profile: Profile
    store: Store
    here: Rule | None
    matters: bool
    others: tuple[Entry, ...]
    switches: tuple[Entry, ...]


def keys_by_place(document: Document) -> frozenset[str]:
    """The keys that any runtime reads which keeps or finds rules where a file lies."""
    path = document.path
    stores = [own_store_of(path, document.runtime), *(p.store_of(path) for p in PROFILES.values())]
    return frozenset(key.name for store in stores if store for key in store.all_keys)


def decides_elsewhere(entry: Entry) -> bool:
    """Whether this is a key that decides in some runtime when a rule is loaded."""
    return any(True for _ in _owners(entry))


def _keys_by_links(document: Document, in_use: InUse) -> frozenset[str]:
    stores = [store for _, store in stores_of(document, in_use)]
    return frozenset(key.name for store in stores for key in store.all_keys)


def foreign_entries(document: Document, snapshot: Snapshot) -> tuple[Entry, ...]:
    """The entries that decide elsewhere when a rule is loaded, and here do nothing.

    None of a file without frontmatter of its own, such as `AGENTS.md`.
    """
    own = own_store_of(document.path, document.runtime)
    if own is None or not own.keys:
        return ()
    known = keys_by_place(document) | _keys_by_links(document, snapshot.ask(runtimes_in_use))
    extra = snapshot.settings.frontmatter.extra_keys
    return tuple(
        entry
        for entry in document.frontmatter.entries
        if entry.key not in known and entry.key not in extra and decides_elsewhere(entry)
    )


def foreign_keys(document: Document, snapshot: Snapshot) -> ForeignKeys | None:
    """What the keys of other runtimes do to a rule; None where there are none worth a word."""
    entries = foreign_entries(document, snapshot)
    own = own_store_of(document.path, document.runtime)
    if not entries or own is None:
        return None
    here = read_rule(document)
    meant = read_as(document, *_author(document, entries))
    if meant is None:
        return None
    if here is None:
        matters, entry = True, _decider(entries, meant)
    else:
        said, differs = _is_said(here), _differs(meant, here)
        if said and not differs:
            return None  # a file that says the same to both runtimes, each in its own words
        matters = differs and not said
        entry = _other_globs(entries, meant, here) or (
            (_decider(entries, meant) if matters else None) or _leftover(entries, here)
        )
    if entry is None:
        return None
    owners = tuple(each for each, _, _ in _owners(entry))
    others = tuple(each for each in entries if each is not entry)
    switches = tuple(each for each in others if not _types(each) & {KeyType.TEXT, KeyType.GLOBS})
    profile = profile_of(document.runtime)
    return ForeignKeys(entry, owners, meant, profile, own, here, matters, others, switches)


def _owners(entry: Entry) -> Iterator[tuple[Profile, Store, RuleKey]]:
    """The runtimes in whose own rules a key decides, with a value that could be meant for them."""
    for profile in PROFILES.values():
        if profile.format_only:
            continue
        for store in profile.stores:
            key = store.key(entry.key) if store.own else None
            if key is not None and key.name in store.triggers() and _is_telling(key, store, entry):
                yield profile, store, key
                break


def _is_telling(key: RuleKey, store: Store, entry: Entry) -> bool:
    """Whether a key is one of rules, and no plain word that any frontmatter may hold."""
    if key.type is KeyType.CHOICE:
        text = entry.value.text.strip() if isinstance(entry.value, Scalar) else ""
        return any(choice.value == text for choice in key.values)
    if key.type is KeyType.TEXT:
        return any(
            len(load.when) == 1 and load.key == key.name and load.when[0].state is State.SET
            for load in store.loads
        )
    return True


def _author(document: Document, entries: tuple[Entry, ...]) -> tuple[Profile, Store]:
    """The runtime that most of the keys are of: the file was written for it."""
    present = {entry.key for entry in document.frontmatter.entries}
    found = [(profile, store) for entry in entries for profile, store, _ in _owners(entry)]
    return max(found, key=lambda each: sum(key.name in present for key in each[1].keys))


def _differs(meant: Rule, here: Rule) -> bool:
    if meant.temperature is not here.temperature:
        return True
    if meant.temperature is not Temperature.COOL:
        return False
    return _globs(meant) != _globs(here)


def _is_said(here: Rule) -> bool:
    """Whether the author has said, by a switch or globs that its runtime reads, when it is loaded."""
    for condition in here.load.when:
        key = here.store.key(condition.key)
        is_text = key is None or key.type is KeyType.TEXT
        if not is_text and condition.state not in (State.ABSENT, State.UNREAD):
            return True
    return False


def _other_globs(entries: tuple[Entry, ...], meant: Rule, here: Rule) -> Entry | None:
    """Globs that say something else than those that are read. A file for two runtimes says the same."""
    for entry in entries:
        if entry is meant.globs_entry and here.patterns and meant.patterns:
            return entry if _globs(meant) != _globs(here) else None
    return None


def _globs(rule: Rule) -> frozenset[str]:
    return frozenset(pattern.glob.pattern for pattern in rule.patterns)


def _decider(entries: tuple[Entry, ...], meant: Rule) -> Entry | None:
    """The key that decides for the other runtime."""
    return next((entry for entry in entries if entry.key == meant.load.key), None)


def _leftover(entries: tuple[Entry, ...], here: Rule) -> Entry | None:
    """A key that changes nothing: not a description, nor globs that say what the own ones say."""
    for entry in entries:
        doubled = KeyType.GLOBS in _types(entry) and here.globs_entry is not None
        if KeyType.TEXT not in _types(entry) and not doubled:
            return entry
    return None


def _types(entry: Entry) -> frozenset[KeyType]:
    return frozenset(key.type for _, _, key in _owners(entry))
