"""Confirmed, on the word of guesses."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.laundering import laundering
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust
from ctxlayer.lints.model import Related, Report
from ctxlayer.lints.registry import layer_lint
from ctxlayer.lints.wording import value_span

_MOST = 8


@layer_lint("warning", asks=(laundering,))
def trust_laundering(layer: Snapshot) -> Iterator[Report]:
    """A confirmed file leans on guesses and superseded files only.

    ## What it does
    Looks at the links of a `confirmed` file that lead to knowledge files and extractions. There is at
    least one, and all of them are `hypothesis` or `superseded`. A file that this one replaces does not
    count, nor does one whose status says nothing.

    ## Why
    A guess does not become true by being summed up. Whoever reads the summary sees `confirmed`, and
    nothing of what it rests on.

    ## Example
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
            ^^^^^^^^^ trust-laundering
    ---

    # Tides

    The pier floods before the quay does; see [the gauges](gauges.md).
    ```
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-11-20
    verified-by: unverified
    status: hypothesis
    ---

    # Gauges
    ```

    ## Instead
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-11-20
    verified-by: unverified
    status: hypothesis
    ---

    # Tides

    The pier floods before the quay does; see [the gauges](gauges.md).
    ```
    ```knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-11-20
    verified-by: unverified
    status: hypothesis
    ---

    # Gauges
    ```
    """
    for path, leaning in sorted(layer.ask(laundering).weak.items()):
        document = layer.documents[path]
        names = [f"{target} ({status})" for target, status in leaning]
        shown = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
        yield Report(
            value_span(read_trust(document).entries["status"]),
            f"`confirmed`, and all that it links to in the layer is not: {shown}; have that verified, "
            "or say hypothesis",
            related=tuple(
                Related(target, value_span(entry), f"{status} here")
                for target, status in leaning[:_MOST]
                if (entry := read_trust(layer.documents[target]).entries.get("status"))
            ),
            path=path,
        )
