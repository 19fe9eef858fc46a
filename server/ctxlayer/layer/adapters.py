"""Adapters: the MCP servers that a layer's live pointers may name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ctxlayer.layer.document import Document
from ctxlayer.settings import Settings

_READ_ONLY_FLAGS = frozenset({"--read-only", "--readonly", "--read-only=true", "--readonly=true"})


@dataclass(frozen=True, slots=True)
class Adapter:
    """One configured adapter. `read_only` is None where nothing says so either way.

    `config` is the file that configures it, "" for one that only the settings name.
    """

    name: str
    config: str
    read_only: bool | None


@dataclass(frozen=True, slots=True)
class Adapters:
    """The configured adapters by name. `known` is False where the answer cannot be known.

    It cannot where a configuration file does not parse: silence then beats guessing.
    """

    by_name: Mapping[str, Adapter]
    known: bool = True

    @property
    def configured(self) -> bool:
        """Whether there is any adapter to compare a name with."""
        return self.known and bool(self.by_name)

    def read_only(self, name: str) -> bool:
        """Whether this adapter is configured to read only."""
        adapter = self.by_name.get(name)
        return adapter is not None and adapter.read_only is True


def read_adapters(settings: Settings, configs: Iterable[Document]) -> Adapters:
    """The adapters of the settings, or else of the adapter configurations."""
    found: dict[str, Adapter] = {}
    known = True
    for document in sorted(configs, key=lambda each: each.path):
        if "servers" not in document.memo:
            document.memo["servers"] = _servers(document)
        servers = document.memo["servers"]
        if servers is None:
            known = False
            continue
        for name, server in servers.items():
            found.setdefault(name, Adapter(name, document.path, _own_word(server)))
    names = settings.adapters.names
    if names is not None:
        found = {name: found.get(name, Adapter(name, "", None)) for name in names}
        known = True
    for name, options in settings.adapters.options.items():
        if options.read_only is not None and name in found:
            found[name] = Adapter(name, found[name].config, options.read_only)
    return Adapters(found, known)


def _servers(document: Document) -> dict[str, Any] | None:
    """The servers of one configuration file; None where it cannot be read."""
    try:
        data = json.loads(document.text.lstrip("\ufeff") or "{}")
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    servers = data.get("mcpServers", data.get("servers", {}))
    return servers if isinstance(servers, dict) else None


def _own_word(server: Any) -> bool | None:
    """What an adapter's own configuration says about writing."""
    if not isinstance(server, dict):
        return None
    arguments = server.get("args")
    if isinstance(arguments, list) and _READ_ONLY_FLAGS.intersection(map(str, arguments)):
        return True
    return True if server.get("readOnly") is True else None
