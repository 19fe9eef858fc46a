"""A required key that is not there."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.templates import humble_value
from ctxlayer.layer.trust import TRUST_KEYS, TrustKey, near_miss, read_trust
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.text import Edit, Span


@document_lint("warning", kinds=TRUST_KINDS, reads={"today", "history"}, fixable=True)
def missing_key(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A required key of the trust frontmatter is missing.

    ## What it does
    Asks for `source`, `created`, `verified-by` and `status`, and for `last-verified` unless
    `verified-by` is `unverified`. A misspelt key is reported as such, not as missing.

    ## Why
    Each of them answers a question that a reader has: who wrote it, how old it is, who checked it and
    when, how far to believe it.

    ## Example
    ```knowledge/tides/gauges.md
    ---
    ^^^ missing-key: status
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
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
    if not (block.exists and block.closed) or _conflicted(document):
        return
    trust = read_trust(document)
    unverified = trust.verified_by == "unverified"
    missing = [
        key
        for key in TRUST_KEYS
        if key.required
        and key.name not in trust.entries
        and not (key.name == "last-verified" and unverified)
    ]
    slips = {near_miss(entry.key, block) for entry in block.entries} if missing else set()
    for key in missing:
        if key.name in slips:
            continue
        yield Report(
            block.open_span,
            f"`{key.name}` is missing: {_accepts(key)}",
            _fixes(document, layer, key),
        )


def _conflicted(document: Document) -> bool:
    """Whether a merge conflict hides keys."""
    return any(
        "conflict" in problem.message
        for problem in document.frontmatter.problems
        if problem.kind == "frontmatter-syntax"
    )


def _accepts(key: TrustKey) -> str:
    meaning = key.doc[0].lower() + key.doc[1:].rstrip(".")
    return f"{meaning} ({', '.join(key.values)})" if key.values else f"{meaning} (YYYY-MM-DD)"


def _fixes(document: Document, layer: Snapshot, key: TrustKey) -> tuple[Fix, ...]:
    value = humble_value(key, document, layer)
    close = document.frontmatter.close_span
    if value is None or close is None:
        return ()
    newline = "\r\n" if "\r\n" in document.text[: close.end] else "\n"
    line = f"{key.name}: {value}{newline}"
    edit = Edit(Span.at(close.start), line)
    return (Fix(f"Add `{key.name}: {value}`", {document.path: (edit,)}),)
