"""Adapters whose tool schemas cost more than they may."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.budget import budget
from ctxlayer.analysis.budget_places import place_of_part
from ctxlayer.layer.hot_set import HotPart, HotSet
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.tokens import total
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import layer_lint

_MOST = 3
"""Adapters that are named."""


@layer_lint("warning", asks=(budget,))
def heavy_schemas(layer: Snapshot) -> Iterator[Report]:
    """The tool schemas of a runtime's adapters together have more tokens than they may have.

    ## What it does
    Adds up, for each configuration file, the tool schemas of the adapters that somebody has probed, and
    compares them with `budget.schemas`. The findings are on the names of the largest: as few as would bring
    the sum back below the limit, three at most. An adapter that nobody has probed is unknown and never counts
    as 0 or as heavy; `ctxlayer budget --probe` asks the adapters.

    ## Why
    A runtime sends the schemas of all tools of all its adapters along with every message. They stand in no
    file of the layer, so nobody sees them grow.

    ## Example
    What an adapter answers stands in no file; here it was probed before.
    ````.mcp.json
    {"mcpServers": {"tidegauge": {"command": "tidegauge-mcp", "args": ["--read-only"]}}}
                    ^^^^^^^^^^^ heavy-schemas: the limit is 3,500
    ````
    ````index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md | tidegauge heights, read-only | ebb |
    ````
    ````knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ````
    ````@schemas
    .mcp.json tidegauge 6100 22
    ````

    ## Instead
    Let the server offer the tools that are used and no others: most have an option for that.
    ````.mcp.json
    {"mcpServers": {"tidegauge": {"command": "tidegauge-mcp", "args": ["--read-only", "--tools=heights"]}}}
    ````
    ````index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | gauges.md | tidegauge heights, read-only | ebb |
    ````
    ````knowledge/tides/gauges.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Gauges
    ````
    ````@schemas
    .mcp.json tidegauge 900 3
    ````

    ## Settings
    `budget.schemas` (3500), `budget.tokenizer` (`claude`).
    """
    found = layer.ask(budget).hot
    by_config: dict[str, list[HotPart]] = {}
    for part in found.parts:
        if part.because == "schemas" and part.tokens is not None:
            by_config.setdefault(part.path, []).append(part)
    for parts in by_config.values():
        yield from _heavy(parts, found, layer)


def _heavy(parts: list[HotPart], found: HotSet, layer: Snapshot) -> Iterator[Report]:
    limit = layer.settings.budget.schemas
    whole = total([part.tokens for part in parts if part.tokens is not None], found.family)
    left = whole.tokens
    for part in parts[:_MOST]:
        placed = place_of_part(part, found, layer)
        if left <= limit or placed is None or part.tokens is None:
            return
        left -= part.tokens.tokens
        path, span = placed
        probed = layer.schemas.of(part.name, part.path)
        tools = f" ({len(probed.tools)} tools)" if probed is not None and probed.tools else ""
        together = f"; all of this file have {whole.words}" if len(parts) > 1 else ""
        yield Report(
            span,
            f"the tool schemas of `{part.name}`{tools} have {part.tokens.line} in every message"
            f"{together}, the limit is {limit:,}; offer fewer of its tools, or remove the adapter",
            path=path,
        )
