"""An adapter that no live pointer names."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.adapter_use import adapter_use
from ctxlayer.analysis.topics import adapters
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint


@document_lint("info", kinds={Kind.ADAPTERS}, reads={"adapters", "adapter-use"})
def unused_adapter(document: Document, layer: Snapshot) -> Iterator[Report]:
    """An adapter costs its tool schemas on every message, and no live pointer names it.

    ## What it does
    Compares the adapters of the configurations with those that the live pointers of all trigger tables
    name. It says nothing in a layer without live pointers, nor while one of them names no configured
    adapter (it may mean any of them), and nothing of an adapter that is switched off. One that several
    files configure is flagged in the first of them.

    ## Why
    A runtime sends the schemas of every configured adapter with every message. A topic that names the
    adapter makes use of that; otherwise the tokens are better spent, and the agent has tools to choose
    from that lead nowhere in this layer.

    ## Example
    ```.mcp.json
    {"mcpServers": {"harbour": {"command": "harbour-mcp", "args": ["--read-only"]},
                    "weather": {"command": "weather-mcp", "args": ["--read-only"]}}}
                    ^^^^^^^^^ unused-adapter
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
    """
    use = layer.ask(adapter_use)
    if not (use.any and use.known):
        return
    known = layer.ask(adapters)
    config = adapter_config(document)
    if not config.is_sound:
        return  # what is missing may stand where nobody can read it
    for name, server in config.by_name.items():
        adapter = known.of_file(name, document.path)
        if adapter is not None and not adapter.is_off and name not in use.topics:
            cost = _cost(name, document.path, layer)
            yield Report(server.name_span, f"no live pointer names `{name}`, {cost}")


def _cost(name: str, config: str, layer: Snapshot) -> str:
    probed = layer.schemas.of(name, config)
    if probed is None or probed.tokens is None:
        size = "whose tool schemas are sent with every message"
    else:
        size = f"whose tool schemas cost {probed.tokens.words} tokens on every message"
    return f"{size}; name it in a topic, or remove it here"
