"""A key that nobody reads."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS, Kind
from ctxlayer.layer.runtimes import Profile, profile_of, readers_of
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import near_miss, slip
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import replace_with
from ctxlayer.syntax.nodes import Entry


@document_lint("warning", kinds={*TRUST_KINDS, Kind.RULE}, fixable=True)
def unknown_key(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A frontmatter key is not read by anything.

    ## What it does
    In rule files, flags every key that the runtime of the rule does not read. In trust frontmatter
    teams add keys of their own, so only a slip of a known key (`statsu`) is flagged.

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
    profile = profile_of(document.runtime) if document.kind is Kind.RULE else None
    if profile is not None and not profile.judged:
        return
    for entry in block.entries:
        if entry.key in known or not entry.key:
            continue
        if profile is None:
            meant = near_miss(entry.key, block)
            if meant is not None:
                yield _slip(document, entry, meant, "is not read")
        elif profile.key(entry.key) is None:
            yield _in_rule(document, entry, profile)


def _in_rule(document: Document, entry: Entry, profile: Profile) -> Report:
    said = f"is not read by {profile.title}"
    missing = [key.name for key in profile.keys if document.frontmatter.get(key.name) is None]
    meant = slip(entry.key, missing)
    if meant is not None:
        return _slip(document, entry, meant, said)
    readers = [title for title in readers_of(entry.key) if title != profile.title]
    if readers:
        message = f"`{entry.key}` {said}, only by {' and '.join(readers)}; use the keys that are"
    else:
        names = ", ".join(key.name for key in profile.keys)
        message = f"`{entry.key}` {said}, which reads {names}; remove it or correct it"
    return Report(entry.key_span, message, tag="unnecessary")


def _slip(document: Document, entry: Entry, meant: str, said: str) -> Report:
    fix: Fix = replace_with(
        document, entry.key_span, meant, title=f"Rename to `{meant}`", safe=True
    )
    return Report(entry.key_span, f"`{entry.key}` {said}; did you mean `{meant}`?", (fix,))
