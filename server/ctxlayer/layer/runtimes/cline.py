"""Cline."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    AT_ROOT,
    KeyType,
    Load,
    Profile,
    Quirk,
    RuleKey,
    Source,
    Store,
    Temperature,
    is_absent,
    is_empty,
    is_set,
    is_unread,
)

_CODE = Source("https://github.com/cline/cline", "2026-08-22", "S")
_DOCS = Source("https://docs.cline.bot/customization/cline-rules", "2026-08-22", "D")

_RULES = Store(
    title="Workspace rules",
    folders=(".clinerules/", ".cline/rules/"),
    suffixes=(".md",),
    apart=("workflows/", "hooks/", "skills/"),
    keys=(
        RuleKey(
            "paths",
            KeyType.GLOBS,
            "Paths that load this rule: a list of globs. Without it, and where it is no list, the rule "
            "is loaded on every message.",
            default="every message",
            text=False,
        ),
    ),
    loads=(
        Load(
            Temperature.COLD,
            "`paths: []` names no file",
            (is_empty("paths"),),
            remedy="name the files that it is for, or remove `paths` to load it on every message",
        ),
        Load(
            Temperature.COOL,
            "Cline loads it with files that match `paths`",
            (is_set("paths"),),
        ),
        Load(
            Temperature.HOT,
            "it has no `paths`, so Cline loads it on every message",
            (is_absent("paths"),),
        ),
        Load(
            Temperature.HOT,
            "its `paths` is no list, so Cline loads it on every message",
            (is_unread("paths"),),
        ),
    ),
    broken=Load(
        Temperature.HOT,
        "its frontmatter is no YAML, so Cline loads it on every message, frontmatter and all",
        (),
        remedy="mend the frontmatter",
    ),
    note="`.txt` files are read too.",
    source=_CODE,
)

_AGENTS = Store(
    title="AGENTS.md",
    names=("AGENTS.md",),
    own=False,
    loads=(Load(Temperature.HOT, "Cline loads the `AGENTS.md` of the root always", (AT_ROOT,)),),
    note="Whether those of folders are read is not established.",
    source=_CODE,
)

CLINE = Profile(
    id="cline",
    title="Cline",
    stores=(_RULES, _AGENTS),
    dialect="cline",
    evidence=(".clinerules/", ".clinerules", ".cline/"),
    quirks=(
        Quirk("`paths` as one text loads the rule on every message."),
        Quirk(
            "A rule whose frontmatter is not YAML loads on every message, and the frontmatter is sent "
            "along."
        ),
        Quirk(
            "The files in context are those of the prompt, open tabs, and what is edited; without any, "
            "a rule with `paths` is not loaded."
        ),
        Quirk("`.cursorrules` and `.windsurfrules` are read as well."),
        Quirk("`.cline/rules/` is read beside `.clinerules/`.", _DOCS),
    ),
    source=_CODE,
)
