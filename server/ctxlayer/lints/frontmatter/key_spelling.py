"""A known key in another spelling."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import key_by_variant
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import replace_with


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
    for entry in block.entries:
        key = key_by_variant(entry.key)
        if key is None or entry.key in layer.settings.frontmatter.extra_keys:
            continue
        message = f"`{entry.key}` is read as `{key.name}`; write it so"
        if block.get(key.name) is not None:
            yield Report(entry.key_span, f"{message}, or keep only the `{key.name}` of this block")
            continue
        span = entry.key_span
        fix = replace_with(document, span, key.name, title=f"Rename to `{key.name}`", safe=True)
        yield Report(span, message, (fix,))
