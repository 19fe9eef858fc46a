"""Verified by a query, and nobody says where."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.topics import adapters
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.term_match import TermMatcher
from ctxlayer.layer.terms import term_key
from ctxlayer.layer.trust import key_by_variant, read_trust, trust_key
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint
from ctxlayer.lints.wording import clip, one_of, value_span

_MOST_NAMED = 4


@document_lint("info", kinds=TRUST_KINDS, reads={"adapters"})
def unnamed_live_query(document: Document, layer: Snapshot) -> Iterator[Report]:
    """A live query verified the file, and it does not say against which adapter.

    ## What it does
    Looks for the name of a configured adapter in a file with `verified-by: live-query`, in its body or in
    a key of the team's own. Says nothing in a layer without a configured adapter.

    ## Why
    Two instances can disagree, a replica and its primary, say. Who wants to ask again has to know which
    one answered.

    ## Example
    ```ctxlayer.toml
    [adapters]
    names = ["tidegauge", "harbour-orders"]
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: live-query
                 ^^^^^^^^^^ unnamed-live-query
    status: confirmed
    ---

    # Tides

    The gauge at the pier reads 4 cm high.
    ```

    ## Instead
    ```ctxlayer.toml
    [adapters]
    names = ["tidegauge", "harbour-orders"]
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: live-query
    status: confirmed
    ---

    # Tides

    The gauge at the pier reads 4 cm high (`heights` of tidegauge).
    ```

    ## Settings
    `adapters.names`, else the servers of the adapter configurations.
    """
    found = layer.ask(adapters)
    if not found.configured or "live-query" not in document.text:
        return
    trust = read_trust(document)
    if trust.verified_by != "live-query" or trust.status == "superseded":
        return
    matcher = TermMatcher(term_key(name) for name in found.by_name)
    if any(matcher.keys_in(text) for text in _speaking(document)):
        return
    names = [clip(name) for name in sorted(found.by_name)]
    more = " …" if len(names) > _MOST_NAMED else ""
    yield Report(
        value_span(trust.entries["verified-by"]),
        f"`live-query` against what? Name the adapter in the text ({one_of(names[:_MOST_NAMED])}{more}): "
        "two instances can disagree",
    )


def _speaking(document: Document) -> Iterator[str]:
    """Where a file may name an adapter: its body, and keys that are not those of trust."""
    yield document.text[document.frontmatter.body_start :]
    for entry in document.frontmatter.entries:
        if trust_key(entry.key) is None and key_by_variant(entry.key) is None:
            yield entry.value.span.of(document.text)
