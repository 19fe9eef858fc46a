"""The hot set of a layer: what each runtime sends with every message, and how much that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ctxlayer.analysis.imports import imported
from ctxlayer.analysis.loaded import loaded_tokens
from ctxlayer.analysis.rules import read_rules, rule_book, runtimes_in_use
from ctxlayer.analysis.table_weights import table_weights
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.adapter_formats import format_of
from ctxlayer.layer.document import Document
from ctxlayer.layer.guides import WORKFLOWS, Place, place_of
from ctxlayer.layer.hot_set import OWN, HotPart, HotSet, hot_set_of
from ctxlayer.layer.kinds import GUIDE_KINDS, Kind
from ctxlayer.layer.rule import Rule, Temperature
from ctxlayer.layer.runtimes import PROFILES, Profile, own_store_of
from ctxlayer.layer.skills import listing_tokens, read_skill
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import Estimate, document_tokens

IMPORTED = "imported"
"""The kind of a part that is no document of the layer: a README that a memory file imports."""


_COUNTED = GUIDE_KINDS | {Kind.TRIGGER_TABLE, Kind.ADAPTERS}
"""A document of another kind is in no message, unless a rule or an import has it there."""


@dataclass(frozen=True, slots=True, eq=False)
class Budget:
    """The hot set and what it was made of.

    `texts` are the hot texts by runtime, without trigger tables, and `beside` those of them that are no
    documents of the layer. `world` is what it hangs on besides documents.
    """

    hot: HotSet
    texts: Mapping[str, tuple[Document, ...]]
    beside: Mapping[str, Document]
    world: tuple[object, ...]


class _Root(NamedTuple):
    """A hot file whose imports a runtime reads, if it is a memory file."""

    document: Document
    profile: Profile
    memory: bool = True


def hot_set(snapshot: Snapshot, last: HotSet | None) -> HotSet:
    """A query: the hot set; the same object while nothing in it changes."""
    found = snapshot.ask(budget).hot
    return last if last == found and last is not None else found


def budget(snapshot: Snapshot, last: Budget | None) -> Budget:
    """A query: the hot set with what it was made of. Texts that did not change are not counted again."""
    if last is not None and _stands(last, snapshot):
        return last
    beside = dict(last.beside) if last is not None else {}
    titles = {each.id: _title(each) for each in snapshot.ask(runtimes_in_use).profiles}
    parts: dict[tuple[str, str, str, str], HotPart] = {}
    roots: list[_Root] = []
    held: dict[tuple[str, str], str] = {}
    for part, root in (*_tables(snapshot), *_rules(snapshot)):
        # What goes with every runtime is not sent again by one that finds it at a link.
        own = held.get((OWN, part.path))
        if (part.runtime, part.path) not in held and own not in ("hot", part.temperature):
            held[part.runtime, part.path] = part.temperature
            parts[part.key] = part
            roots += [root] if root is not None else []
    schemas = tuple(_schemas(snapshot, titles))
    imports = _imports(roots, parts, beside, snapshot)
    for part in (*imports, *_guides(snapshot, titles), *schemas):
        parts.setdefault(part.key, part)
    for runtime in {part.runtime for part in parts.values()} - titles.keys():
        titles[runtime] = _title(PROFILES[runtime])
    tokenizer = snapshot.tokenizer
    found = hot_set_of(parts.values(), titles, None if tokenizer is None else tokenizer.family)
    used = {part.path for part in parts.values() if part.kind == IMPORTED}
    kept = {path: each for path, each in beside.items() if path in used}
    return Budget(found, _texts(found, kept, snapshot), kept, _world(snapshot))


def _title(profile: Profile) -> str:
    """What people call a runtime; a reading of files by whoever reads them is no program."""
    return f"agents that read {profile.title}" if profile.fallback else profile.title


def _stands(last: Budget, snapshot: Snapshot) -> bool:
    """Whether nothing has changed that could be in a message."""
    changed = snapshot.changed_since_last(budget)
    if changed is None or any(
        a is not b for a, b in zip(last.world, _world(snapshot), strict=True)
    ):
        return False
    hot = {part.path for part in last.hot.parts}
    for path in changed:
        document = snapshot.document(path)
        if path in hot or (document is not None and document.kind in _COUNTED):
            return False
    return True


def _world(snapshot: Snapshot) -> tuple[object, ...]:
    """What the hot set hangs on besides documents. Compared by identity."""
    return (
        snapshot.tree,
        snapshot.settings,
        snapshot.schemas,
        snapshot.beside,
        snapshot.tokenizer,
        snapshot.ask(rule_book),
    )


def _texts(
    found: HotSet, beside: Mapping[str, Document], snapshot: Snapshot
) -> dict[str, tuple[Document, ...]]:
    """The texts that go with each message, by runtime; files of the root first, then by path."""
    texts = {}
    for total in found.totals:
        paths = {each.path for each in found.of(total.runtime) if each.because in _TEXTS}
        documents = (
            snapshot.document(path) or beside.get(path)
            for path in sorted(paths, key=_nearest_first)
        )
        texts[total.runtime] = tuple(each for each in documents if each is not None)
    return texts


_TEXTS = ("always", "import")


def _nearest_first(path: str) -> tuple[int, str]:
    return path.count("/"), path


_Found = Iterator["tuple[HotPart, _Root | None]"]


def _tables(snapshot: Snapshot) -> _Found:
    in_use = snapshot.ask(runtimes_in_use)
    for path, weight in snapshot.ask(table_weights).tables.items():
        document = snapshot.documents[path]
        readers = [rule for rule in read_rules(document, in_use) if rule.always]
        for rule in readers:
            part = HotPart(
                path, document.kind.value, "hot", rule.profile.id, "table", weight.tokens
            )
            yield part, _Root(document, rule.profile, bool(rule.store.names))
        if weight.table.hot and not readers:
            runtime = document.runtime or OWN
            part = HotPart(path, document.kind.value, "hot", runtime, "table", weight.tokens)
            yield part, _Root(document, PROFILES[runtime])


def _rules(snapshot: Snapshot) -> _Found:
    judged = set()
    for rule in snapshot.ask(rule_book).rules:
        judged.add(rule.path)
        document = snapshot.document(rule.path)
        if document is None:
            continue
        profile, kind = rule.profile, document.kind.value
        if rule.temperature is Temperature.HOT:
            tokens = loaded_tokens(document, profile, rule.store, snapshot)
            part = HotPart(rule.path, kind, "hot", profile.id, "always", tokens)
            yield part, _Root(document, profile, bool(rule.store.names))
        elif rule.temperature is Temperature.WARM:
            tokens = _listing(document, rule, snapshot)
            yield HotPart(rule.path, kind, "warm", profile.id, "listing", tokens), None
    for document in snapshot.of_kind(Kind.RULE):
        store = own_store_of(document.path, document.runtime)
        if document.path not in judged and store is not None and not store.loads:
            yield _unjudged(document), None


def _unjudged(document: Document) -> HotPart:
    """A rule of which nobody here knows whether it is in every message."""
    why = "whether it is in every message is not established"
    return HotPart(
        document.path, document.kind.value, "unknown", document.runtime, "always", None, why=why
    )


def _listing(document: Document, rule: Rule, snapshot: Snapshot) -> Estimate | None:
    """What name and description of a rule cost, which the runtime lists; counted once."""
    tokenizer = snapshot.tokenizer
    if tokenizer is None:
        return None
    name = rule.path.rpartition("/")[2].partition(".")[0]
    text = f"{name}: {rule.description}"
    known = document.memo.get(_listing)
    if known is None or known[0] is not tokenizer or known[1] != text:
        known = document.memo[_listing] = (tokenizer, text, tokenizer.count(text))
    found: Estimate = known[2]
    return found


# Skills, subagents and commands.


def _guides(snapshot: Snapshot, titles: dict[str, str]) -> Iterator[HotPart]:
    """What is listed of each, once for every runtime in use that looks where it lies."""
    for document in snapshot.of_kind(*GUIDE_KINDS):
        skill = read_skill(document)
        if skill is None or not skill.listing:
            continue
        for runtime in _listers(document.path, skill.readers, titles, snapshot):
            tokens = listing_tokens(document, snapshot)
            yield HotPart(document.path, document.kind.value, "warm", runtime, "listing", tokens)


def _listers(
    path: str, readers: tuple[str, ...], titles: dict[str, str], snapshot: Snapshot
) -> list[str]:
    """The runtimes that list what lies at `path`, or at a link to it.

    The owner of a folder shows itself to be in use by the folder; of the others only those that are.
    What lies in a folder of nobody's is for agents that nothing here shows; what the layer keeps
    itself goes with all.
    """
    if path.startswith(WORKFLOWS.folder):
        return [OWN]
    found = [readers, *(place.readers for place in _linked_places(path, snapshot))]
    listers = [each for some in found for each in some if each in titles or each == some[0]]
    known = [each for each in dict.fromkeys(listers) if each in PROFILES]
    if known:
        return known
    fallback = next((p.id for p in PROFILES.values() if p.fallback and p.id in titles), "")
    if not fallback:
        titles.setdefault(_PORTABLE, "agents that read `.agents`")
    return [fallback or _PORTABLE]


_PORTABLE = "portable"
"""Stands for agents that are known only by the folder that they read."""


def _linked_places(path: str, snapshot: Snapshot) -> Iterator[Place]:
    """The places of skills in which a file is found through symbolic links."""
    for link, target in snapshot.tree.links.items():
        if path == target or path.startswith(f"{target}/"):
            place = place_of(link + path[len(target) :])
            if place is not None:
                yield place


# Imports.


def _imports(
    roots: list[_Root],
    parts: Mapping[tuple[str, str, str, str], HotPart],
    beside: dict[str, Document],
    snapshot: Snapshot,
) -> Iterator[HotPart]:
    """What the memory files of each runtime import, each file once for a runtime."""
    seen = {(part.runtime, part.path) for part in parts.values() if part.temperature == "hot"}
    steps = [(root, 0) for root in roots if root.memory]
    # Breadth first: the shortest way to a file decides whether it is within reach.
    for root, hops in steps:
        profile = root.profile
        if profile.imports is None or 0 < profile.imports.hops <= hops:
            continue
        for target in _targets(root, beside, snapshot):
            if {(profile.id, target.path), (OWN, target.path)} & seen:
                continue
            seen.add((profile.id, target.path))
            steps.append((_Root(target, profile), hops + 1))
            known = snapshot.document(target.path) is not None
            yield HotPart(
                target.path,
                target.kind.value if known else IMPORTED,
                "hot",
                profile.id,
                "import",
                document_tokens(target, snapshot),
                via=root.document.path,
            )


def _targets(root: _Root, beside: dict[str, Document], snapshot: Snapshot) -> Iterator[Document]:
    """The files that a memory file imports, as far as they lie in the layer's folder."""
    if root.profile.imports is not None:
        for _, document in imported(root.document, root.profile.imports, beside, snapshot):
            yield document


