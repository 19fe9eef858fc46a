"""Which tools of an adapter the settings of a runtime allow or refuse.

Claude Code keeps rules such as `mcp__tides__get_heights` in `.claude/settings.json` (its page on
permissions, read 2026-11-30). A rule that names single tools is a limit on an adapter; one that
allows the whole server is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from ctxlayer.layer.adapter_config import entries, text_of
from ctxlayer.layer.document import Document
from ctxlayer.syntax import nodes
from ctxlayer.syntax.json import parse_json
from ctxlayer.syntax.nodes import Node

_OTHER = re.compile(r"[^A-Za-z0-9_-]")
_PREFIX = "mcp__"


class Permissions(NamedTuple):
    """The rules about adapters, as they are written, each once and in order."""

    allow: tuple[str, ...]
    deny: tuple[str, ...]

    def limit(self, adapter: str) -> bool:
        """Whether the rules tell some tools of an adapter from others."""
        server = _PREFIX + _OTHER.sub("_", adapter)
        tools = f"{server}__"
        everything = (server, f"{tools}*")
        if _holds(self.deny, server) or _begins(self.deny, tools):
            return True
        return _begins(self.allow, tools) and not any(_holds(self.allow, e) for e in everything)


def _begins(rules: Sequence[str], start: str) -> bool:
    """Whether any of the rules begins so: in their order the first of these comes next."""
    at = bisect_left(rules, start)
    return at < len(rules) and rules[at].startswith(start)


def _holds(rules: Sequence[str], rule: str) -> bool:
    at = bisect_left(rules, rule)
    return at < len(rules) and rules[at] == rule


def read_permissions(document: Document) -> Permissions:
    """The rules of a settings file; read once. A broken file gives those that can be read."""
    if "permissions" not in document.memo:
        root = parse_json(document.text).root
        rules = next((each.value for each in entries(root) if each.key == "permissions"), None)
        document.memo["permissions"] = Permissions(_rules(rules, "allow"), _rules(rules, "deny"))
    found: Permissions = document.memo["permissions"]
    return found


def _rules(node: Node | None, key: str) -> tuple[str, ...]:
    for entry in entries(node):
        if entry.key == key and isinstance(entry.value, nodes.Sequence):
            texts = map(text_of, entry.value.items)
            return tuple(sorted({text for text in texts if text.startswith(_PREFIX)}))
    return ()
