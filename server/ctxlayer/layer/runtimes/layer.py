"""The layer's own rules: `.rules/`, read the same way in every runtime."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    KeyType,
    Load,
    Profile,
    RuleKey,
    Source,
    Store,
    Temperature,
    is_set,
    is_true,
)

_FORMAT = Source("docs/layer-format.md", "2026-11-30", "D")

LAYER = Profile(
    id="layer",
    title="the layer",
    stores=(
        Store(
            title="Rules of the layer",
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
                    "Paths that load this rule: it is cool, and fires when a matching file is "
                    "touched.",
                ),
                RuleKey(
                    "alwaysApply",
                    KeyType.FLAG,
                    "`true` makes the rule hot: its whole text is paid for on every message.",
                    default="false",
                ),
            ),
            loads=(
                Load(
                    Temperature.HOT,
                    "`alwaysApply: true` loads it on every message",
                    (is_true("alwaysApply"),),
                    ignores=("globs",),
                ),
                Load(
                    Temperature.COOL,
                    "a file that matches `globs` loads it",
                    (is_set("globs"),),
                ),
                Load(
                    Temperature.WARM,
                    "the agent opens it when its `description` fits the task",
                    (is_set("description"),),
                ),
                Load(
                    Temperature.COLD,
                    "it has no `alwaysApply: true`, no globs and no description",
                    remedy="give it one of the three",
                ),
            ),
        ),
    ),
    dialect="layer",
    format_only=True,
    source=_FORMAT,
)
