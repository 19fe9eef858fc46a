"""The same key twice."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.guide import is_plain
from ctxlayer.layer.kinds import FRONTMATTER_KINDS, TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import key_by_variant, read_trust, trust_key
from ctxlayer.lints.model import Fix, Related, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import without_entry
from ctxlayer.syntax.nodes import Entry


@document_lint("error", kinds=FRONTMATTER_KINDS, fixable=True)
def duplicate_key(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A frontmatter key is written twice.

    ## What it does
    Finds the second entry of a key. Of a doubled trust key, such as `status`, ctxlayer believes the entry
    that claims less, and the fix keeps that one.

    ## Why
    Most loaders keep the last one and say nothing, some keep the first, some reject the block: what
    the file says depends on who reads it.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: hypothesis
    status: confirmed
    ^^^^^^ duplicate-key
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
    if is_plain(document):
        return
    block = document.frontmatter
    if not (block.exists and block.closed):
        return
    seen: dict[str, Entry] = {}
    for entry in block.entries:
        first = seen.setdefault(entry.key, entry)
        if first is not entry:
            yield Report(
                entry.key_span,
                f"`{entry.key}` is already given above; keep one of the two",
                _fixes(document, first, entry),
                (Related(document.path, first.key_span, "the first one"),),
            )


def _fixes(document: Document, first: Entry, second: Entry) -> tuple[Fix, ...]:
    """Removing either entry; of a doubled trust key only the one that claims more."""
    this = without_entry(document, second, "Remove this one")
    other = without_entry(document, first, "Remove the first one")
    key = trust_key(first.key) or key_by_variant(first.key)
    if document.kind not in TRUST_KINDS or key is None:
        return (*this, *other)
    kept = read_trust(document).entries.get(key.name)
    return other if kept is second else this
