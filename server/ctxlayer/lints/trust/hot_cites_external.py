"""Text of every message that leans on somebody else's document."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.careful_pointers import careful_pointers, hot_citations
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint


@layer_lint("warning", asks=(careful_pointers, hot_citations))
def hot_cites_external(layer: Snapshot) -> Iterator[Report]:
    """A hot file points at a Tier 3 document.

    ## What it does
    Finds pointers of hot trigger tables, and links and imports of hot rules, that lead to a document in
    `external/` or one with `source: external`. Addresses of web pages are left alone, and so are folders
    and patterns that take such a document in among others.

    ## Why
    What is hot is in every message and is believed there. A document that nobody of the team wrote is
    the last thing to lead an agent to each time.

    ## Example
    ```.rules/tides.md
    ---
    alwaysApply: true
    justification: every task touches the tides
    ---

    # Tides

    Read [the maker's manual](../external/gauge-manual.md) first.
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^ hot-cites-external
    ```
    ```external/gauge-manual.md
    ---
    source: external
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauge manual
    ```

    ## Instead
    ```.rules/tides.md
    ---
    alwaysApply: true
    justification: every task touches the tides
    ---

    # Tides

    The gauges are read at every turn of the tide.
    ```
    ```external/gauge-manual.md
    ---
    source: external
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauge manual
    ```
    """
    for each in layer.ask(careful_pointers).external:
        yield Report(each.span, _message("this hot table", each.target), path=each.place.path)
    for citation in layer.ask(hot_citations).found:
        yield Report(citation.span, _message("this hot rule", citation.target), path=citation.path)


def _message(what: str, target: str) -> str:
    return (
        f"{what} points at {target}, a Tier 3 document; have what is needed of it verified and written "
        "down in knowledge/, or point at it from there"
    )