# Tool schemas.


def _schemas(snapshot: Snapshot, titles: dict[str, str]) -> Iterator[HotPart]:
    """The tool schemas of every adapter, unknown until somebody asks the adapter."""
    configured = set()
    for document in sorted(snapshot.of_kind(Kind.ADAPTERS), key=lambda each: each.path):
        config = adapter_config(document)
        runtime = _reader(document.path)
        titles.setdefault(runtime, config.format.title)
        for server in config.servers:
            configured.add(server.name)
            if not server.is_off:
                yield _schema(server.name, document.path, runtime, snapshot)
        if not config.is_sound and not config.servers:
            kind = Kind.ADAPTERS.value
            why = "the file cannot be read, so its adapters are unknown"
            yield HotPart(document.path, kind, "hot", runtime, "schemas", None, why=why)
    for name in snapshot.settings.adapters.names or ():
        if name not in configured:
            yield _schema(name, "", OWN, snapshot)


def _reader(config: str) -> str:
    """The runtime that an adapter configuration is for; the layer's own where nobody knows."""
    found = next((each.id for each in PROFILES.values() if config in each.adapter_configs), "")
    form = format_of(config)
    return found or (form.id if form is not None else OWN)


def _schema(name: str, config: str, runtime: str, snapshot: Snapshot) -> HotPart:
    probed = snapshot.schemas.of(name, config)
    tokens = probed.tokens if probed is not None else None
    return HotPart(
        config or snapshot.settings_file,
        Kind.ADAPTERS.value if config else Kind.SETTINGS.value,
        "hot",
        runtime,
        "schemas",
        tokens if snapshot.tokenizer is not None else None,
        name=name,
        why="" if tokens is not None else _unprobed(name, config, snapshot),
        asked_on=probed.probed_on.isoformat() if probed is not None else "",
    )


def _unprobed(name: str, config: str, snapshot: Snapshot) -> str:
    day = snapshot.schemas.outdated_on(name, config)
    if day is None:
        return "not probed"
    return f"not probed since its configuration changed; the last answer is of {day.isoformat()}"
