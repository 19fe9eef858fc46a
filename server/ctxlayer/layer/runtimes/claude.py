"""Claude Code."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    AT_ROOT,
    BELOW_ROOT,
    Imports,
    KeyType,
    Limit,
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

_DOCS = Source("https://code.claude.com/docs/en/memory", "2026-08-22", "D")
_CHANGELOG = Source("https://code.claude.com/docs/en/changelog", "2026-10-08", "D")
_AGENTS_DOCS = Source("https://code.claude.com/docs/en/memory", "2026-09-21", "D")

_SKIPPED = Limit(
    4 * 1024 * 1024,
    "bytes",
    "Claude Code skips a file that is larger than 4 MiB.",
    skips=True,
)

_RULES = Store(
    title="Project rules",
    folders=(".claude/rules/",),
    suffixes=(".md",),
    unread=(".mdc",),
    readmes=True,
    keys=(
        RuleKey(
            "paths",
            KeyType.GLOBS,
            "Paths that load this rule: a list of globs, or one text with commas.",
            default="the rule loads on every message",
            lists_since="2.1.84",
            source=_CHANGELOG,
        ),
    ),
    loads=(
        Load(
            Temperature.COLD,
            "`paths: []` names no file",
            (is_empty("paths"),),
            remedy="name the files that it is for, or remove `paths` to load it on every message",
            source=Source("https://github.com/opendatahub-io/odh-dashboard/pull/7623", "", "T"),
        ),
        Load(
            Temperature.COOL,
            "Claude Code loads it when it reads or edits a file that matches `paths`",
            (is_set("paths"),),
        ),
        Load(
            Temperature.HOT,
            "it has no `paths`, so Claude Code loads it on every message",
            (is_absent("paths"),),
        ),
        Load(
            Temperature.HOT,
            "Claude Code cannot read its `paths`, and loads it on every message",
            (is_unread("paths"),),
        ),
    ),
    limits=(_SKIPPED,),
    broken=Load(
        Temperature.HOT,
        "its frontmatter is no YAML, so Claude Code loads it on every message",
        (),
        remedy="mend the frontmatter",
    ),
    note="Subfolders and symbolic links are followed. A README there is a rule like any other.",
    source=_DOCS,
)

_MEMORY = Store(
    title="Memory files",
    names=("CLAUDE.md", "CLAUDE.local.md"),
    homes=(".claude",),
    loads=(
        Load(Temperature.HOT, "Claude Code loads the memory files of the root always", (AT_ROOT,)),
        Load(
            Temperature.COOL,
            "Claude Code loads the memory files of a folder when it reads a file there",
            (BELOW_ROOT,),
            subtree=True,
        ),
    ),
    limits=(
        Limit(200, "lines", "Claude Code advises to keep a memory file below 200 lines."),
        _SKIPPED,
    ),
    note="All of them are joined, the closest last.",
    source=_DOCS,
)

_AGENTS = Store(
    title="AGENTS.md",
    names=("AGENTS.md",),
    homes=(".claude",),
    own=False,
    unless=("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"),
    loads=(
        Load(
            Temperature.HOT,
            "Claude Code loads `AGENTS.md` where a project has no `CLAUDE.md`",
            (AT_ROOT,),
        ),
        Load(
            Temperature.COOL,
            "Claude Code loads the `AGENTS.md` of a folder when it reads a file there",
            (BELOW_ROOT,),
            subtree=True,
        ),
    ),
    note="From version 2.1.277 on, and by default only without a `CLAUDE.md`; the option "
    "`instructionFiles` changes that, in user settings.",
    source=_AGENTS_DOCS,
)

CLAUDE = Profile(
    id="claude",
    title="Claude Code",
    stores=(_RULES, _MEMORY, _AGENTS),
    dialect="claude",
    evidence=(".claude/",),
    imports=Imports(hops=4, to_blank=True),
    adapter_configs=(".mcp.json",),
    strips_comments=True,
    quotes_values=True,
    quirks=(
        Quirk(
            "Of the keys of a rule only `paths` is read: a Cursor rule that is copied here loads on "
            "every message."
        ),
        Quirk(
            "A rule whose frontmatter is not YAML loads on every message; only `--debug` tells. A "
            "value on one line that is no YAML without quotes is quoted and read, except in text with "
            "Windows line ends.",
            Source("https://github.com/anthropics/claude-code/issues/13905", "2026-11-29", "T"),
        ),
        Quirk("A malformed pattern matches nothing; the other patterns keep working.", _CHANGELOG),
        Quirk(
            "A list in `paths` is read from version 2.1.84 on; before, a rule with one was loaded "
            "otherwise than its author meant.",
            _CHANGELOG,
        ),
        Quirk(
            "Path rules are loaded by Read alone up to version 2.1.287, by Write and Edit from 2.1.288 "
            "on; hits of Glob and Grep do not load them.",
            _CHANGELOG,
        ),
        Quirk("An import whose target is missing is skipped, and nothing says so."),
        Quirk(
            "With both `AGENTS.md` and `CLAUDE.md`, the first is not seen unless the second imports "
            "it.",
            _AGENTS_DOCS,
        ),
        Quirk(
            "After a compaction, path rules and nested memory files stay out until a matching file is "
            "read again."
        ),
    ),
    source=_DOCS,
)
