"""Cursor."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    AT_ROOT,
    BELOW_ROOT,
    KeyType,
    Limit,
    Load,
    Profile,
    Quirk,
    RuleKey,
    Source,
    Store,
    Temperature,
    is_set,
    is_true,
)

_DOCS = Source("https://cursor.com/docs/rules", "2026-08-16", "D")

_RULES = Store(
    title="Project rules",
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
            lists=None,
            bare=True,
        ),
        RuleKey(
            "alwaysApply",
            KeyType.FLAG,
            "`true` attaches the rule to every message; globs and description are then ignored.",
            default="false",
        ),
    ),
    loads=(
        Load(
            Temperature.HOT,
            "`alwaysApply: true` attaches it to every message",
            (is_true("alwaysApply"),),
            ignores=("globs",),
        ),
        Load(
            Temperature.COOL,
            "a file in context that matches `globs` attaches it",
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
            manual=True,
            remedy="give it one of the three",
        ),
    ),
    limits=(Limit(500, "lines", "Cursor advises to keep a rule below 500 lines and to split it."),),
    source=_DOCS,
)

_AGENTS = Store(
    title="AGENTS.md",
    names=("AGENTS.md",),
    own=False,
    loads=(
        Load(Temperature.HOT, "Cursor loads the `AGENTS.md` of the root always", (AT_ROOT,)),
        Load(
            Temperature.COOL,
            "Cursor loads the `AGENTS.md` of a folder with the files below it",
            (BELOW_ROOT,),
            subtree=True,
        ),
    ),
    note="Nested files are combined with those above them; the closer one wins.",
    source=_DOCS,
)

CURSOR = Profile(
    id="cursor",
    title="Cursor",
    stores=(_RULES, _AGENTS),
    dialect="cursor",
    evidence=(".cursor/", ".cursorrules"),
    adapter_configs=(".cursor/mcp.json",),
    quirks=(
        Quirk(
            "Frontmatter is not strict YAML: Cursor writes `globs: *.ts` without quotes and reads it; "
            "other tools lose the whole block.",
            Source("https://github.com/langwatch/scenario/pull/958", "2026-08-31", "T"),
        ),
        Quirk(
            '`alwaysApply: "true"` is a text, and the rule is not attached.',
            Source("https://github.com/stbenjam/skillsaw", "2026-08-22", "T"),
        ),
        Quirk("A `.md` file in `.cursor/rules` is ignored, whatever its frontmatter says."),
        Quirk(
            "Glob rules are reported to fire for files that are open or attached, not for those that "
            "the agent reads with a tool; the documentation says `in context`.",
            Source("https://forum.cursor.com/t/156553", "2026-08-21", "T"),
        ),
        Quirk("Rules have no influence on Tab completion."),
        Quirk("User and team rules live outside of the repository: they are not seen here."),
        Quirk(
            "`.cursorrules` was to be deprecated in early 2026 and is no longer documented; whether it "
            "is read is not established."
        ),
    ),
    note="With `globs` and `description`, only the attachment by path is documented.",
    source=_DOCS,
)
