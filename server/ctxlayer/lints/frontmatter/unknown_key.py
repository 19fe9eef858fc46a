"""A key that nobody reads."""

from __future__ import annotations

from collections.abc import Iterator

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
_PATTERNS = frozenset({"paths", "applyTo", "fileMatchPattern"})
"""Keys that hold globs in other runtimes."""

_MODES = {
    "trigger": frozenset({"always_on", "model_decision", "glob", "manual"}),
    "inclusion": frozenset({"always", "fileMatch", "manual", "auto"}),
}
"""Plain words that are keys of a runtime where they hold one of its modes."""


@document_lint("warning", kinds={*TRUST_KINDS, *GUIDE_KINDS, Kind.RULE}, fixable=True)
def unknown_key(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A frontmatter key is not read by anything.

    ## What it does
    In rule files, flags every key that the runtime of the rule does not read. In trust frontmatter
    teams add keys of their own, so only a slip of a known key (`statsu`) and a key that loads rules in
    some runtime (`globs`, `applyTo`) are flagged. In skills, subagents and commands, too, only another
    spelling of a key that some runtime reads there (`disable_model_invocation`).

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
    known = layer.settings.frontmatter.extra_keys
    if document.kind in GUIDE_KINDS:
        yield from unknown_in_guide(document, known)
        return
    store = own_store_of(document.path, document.runtime) if document.kind is Kind.RULE else None
    if document.kind is Kind.RULE and (store is None or not store.keys):
        return
    present = {entry.key for entry in block.entries}
    offered: set[str] = set()
    for entry in block.entries:
        if entry.key in known or not entry.key:
            continue
        if store is None:
            yield from _in_trust(document, entry, offered)
        elif store.key(entry.key) is None:
            yield _in_rule(document, entry, store, present, offered)


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


def _in_rule(
    document: Document, entry: Entry, store: Store, present: set[str], offered: set[str]
) -> Report:
    profile = profile_of(document.runtime)
    missing = [key.name for key in store.all_keys if key.name not in present]
    said = f"is not read by {profile.title}"
    meant = slip(entry.key, missing)
    if meant is not None:
        return _slip(document, entry, meant, said, offered)
    readers = [title for title in readers_of(entry.key) if title != profile.title]
    fixes: tuple[Fix, ...] = ()
    if readers:
        message = f"`{entry.key}` {said}, only by {' and '.join(readers)}; remove it"
        if entry.key in _PATTERNS and "globs" in missing:
            message = f"{message}, or write `globs`"
            fixes = (_renamed(document, entry, "globs", safe=False),)
    else:
        names = ", ".join(key.name for key in store.all_keys)
        message = (
            f"`{entry.key}` {said}, which reads {names}; remove it, correct it, or name it in "
            "`frontmatter.extra-keys` where the team reads it"
        )
    removal = without_entry(document, entry, f"Remove `{entry.key}`")
    return Report(entry.key_span, message, (*fixes, *removal), tag="unnecessary")


def _slip(document: Document, entry: Entry, meant: str, said: str, offered: set[str]) -> Report:
    # Of two slips of one key only the first is renamed unasked: a key given twice is an error.
    fix = _renamed(document, entry, meant, safe=meant not in offered)
    offered.add(meant)
    return Report(entry.key_span, f"`{entry.key}` {said}; did you mean `{meant}`?", (fix,))


def _renamed(document: Document, entry: Entry, name: str, *, safe: bool) -> Fix:
    return replace_with(document, entry.key_span, name, title=f"Rename to `{name}`", safe=safe)
