"""Kiro."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    AT_ROOT,
    Choice,
    KeyType,
    Load,
    Profile,
    Quirk,
    RuleKey,
    Source,
    Store,
    Temperature,
    has_value,
    is_absent,
    is_set,
)

_DOCS = Source("https://kiro.dev/docs/steering", "2026-08-22", "D")
_ISSUE = Source("https://github.com/kirodotdev/Kiro/issues/9176", "2026-08-22", "T")
_IMPLEMENTERS = Source("https://github.com/dyoshikawa/rulesync", "2026-08-22", "T")

_STEERING = Store(
    title="Steering files",
    folders=(".kiro/steering/",),
    suffixes=(".md",),
    deep=False,
    keys=(
        RuleKey(
            "inclusion",
            KeyType.CHOICE,
            "When the file is loaded.",
            default="always",
            values=(
                Choice("always", "with every message"),
                Choice("fileMatch", "with files that match `fileMatchPattern`"),
                Choice("manual", "when somebody names it with `#`"),
                Choice("auto", "when the agent finds that the description fits"),
            ),
        ),
        RuleKey(
            "fileMatchPattern",
            KeyType.GLOBS,
            "Paths that load the file with `inclusion: fileMatch`: one glob or a list.",
        ),
        RuleKey("name", KeyType.TEXT, "What the file is called, with `inclusion: auto`."),
        RuleKey(
            "description",
            KeyType.TEXT,
            "Shown to the agent, which opens the file with `inclusion: auto`.",
        ),
    ),
    loads=(
        Load(
            Temperature.COOL,
            "a file that matches `fileMatchPattern` loads it",
            (has_value("inclusion", "fileMatch"), is_set("fileMatchPattern")),
        ),
        Load(
            Temperature.WARM,
            "the agent opens it when its `description` fits the task",
            (has_value("inclusion", "auto"), is_set("description")),
        ),
        Load(
            Temperature.COLD,
            "`inclusion: manual` waits for somebody who names it",
            (has_value("inclusion", "manual"),),
            manual=True,
            meant=True,
        ),
        Load(
            Temperature.HOT,
            "`inclusion: always` loads it with every message",
            (has_value("inclusion", "always"),),
            ignores=("fileMatchPattern",),
        ),
        Load(
            Temperature.HOT,
            "it has no `inclusion`, so Kiro loads it with every message",
            (is_absent("inclusion"),),
        ),
    ),
    note="Only the files right in the folder, as those say who implement it.",
    source=_DOCS,
)

_AGENTS = Store(
    title="AGENTS.md",
    names=("AGENTS.md",),
    own=False,
    loads=(Load(Temperature.HOT, "Kiro loads the `AGENTS.md` of the root always", (AT_ROOT,)),),
    note="Whether those of folders are read is not established.",
    source=_DOCS,
)

KIRO = Profile(
    id="kiro",
    title="Kiro",
    stores=(_STEERING, _AGENTS),
    dialect="kiro",
    evidence=(".kiro/",),
    quirks=(
        Quirk("`#[[file:path]]` in a steering file pulls that file in as it is now."),
        Quirk("`fileMatch` never fires for the steering files of the user.", _ISSUE),
        Quirk("Files in folders below are not loaded.", _IMPLEMENTERS),
    ),
    source=_DOCS,
)
