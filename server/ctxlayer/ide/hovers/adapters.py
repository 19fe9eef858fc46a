"""Servers in an adapter configuration."""

from __future__ import annotations

from ctxlayer.ide.adapter_words import adapter_lines
from ctxlayer.ide.model import Hover
from ctxlayer.layer.adapter_config import adapter_config
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot


def adapter_hover(document: Document, offset: int, snapshot: Snapshot) -> Hover | None:
    """What the server is whose name stands at `offset`; None anywhere else."""
    for server in adapter_config(document).servers:
        if server.name_span.holds(offset):
            lines = adapter_lines(server.name, document.path, snapshot)
            return Hover(server.name_span, "\n".join(lines)) if lines else None
    return None
