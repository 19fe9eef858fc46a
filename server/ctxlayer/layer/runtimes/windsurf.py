"""Windsurf, and Devin, which reads the same rules under a newer folder name."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    AT_ROOT,
    BELOW_ROOT,
    Choice,
    KeyType,
    Limit,
    Load,
    Profile,
    Quirk,
    RuleKey,
    Source,
    Store,
    Temperature,
    has_value,
    is_set,
)

_DOCS = Source("https://docs.windsurf.com/windsurf/cascade/memories", "2026-08-22", "D")
_RENAMED = Source("https://docs.windsurf.com", "2026-06-30", "T")

_RULES = Store(
    title="Workspace rules",
    folders=(".windsurf/rules/", ".devin/rules/"),
    suffixes=(".md",),
    keys=(
        RuleKey(
            "trigger",
            KeyType.CHOICE,
            "When the rule is loaded.",
            values=(
                Choice("always_on", "with every message"),
                Choice("model_decision", "when the agent finds that the description fits"),
                Choice("glob", "with files that match `globs`"),
                Choice("manual", "when somebody mentions it with `@`"),
            ),
        ),
        RuleKey(
            "globs",
            KeyType.GLOBS,
            "Paths that the rule is for, with `trigger: glob`. Whether a list is read is not "
            "established.",
            lists=None,
            bare=True,
        ),
        RuleKey(
            "description",
            KeyType.TEXT,
            "Shown to the agent, which opens the rule with `trigger: model_decision`.",
        ),
    ),
    loads=(
        Load(
            Temperature.HOT,
            "`trigger: always_on` loads it with every message",
            (has_value("trigger", "always_on"),),
            ignores=("globs",),
        ),
        Load(
            Temperature.COOL,
            "a file that matches its `globs` loads it",
            (has_value("trigger", "glob"), is_set("globs")),
        ),
        Load(
            Temperature.WARM,
            "the agent opens it when its `description` fits the task",
            (has_value("trigger", "model_decision"), is_set("description")),
        ),
        Load(
            Temperature.COLD,
            "`trigger: manual` waits for somebody who mentions it",
            (has_value("trigger", "manual"),),
            manual=True,
            meant=True,
        ),
    ),
    limits=(Limit(12_000, "characters", "Windsurf reads 12,000 characters of a rule.", cuts=True),),
    note="What holds without `trigger` is not established.",
    source=_DOCS,
)

_AGENTS = Store(
    title="AGENTS.md",
    names=("AGENTS.md",),
    own=False,
    loads=(
        Load(Temperature.HOT, "Windsurf loads the `AGENTS.md` of the root always", (AT_ROOT,)),
        Load(
            Temperature.COOL,
            "Windsurf loads the `AGENTS.md` of a folder with the files below it",
            (BELOW_ROOT,),
            subtree=True,
        ),
    ),
    source=_DOCS,
)

WINDSURF = Profile(
    id="windsurf",
    title="Windsurf",
    stores=(_RULES, _AGENTS),
    dialect="windsurf",
    evidence=(".windsurf/", ".windsurfrules", ".devin/"),
    quirks=(
        Quirk(
            "Older pages say 6,000 characters a rule and 12,000 for all; both are cut in silence."
        ),
        Quirk(
            "The default agent of Devin reads `AGENTS.md` and `CLAUDE.md`; these rules are those of "
            "the older Cascade agent.",
            _RENAMED,
        ),
        Quirk("`.windsurfrules` is the older form."),
        Quirk("Rules of the user lie outside of the repository: they are not seen here."),
    ),
    source=_DOCS,
)
