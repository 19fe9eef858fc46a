"""The layer's own rules: `.rules/`, read the same way in every runtime."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import KeyType, Profile, RuleKey

LAYER = Profile(
    id="layer",
    title="the layer",
    folders=(".rules/",),
    suffixes=(".md", ".mdc"),
    keys=(
        RuleKey(
            "description",
            KeyType.TEXT,
            "Says when to read this rule. Alone, it makes the rule warm: the agent sees the "
            "description on every message and opens the rule when it fits.",
        ),
        RuleKey(
            "globs",
            KeyType.GLOBS,
            "Paths that load this rule: it is cool, and fires when a matching file is touched.",
        ),
        RuleKey(
            "alwaysApply",
            KeyType.FLAG,
            "`true` makes the rule hot: its whole text is paid for on every message.",
        ),
        RuleKey(
            "justification",
            KeyType.TEXT,
            "Why a hot rule earns its cost on every message.",
        ),
    ),
    dialect="layer",
)
