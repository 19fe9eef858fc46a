"""Continue."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    KeyType,
    Load,
    Profile,
    Quirk,
    RuleKey,
    Source,
    Store,
    Temperature,
    has_value,
    is_set,
    is_true,
)

_CODE = Source("https://github.com/continuedev/continue", "2026-06-18", "S")

_OFF = has_value("alwaysApply", "false")

_RULES = Store(
    title="Local rules",
    folders=(".continue/rules/",),
    suffixes=(".md",),
    keys=(
        RuleKey("name", KeyType.TEXT, "What the rule is called; its path without it."),
        RuleKey(
            "globs",
            KeyType.GLOBS,
            "Paths that load this rule: one glob or a list. A glob with `!` takes files out.",
        ),
        RuleKey(
            "regex",
            KeyType.TEXTS,
            "The rule is loaded with files whose text matches: one expression or a list.",
        ),
        RuleKey(
            "description",
            KeyType.TEXT,
            "Shown to the agent, which may ask for the rule with `alwaysApply: false`.",
        ),
        RuleKey(
            "alwaysApply",
            KeyType.FLAG,
            "`true` loads the rule with every message, whatever its globs; `false` only by globs or by "
            "the description.",
            default="every message, unless there are globs",
        ),
        RuleKey("invokable", KeyType.FLAG, "`true` makes it a prompt that people call."),
    ),
    loads=(
        Load(
            Temperature.HOT,
            "`alwaysApply: true` loads it with every message",
            (is_true("alwaysApply"),),
            ignores=("globs",),
        ),
        Load(Temperature.COOL, "a file that matches `globs` loads it", (is_set("globs"),)),
        Load(
            Temperature.COOL,
            "a file whose text matches `regex` loads it",
            (is_set("regex"),),
        ),
        Load(
            Temperature.WARM,
            "the agent may ask for it by its `description`",
            (_OFF, is_set("description")),
        ),
        Load(
            Temperature.COLD,
            "`alwaysApply: false`, and it has no globs and no description",
            (_OFF,),
            # The context provider `rules`: people mention rule files with `@`.
            manual=True,
            remedy="give it globs or a description",
        ),
        Load(
            Temperature.HOT,
            "it has no `globs`, so Continue loads it with every message",
        ),
    ),
    note="Joined in the order of their names.",
    source=_CODE,
)

CONTINUE = Profile(
    id="continue",
    title="Continue",
    stores=(_RULES,),
    dialect="continue",
    evidence=(".continue/",),
    quirks=(
        Quirk("A rule whose frontmatter is not YAML loads on every message, frontmatter and all."),
        Quirk("Rules have no influence on autocompletion and on applying edits."),
    ),
    source=_CODE,
)
