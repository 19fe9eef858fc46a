"""A live pointer to an adapter that is not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxlayer.analysis.secrets import masked_lines
from ctxlayer.analysis.topics import TopicFacts
from ctxlayer.layer.adapters import Adapter, difference
from ctxlayer.layer.live_pointer import LivePointer
from ctxlayer.lints.model import Fix, Report
from ctxlayer.lints.registry import topic_lint
from ctxlayer.lints.wording import near, one_of
from ctxlayer.text import Edit

_MOST_TWINS = 4


@topic_lint("warning", fixable=True)
def unknown_adapter(facts: TopicFacts) -> Iterator[Report]:
    """A live pointer names an adapter that is not configured.

    ## What it does
    Compares the adapter of each live pointer with those of the settings (`adapters.names`), or else of
    `.mcp.json` and its like. It says nothing where no adapter is configured. A name that begins the
    names of two adapters to one system, as `mongo` does those of `mongo-local` and `mongo-remote`, is
    none of them: the message says what tells them apart.

    ## Why
    The agent cannot ask an adapter that it does not have, and answers from the cached files instead.

    ## Example
    ```.mcp.json
    {"mcpServers": {"harbour": {"command": "harbour-mcp", "args": ["--read-only"]}}}
    ```
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbor heights, read-only | ebb, flood |
                            ^^^^^^ unknown-adapter: harbour
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Instead
    ```.mcp.json
    {"mcpServers": {"harbour": {"command": "harbour-mcp", "args": ["--read-only"]}}}
    ```
    ```index/trigger-table.md
    # Trigger table

    | topic | files | live pointer | vocabulary |
    | --- | --- | --- | --- |
    | tides | overview.md | harbour heights, read-only | ebb, flood |
    ```
    ```knowledge/tides/overview.md
    ---
    source: human-authored
    created: 2026-10-01
    last-verified: 2026-11-01
    verified-by: developer
    status: confirmed
    ---

    # Tides
    ```

    ## Settings
    `adapters.names` lists the adapters where no configuration file in the layer does. Where it is
    there, it counts alone: name all of them.
    """
    if not facts.adapters.configured:
        return
    names = sorted(facts.adapters.by_name)
    for live in facts.topic.live:
        if not live.well_formed or live.adapter in facts.adapters.by_name:
            continue
        twins = facts.adapters.meant(live.adapter)
        if twins:
            yield _ambiguous(live, twins, facts.path)
            continue
        close = near(live.adapter, names)
        meant = f"did you mean `{close}`? " if close is not None else ""
        remedy = (
            "add it to `adapters.names` in the settings"
            if facts.settings.adapters.names is not None
            else "configure it, or list every adapter in `adapters.names` in the settings"
        )
        there = masked_lines(one_of(names))  # of another file: nobody else looks after its secrets
        message = f"no adapter `{live.adapter}` is configured; {meant}there is {there}; {remedy}"
        fixes: tuple[Fix, ...] = ()
        if close is not None:
            edit = Edit(live.adapter_span, close)
            fixes = (Fix(f"Change to `{close}`", {facts.path: (edit,)}),)
        yield Report(live.adapter_span, message, fixes)


def _ambiguous(live: LivePointer, twins: Sequence[Adapter], path: str) -> Report:
    """A name that stands for several adapters of one system, which may disagree."""
    names = " or ".join(f"`{each.name}`" for each in twins[:_MOST_TWINS])
    apart = difference(twins[0], twins[1])
    message = (
        f"`{live.adapter}` may be {names} here, and two instances can disagree "
        f"(`{twins[0].name}` has {apart}); name the one that is meant"
    )
    fixes = (
        Fix(f"Change to `{each.name}`", {path: (Edit(live.adapter_span, each.name),)})
        for each in twins[:_MOST_TWINS]
    )
    return Report(live.adapter_span, message, tuple(fixes))
