"""A key that nobody reads."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.foreign_keys import decides_elsewhere, keys_by_place
from ctxlayer.analysis.rule_globs import and_joined
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, TRUST_KINDS, Kind
from ctxlayer.layer.runtimes import Store, own_store_of, profile_of, readers_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import near_miss, slip
from ctxlayer.lints.guide_keys import unknown_in_guide
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import replace_with, without_entry
from ctxlayer.syntax.nodes import Entry, scalars

_TRIGGERS = frozenset({"globs", "alwaysApply", "applyTo", "fileMatchPattern"})

_MODES = {
    "trigger": frozenset({"always_on", "model_decision", "glob", "manual"}),
    "inclusion": frozenset({"always", "fileMatch", "manual", "auto"}),
}
"""Plain words that are keys of a runtime where they hold one of its modes."""


@document_lint("warning", kinds={*TRUST_KINDS, *GUIDE_KINDS, Kind.RULE}, fixable=True)
def unknown_key(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A frontmatter key is not read by anything.

    ## What it does
    In rule files, flags every key that no runtime reads which comes to the file; one that decides in
    another runtime when a rule is loaded is wrong-runtime-key. In trust frontmatter
    teams add keys of their own, so only a slip of a known key (`statsu`) and a key that loads rules in
    some runtime (`globs`, `applyTo`) are flagged. In skills, subagents and commands, too, only another
    spelling of a key that some runtime reads there (`disable_model_invocation`). A key that eight
    rules have, and one in ten, is the team's way: the first of them speaks for all.

    ## Why
    A misspelt trigger key silences a rule in one runtime and loads it on every message in another.

    ## Example
    ```.rules/berths.md
    ---
    description: Berth rules
    glob: "src/**"
    ^^^^ unknown-key: did you mean `globs`
    ---

    # Berths
    ```

    ## Instead
    ```.rules/berths.md
    ---
    description: Berth rules
    globs: "src/**"
    ---

    # Berths
    ```
    ```src/app.py
    VALUE = 1
    ```

    ## Settings
    `frontmatter.extra-keys` lists keys that the team uses.
    """
    block = document.frontmatter
    if not (block.exists and block.closed):
        return
    if document.kind in GUIDE_KINDS:
        yield from unknown_in_guide(document, layer.settings.frontmatter.extra_keys)
        return
    offered: set[str] = set()
    if document.kind is Kind.RULE:
        yield from _in_rule(document, layer, offered)
        return
    for entry in block.entries:
        if entry.key and entry.key not in layer.settings.frontmatter.extra_keys:
            yield from _in_trust(document, entry, offered)


def _in_trust(document: Document, entry: Entry, offered: set[str]) -> Iterator[Report]:
    meant = near_miss(entry, document)
    if meant is not None:
        yield _slip(document, entry, meant, "is not read", offered)
    elif _triggers(entry):
        readers = " and ".join(readers_of(entry.key))
        yield Report(
            entry.key_span,
            f"`{entry.key}` loads rules of {readers}, and this file is no rule; remove it, or move "
            "the file to the rules",
            without_entry(document, entry, f"Remove `{entry.key}`"),
            tag="unnecessary",
        )


def _triggers(entry: Entry) -> bool:
    """Whether this is a key that loads a rule in some runtime, and no key of the team's own."""
    if entry.key in _TRIGGERS:
        return True
    texts = {each.text for each in scalars(entry.value)}
    if entry.key == "paths":
        return any("*" in text for text in texts)
    return bool(texts & _MODES.get(entry.key, frozenset()))


def _in_rule(document: Document, layer: Snapshot, offered: set[str]) -> Iterator[Report]:
    store = own_store_of(document.path, document.runtime)
    if store is None or not store.keys:
        return
    entries = document.frontmatter.entries
    known = keys_by_place(document) | {*layer.settings.frontmatter.extra_keys, ""}
    present = {entry.key for entry in entries}
    missing = [key.name for key in store.all_keys if key.name not in present]
    for entry in entries:
        if entry.key not in known and not decides_elsewhere(entry):
            yield _unread(document, entry, store, missing, offered)


def _unread(
    document: Document, entry: Entry, store: Store, missing: list[str], offered: set[str]
) -> Report:
    profile = profile_of(document.runtime)
    said = f"is not read by {profile.title}"
    meant = slip(entry.key, missing)
    if meant is not None:
        return _slip(document, entry, meant, said, offered)
    readers = [title for title in readers_of(entry.key) if title != profile.title]
    if readers:
        message = f"`{entry.key}` {said}, only by {and_joined(tuple(readers))}; remove it"
    else:
        names = and_joined(tuple(key.name for key in store.keys))  # of its own, not of ours
        message = (
            f"`{entry.key}` {said}, which reads {names}; remove it, correct it, or name it in "
            "`frontmatter.extra-keys` where the team reads it"
        )
    removal = without_entry(document, entry, f"Remove `{entry.key}`")
    return Report(entry.key_span, message, removal, tag="unnecessary", habit=entry.key)


def _slip(document: Document, entry: Entry, meant: str, said: str, offered: set[str]) -> Report:
    # Of two slips of one key only the first is renamed unasked: a key given twice is an error.
    fix = _renamed(document, entry, meant, safe=meant not in offered)
    offered.add(meant)
    return Report(entry.key_span, f"`{entry.key}` {said}; did you mean `{meant}`?", (fix,))


def _renamed(document: Document, entry: Entry, name: str, *, safe: bool) -> Fix:
    return replace_with(document, entry.key_span, name, title=f"Rename to `{name}`", safe=safe)
