"""A term that stands in too many files."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.common_terms import common_terms
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("info", asks=(topic_index, common_terms))
def common_term(layer: Snapshot) -> Iterator[Report]:
    """A vocabulary term is found in over a quarter of the layer's files.

    ## What it does
    Counts the knowledge files and extractions that hold each term, as whole words in any case, behind
    their frontmatter. It says nothing in a layer of fewer than 20 such files, and nothing of a term that
    two topics share: that is `shared-term`. Of more than 1,000 files a sample is counted.

    ## Why
    A word that is everywhere is in most tasks too. It sends them to this topic whatever they are about,
    and so routes nothing.

    ## Example
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | knowledge/tides/ | harbour heights, read-only | ebb, harbour |
                                                                   ^^^^^^^ common-term: 24
    ```
    ```knowledge/tides/{1..24}.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # A gauge of the harbour
    ```

    ## Instead
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | knowledge/tides/ | harbour heights, read-only | ebb, tide table |
    ```
    ```knowledge/tides/{1..24}.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # A gauge of the harbour
    ```
    """
    common = layer.ask(common_terms)
    index = layer.ask(topic_index)
    if not common:
        return
    for place in index.places:
        if place.facts.term_keys.isdisjoint(common):
            continue
        told: set[str] = set()
        for term in place.facts.topic.vocabulary:
            if term.key not in common or term.key in told or term.key in index.shared_terms:
                continue
            told.add(term.key)
            share = common[term.key]
            about = round(share * common.files)
            yield Report(
                place.span(term.span),
                f"term `{term.text}` is in {share:.0%} of the files ({about} of {common.files}) and so "
                "routes nothing; replace it by words that only the files of this topic hold",
                path=place.path,
            )
