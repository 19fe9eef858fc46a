"""A known key in another spelling."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import TrustKey, key_by_variant, read_trust
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import replace_with, without_entry
from ctxlayer.syntax.nodes import Entry
from ctxlayer.text import Edit


@document_lint("info", kinds=TRUST_KINDS, fixable=True)
def key_spelling(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A key of the trust frontmatter is spelt in another way than the format spells it.

    ## What it does
    Recognises `last_verified`, `lastVerified`, `verified_at` and the like. The value is read all the
    same; the fix renames the key.

    ## Why
    Other tools and the next reader look for the one spelling.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last_verified: 2026-11-01
    ^^^^^^^^^^^^^ key-spelling: last-verified
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```

    ## Instead
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ```
    """
    block = document.frontmatter
    if not (block.exists and block.closed):
        return
    present = {entry.key for entry in block.entries}
    offered: set[str] = set()
    for entry in block.entries:
        key = key_by_variant(entry.key)
        if key is None or entry.key in layer.settings.frontmatter.extra_keys:
            continue
        message = f"`{entry.key}` is read as `{key.name}`; write it so"
        if key.name in present:
            yield Report(
                entry.key_span,
                f"{message}, or keep only the `{key.name}` of this block",
                _keep_one(document, key, entry),
            )
            continue
        span = entry.key_span
        # Of two variants only the first is renamed unasked: a key given twice is an error.
        safe = key.name not in offered
        offered.add(key.name)
        fix = replace_with(document, span, key.name, title=f"Rename to `{key.name}`", safe=safe)
        yield Report(span, message, (fix,))


def _keep_one(document: Document, key: TrustKey, entry: Entry) -> tuple[Fix, ...]:
    """Of two spellings of a key, keeping the one that claims less."""
    kept = read_trust(document).entries.get(key.name)
    exact = document.frontmatter.all(key.name)
    if kept is not entry:
        return without_entry(document, entry, f"Remove `{entry.key}`")
    removals = without_entry(document, exact[0], f"Keep this one, as `{key.name}`")
    if not removals or len(exact) > 1:
        return ()
    rename = Edit(entry.key_span, key.name)
    edits = sorted((*removals[0].edits[document.path], rename), key=lambda edit: edit.span)
    return (Fix(removals[0].title, {document.path: tuple(edits)}),)
