"""An adapter that nothing keeps from writing."""

from __future__ import annotations

from collections.abc import Iterator

from ctxlayer.analysis.adapter_use import adapter_use
from ctxlayer.analysis.topics import adapters
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.adapter_formats import AdapterFormat
from ctxlayer.layer.adapters import Adapter
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.lints.model import Report
from ctxlayer.lints.registry import document_lint


@document_lint("warning", kinds={Kind.ADAPTERS}, reads={"adapters", "adapter-use"})
def no_read_only_allowlist(document: Document, layer: Snapshot) -> Iterator[Report]:
    """Nothing restricts an adapter to reads.

    ## What it does
    Looks for something that keeps an adapter from writing: a flag (`--read-only`,
    `--access-mode=restricted`), a variable or header (`READ_ONLY=true`), an address
    (`?read_only=true`, `/readonly`), a list of the tools that may be used (`includeTools` of Gemini
    CLI, `enabled_tools` of Codex), rules for single tools in `.claude/settings.json`, or
    `adapters.<name>.read-only` in the settings. Approving calls without asking (`autoApprove`,
    `trust`) restricts nothing.

    It speaks in full layers only, and of the adapters that live pointers name; where a layer has no
    live pointer, of all of them. An adapter that is switched off, or that only the settings name, is left
    alone. One that several files configure is flagged in the first of them.

    ## Why
    Live pointers are there to look things up. An adapter that may write does so for whoever words a
    page, a ticket or a comment well enough.

    ## Example
    ```.mcp.json
    {"mcpServers": {"tides": {"command": "tides-mcp"}}}
                    ^^^^^^^ no-read-only-allowlist: adapters.tides.read-only
    ```

    ## Instead
    ```.mcp.json
    {"mcpServers": {"tides": {"command": "tides-mcp", "args": ["--read-only"]}}}
    ```

    ## Settings
    `adapters.<name>.read-only = true` says that an adapter cannot write, because its account cannot,
    for instance.
    """
    if not layer.full:
        return
    known, use = layer.ask(adapters).by_name, layer.ask(adapter_use)
    config = adapter_config(document)
    if not config.is_sound:
        return  # what is missing may stand where nobody can read it
    for name, server in config.by_name.items():
        adapter = known.get(name)
        if adapter is None or adapter.open_in[:1] != (document.path,):
            continue
        if use.any and name not in use.topics:
            continue
        yield Report(server.name_span, _message(adapter, config.format))


_NAMED = 2
"""Further files that a message names."""


def _message(adapter: Adapter, form: AdapterFormat) -> str:
    others = [f"`{path}`" for path in adapter.open_in[1:]]
    more = f" and {len(others) - _NAMED} more" if len(others) > _NAMED else ""
    also = f" (nor in {', '.join(others[:_NAMED])}{more})" if others else ""
    tools = f"list the tools that it may use in `{form.allowlist}`" if form.allowlist else ""
    if form.permissions:
        tools = f"allow single tools of it in `{form.permissions}`"
    ways = ["give it its read-only flag", *([tools] if tools else [])]
    key = adapter.name if adapter.name.replace("-", "").replace("_", "").isalnum() else "<name>"
    return (
        f"nothing restricts `{adapter.name}` to reads{also}; {', '.join(ways)}, or, if it cannot "
        f"write, set `adapters.{key}.read-only = true` in the settings"
    )
