"""A key of another runtime."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.foreign_keys import ForeignKeys, foreign_keys
from ctxlayer.analysis.rule_globs import and_joined
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, Kind
from ctxlayer.layer.rule import Rule, Temperature
from ctxlayer.layer.runtimes import KeyType, RuleKey
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.glob_values import as_written_for
from ctxlayer.lints.guide_keys import foreign_in_guide
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import without_entry
from ctxlayer.syntax.nodes import Entry
from ctxlayer.text import Edit


@document_lint("warning", kinds={Kind.RULE, *GUIDE_KINDS}, reads={"tree"}, fixable=True)
def wrong_runtime_key(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A rule has a key of another runtime, and its own does not read it.

    ## What it does
    Finds keys that decide in some runtime when a rule is loaded, in a file of a runtime that reads
    other keys: `globs` in `.claude/rules/`, `paths` in `.cursor/rules/`, `applyTo` in either. It says
    what becomes of the rule. One finding a file: where several keys were copied, it is on the one that
    would have decided. A key that changes nothing is only information.

    In skills, subagents and commands it finds the keys of rules, which load nothing there, and, as
    information, keys that restrict something in another runtime and nothing in those that read the file:
    `tools` of a subagent in `.cursor/agents/`.

    ## Why
    Nothing reports such a key, and the two directions differ. Cursor without `globs` never attaches the
    rule by a file; Claude Code without `paths` loads it on every message.

    ## Example
    ```.claude/rules/berths.md
    ---
    globs: "src/**"
    ^^^^^ wrong-runtime-key: on every message
    ---

    # Berths
    ```
    ```src/app.py
    VALUE = 1
    ```

    ## Instead
    ```.claude/rules/berths.md
    ---
    paths: "src/**"
    ---

    # Berths
    ```
    ```src/app.py
    VALUE = 1
    ```

    ## Source
    [Cursor](https://cursor.com/docs/rules), read 2026-08-16, and
    [Claude Code](https://code.claude.com/docs/en/memory), read 2026-08-22.
    """
    if document.kind in GUIDE_KINDS:
        yield from foreign_in_guide(document, layer.settings.frontmatter.extra_keys)
        return
    block = document.frontmatter
    if not (block.exists and block.closed):
        return
    found = foreign_keys(document, layer)
    if found is None:
        return
    fixes = _fixes(document, found)
    own = found.store.globs_key
    renamed = own is not None and any(fix.title.startswith("Rename") for fix in fixes)
    meant = own if renamed else _own_switch(found)
    remedy = f"write `{meant.name}`" if meant is not None else "remove it"
    yield Report(
        found.entry.key_span,
        f"`{found.entry.key}` is a key of {_titles(found)}, and {found.profile.title} does not "
        f"read it: {_effect(found)}; {remedy}",
        fixes,
        severity=None if found.matters else "info",
        tag="unnecessary",
        habit=found.entry.key if found.here is None else "",
    )


def _own_switch(found: ForeignKeys) -> RuleKey | None:
    """The key that says when a rule loads which without it nothing settles."""
    if found.here is not None:
        return None
    return next((key for key in found.store.keys if key.name in found.store.triggers()), None)


def _titles(found: ForeignKeys) -> str:
    """The runtime that the file was written for, first; three names say enough."""
    titles = tuple(dict.fromkeys(each.title for each in (found.meant.profile, *found.owners)))
    return and_joined(titles if len(titles) < 4 else (*titles[:2], "others"))


def _effect(found: ForeignKeys) -> str:
    if found.here is None:
        return "without one of its own keys, nothing settles when this rule loads"
    return f"this rule {_how(found.here)}{'' if found.matters else ' all the same'}"


def _how(rule: Rule) -> str:
    if rule.temperature is Temperature.HOT:
        return "loads on every message"
    if rule.temperature is Temperature.COOL:
        return "loads by its own globs"
    if rule.temperature is Temperature.WARM:
        return "loads only when its description fits"
    return "loads only when somebody attaches it by hand" if rule.load.manual else "never loads"


def _fixes(document: Document, found: ForeignKeys) -> tuple[Fix, ...]:
    """The key by its name in this runtime, with its value in a form that is read there; or none.

    The other keys that mean nothing here go along, but for a description, which explains the rule.
    """
    foreign = (found.entry, *found.others)
    names = tuple(f"`{entry.key}`" for entry in foreign)
    removal = _without(document, foreign, f"Remove {and_joined(names)}")
    own = found.store.globs_key
    theirs = found.meant.store.key(found.entry.key)
    if own is None or theirs is None or theirs.type is not KeyType.GLOBS:
        return removal
    if document.frontmatter.get(own.name) is not None:
        return removal
    new = as_written_for(own, found.entry, document)
    rest = _without(document, found.switches, "") if found.switches else ()
    if new is None or (found.switches and not rest):
        return removal
    gone = rest[0].edits[document.path] if rest else ()
    edits = (Edit(found.entry.key_span, own.name), *new, *gone)
    return (Fix(f"Rename to `{own.name}`", {document.path: edits}), *removal)


def _without(document: Document, entries: tuple[Entry, ...], title: str) -> tuple[Fix, ...]:
    """The fix that removes entries with their lines; none where one of them shares its lines."""
    fixes = [without_entry(document, entry, title) for entry in entries]
    if not all(fixes):
        return ()
    edits = tuple(edit for (fix,) in fixes for edit in fix.edits[document.path])
    return (Fix(title, {document.path: edits}),)
