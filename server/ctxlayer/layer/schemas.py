"""What the tool schemas of adapters cost, as far as anybody asked the adapters.

No file of a layer holds these schemas, and a runtime sends all of them with every message. Only
an adapter itself can tell, and it is asked by a person's command alone. Until then its cost is
unknown, which is never 0.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple, Protocol

from ctxlayer.layer.tokens import Estimate


class AdapterSchemas(NamedTuple):
    """What an adapter answered when it was last asked for its tools.

    `tokens` are those of all its schemas, None where nobody counts; `tools` are the names.
    """

    tokens: Estimate | None
    tools: tuple[str, ...]
    probed_on: date


class Schemas(Protocol):
    """Answers about adapters; the same object as long as no answer changes."""

    def of(self, adapter: str, config: str) -> AdapterSchemas | None:
        """What the adapter that the file `config` sets up was found to have; None for unknown.

        Also None where the configuration is not the one that was probed. `config` is "" for an
        adapter that only the settings name.
        """

    def outdated_on(self, adapter: str, config: str) -> date | None:
        """When it was last asked, where its configuration has changed since; else None."""


class NothingProbed:
    """A layer whose adapters nobody asked."""

    def of(self, adapter: str, config: str) -> AdapterSchemas | None:
        """Never known."""
        del adapter, config
        return None

    def outdated_on(self, adapter: str, config: str) -> date | None:
        """Never asked."""
        del adapter, config
        return None
