"""Cursor's project rules."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import KeyType, Profile, RuleKey

CURSOR = Profile(
    id="cursor",
    title="Cursor",
    folders=(".cursor/rules/",),
    suffixes=(".mdc",),
    unread=(".md",),
    keys=(
        RuleKey(
            "description",
            KeyType.TEXT,
            "Shown to the agent, which opens the rule when the description fits the task.",
        ),
        RuleKey(
            "globs",
            KeyType.GLOBS,
            "A comma-separated list of paths; a matching file in context attaches the rule.",
        ),
        RuleKey(
            "alwaysApply",
            KeyType.FLAG,
            "`true` attaches the rule to every message; globs and description are then ignored.",
        ),
        RuleKey(
            "justification",
            KeyType.TEXT,
            "Read by ctxlayer, not by Cursor: why a hot rule earns its cost on every message.",
        ),
    ),
    dialect="cursor",
    manual=True,
    adapter_configs=(".cursor/mcp.json",),
    source="https://cursor.com/docs/rules",
    read_on="2026-08-16",
)
