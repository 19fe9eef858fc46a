"""A required key that is not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import GUIDE_KINDS, TRUST_KINDS
from ctxlayer.layer.rule import inner_span
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.templates import Days, humble_value
from ctxlayer.layer.trust import (
    TRUST_KEYS,
    TrustKey,
    entries_by_key,
    has_trust_keys,
    is_conflict,
    near_miss,
    read_trust,
)
from ctxlayer.lints.guide_keys import missing_in_guide
from ctxlayer.lints.model import Deferred, Fix, Report
from ctxlayer.lints.okf_faults import missing_type
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import has_plain_lines
from ctxlayer.syntax.nodes import Scalar
from ctxlayer.text import Edit, Span


@document_lint(
    "warning", kinds=TRUST_KINDS | GUIDE_KINDS, reads={"today", "history", "bundles"}, fixable=True
)
def missing_key(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A required key is missing.

    ## What it does
    In trust frontmatter, asks for `source`, `created`, `verified-by` and `status`, and for
    `last-verified` unless `verified-by` is `unverified`. In skills and agents, asks for what the runtime
    requires whose folder they lie in: `name` and `description` by the Agent Skills format; Claude Code
    does without, so there a missing description is only information. In a declared bundle of the Open
    Knowledge Format, asks for the `type` of each concept, which is an error there. A misspelt key is
    reported as such, not as missing.

    ## Why
    Each trust key answers a question that a reader has: who wrote it, how old it is, who checked it
    and when, how far to believe it. A skill without a description is passed over by most agents.

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
    if document.kind in GUIDE_KINDS:
        yield from missing_in_guide(document)
        return
    yield from missing_type(document, layer)
    block = document.frontmatter
    if not (block.exists and block.closed) or not has_trust_keys(document):
        return
    if any(is_conflict(problem, document.text) for problem in block.problems):
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
    if not missing:
        return
    elsewhere = {near_miss(entry, document) for entry in block.entries}
    if block.second is not None:  # another finding says to move these keys up
        elsewhere |= set(entries_by_key(block.second))
    for key in missing:
        if key.name in elsewhere:
            continue
        yield Report(
            block.open_span,
            f"`{key.name}` is missing: {_accepts(key)}",
            _fixes(document, Days(layer.today, layer.history), key),
        )


def _accepts(key: TrustKey) -> str:
    meaning = key.doc[0].lower() + key.doc[1:].rstrip(".")
    return f"{meaning} ({', '.join(key.values)})" if key.values else f"{meaning} (YYYY-MM-DD)"


def _fixes(document: Document, days: Days, key: TrustKey) -> tuple[Fix, ...]:
    if key.name == "last-verified":
        return _unverified(document)
    block = document.frontmatter
    close = block.close_span
    if close is None or not has_plain_lines(document):
        return ()

    def edits() -> Mapping[str, tuple[Edit, ...]]:
        value = humble_value(key, document, days)
        verified = read_trust(document).last_verified
        if key.name == "created" and verified is not None and value is not None:
            value = min(value, verified.isoformat())
        line = f"{key.name}: {value}{document.newline}"
        return {document.path: (Edit(Span.at(close.start), line),)}

    if key.name == "created":
        # The day of the first commit is looked up only for somebody who wants the fix.
        return (Fix("Add `created`", Deferred(edits)),)
    value = humble_value(key, document, days)
    return (Fix(f"Add `{key.name}: {value}`", edits()),) if value is not None else ()


def _unverified(document: Document) -> tuple[Fix, ...]:
    """Only a person knows the day; without one, the claim itself can be taken back."""
    found = entries_by_key(document.frontmatter)
    if any(len(found.get(name, ())) > 1 for name in ("verified-by", "status")):
        return ()  # which of the two is meant has to be settled first
    edits = []
    for name, humble in (("verified-by", "unverified"), ("status", "hypothesis")):
        value = next((entry.value for entry in found.get(name, ())), None)
        if isinstance(value, Scalar) and value.style in ("plain", "single", "double"):
            claims = name == "verified-by" or value.text.strip() == "confirmed"
            edits += [Edit(inner_span(value, document.text), humble)] if claims else []
    if not any(edit.new == "unverified" for edit in edits):
        return ()
    edits.sort(key=lambda edit: edit.span)
    return (Fix("Take the claim back: unverified", {document.path: tuple(edits)}),)
