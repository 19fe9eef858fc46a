"""GitHub Copilot: in VS Code and on GitHub, which read the same files differently."""

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
    has_pattern,
    is_absent,
    is_set,
)

_DOCS = Source(
    "https://code.visualstudio.com/docs/copilot/customization/custom-instructions",
    "2026-07-29",
    "D",
)
_CODE = Source("https://github.com/microsoft/vscode", "2026-07-29", "S")
_ISSUE = Source("https://github.com/microsoft/vscode/issues/249256", "2026-08-21", "T")
_HOSTED = Source(
    "https://docs.github.com/en/copilot/how-tos/configure-custom-instructions",
    "2026-08-22",
    "D",
)
_REVIEW = Source(
    "https://docs.github.com/en/copilot/tutorials/use-custom-instructions", "2026-08-22", "D"
)

_NAME = RuleKey("name", KeyType.TEXT, "What VS Code calls the file; its own name without it.")
_DESCRIPTION = RuleKey(
    "description",
    KeyType.TEXT,
    "Shown to the agent in VS Code, which may take the file up when it fits the task.",
)
_APPLY_TO = RuleKey(
    "applyTo",
    KeyType.GLOBS,
    "Paths that the instructions are for: globs in one text, separated by commas. VS Code finds a "
    "pattern without a leading `/` at any depth, GitHub starts it at the root.",
    lists=False,
    source=_ISSUE,
)
_EXCLUDE = RuleKey(
    "excludeAgent",
    KeyType.CHOICE,
    "The hosted agent that is not to read the file. Read by GitHub alone.",
    values=(
        Choice("code-review", "not for Copilot code review"),
        Choice("cloud-agent", "not for the cloud agent"),
        Choice("coding-agent", "the older name of `cloud-agent`"),
    ),
    source=_HOSTED,
)
_KEYS = (_NAME, _DESCRIPTION, _APPLY_TO, _EXCLUDE)

_EVERY_FILE = ("**", "**/*", "*")

COPILOT = Profile(
    id="copilot",
    title="Copilot in VS Code",
    stores=(
        Store(
            title="Instructions",
            folders=(".github/instructions/",),
            suffixes=(".instructions.md",),
            unread=(".md", ".mdc"),
            keys=_KEYS,
            loads=(
                Load(
                    Temperature.HOT,
                    "VS Code takes this `applyTo` for every message, even without a file",
                    (has_pattern("applyTo", *_EVERY_FILE),),
                    source=_CODE,
                ),
                Load(
                    Temperature.COOL,
                    "VS Code loads it with a file that matches `applyTo`",
                    (is_set("applyTo"),),
                ),
                Load(
                    Temperature.WARM,
                    "VS Code offers it to the agent by its `description`",
                    (is_set("description"),),
                ),
                Load(
                    Temperature.COLD,
                    "it has no `applyTo` and no description",
                    manual=True,
                    remedy="give it one of the two",
                ),
            ),
            source=_DOCS,
        ),
        Store(
            title="Repository instructions",
            files=(".github/copilot-instructions.md",),
            loads=(Load(Temperature.HOT, "VS Code loads this file with every message"),),
            source=_DOCS,
        ),
        Store(
            title="Rules of Claude Code",
            folders=(".claude/rules/",),
            suffixes=(".md",),
            own=False,
            keys=(
                RuleKey(
                    "paths",
                    KeyType.GLOBS,
                    "Paths that the rule is for.",
                    default="VS Code takes it for `**`",
                    text=None,
                ),
            ),
            loads=(
                Load(
                    Temperature.HOT,
                    "VS Code takes these `paths` for every message, even without a file",
                    (has_pattern("paths", *_EVERY_FILE),),
                    source=_CODE,
                ),
                Load(
                    Temperature.COOL,
                    "VS Code loads it with a file that matches `paths`",
                    (is_set("paths"),),
                ),
                Load(
                    Temperature.HOT,
                    "it has no `paths`, which VS Code takes for `**`",
                    (is_absent("paths"),),
                ),
            ),
            note="One third party says that VS Code does not read them, against its documentation.",
            source=_DOCS,
        ),
        Store(
            title="Memory files of others",
            files=("AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"),
            own=False,
            loads=(Load(Temperature.HOT, "VS Code loads this file with every message"),),
            note="Settings of the editor turn them off: `chat.useAgentsMdFile`, "
            "`chat.useClaudeMdFile`. Nested `AGENTS.md` files are an experiment that is off by default.",
            source=_DOCS,
        ),
    ),
    dialect="vscode",
    evidence=(".github/prompts/", ".github/agents/", ".github/chatmodes/"),
    adapter_configs=(".vscode/mcp.json",),
    quirks=(
        Quirk("`applyTo` as a list is dropped, and nothing says so.", _ISSUE),
        Quirk(
            "A pattern without a leading `/` or `**/` is looked for at any depth, and upper and lower "
            "case are the same; the documentation says `relative to the workspace root`.",
            _CODE,
        ),
        Quirk("Without `applyTo` the instructions are never loaded by a file."),
    ),
    source=_DOCS,
)

_CUT = Limit(
    4_000,
    "characters",
    "Copilot code review reads the first 4,000 characters of an instruction file; chat and the cloud "
    "agent read all of it.",
    cuts=True,
    partly=True,
    source=_REVIEW,
)

COPILOT_ON_GITHUB = Profile(
    id="copilot-github",
    title="Copilot on GitHub",
    stores=(
        Store(
            title="Instructions",
            folders=(".github/instructions/",),
            suffixes=(".instructions.md",),
            unread=(".md", ".mdc"),
            keys=(_APPLY_TO, _EXCLUDE),
            loads=(
                Load(
                    Temperature.COOL,
                    "GitHub loads it with a file that matches `applyTo`",
                    (is_set("applyTo"),),
                ),
                Load(
                    Temperature.COLD,
                    "GitHub loads it for no file without `applyTo`",
                    (is_absent("applyTo"),),
                    remedy="give it `applyTo`",
                ),
            ),
            limits=(_CUT,),
            source=_HOSTED,
        ),
        Store(
            title="Repository instructions",
            files=(".github/copilot-instructions.md",),
            loads=(Load(Temperature.HOT, "GitHub loads this file with every request"),),
            limits=(_CUT,),
            source=_HOSTED,
        ),
        Store(
            title="AGENTS.md",
            names=("AGENTS.md",),
            own=False,
            loads=(
                Load(
                    Temperature.HOT,
                    "GitHub loads the `AGENTS.md` of the root, unless a closer one lies by the file",
                    (AT_ROOT,),
                ),
                Load(
                    Temperature.COOL,
                    "GitHub loads the `AGENTS.md` that is nearest to the file",
                    (BELOW_ROOT,),
                    subtree=True,
                ),
            ),
            note="The nearest one wins; they are not joined.",
            source=_HOSTED,
        ),
        Store(
            title="Memory file of Claude Code",
            files=("CLAUDE.md",),
            own=False,
            loads=(Load(Temperature.HOT, "the cloud agent loads this file with every task"),),
            note="Read by the cloud agent, at the root alone.",
            source=_HOSTED,
        ),
    ),
    dialect="github",
    quirks=(
        Quirk(
            "Code review takes the files of the base branch, and only the start of each "
            "(4,000 characters).",
            _REVIEW,
        ),
        Quirk("`*.py` and `src/*.py` start at the root here, at any depth in VS Code.", _HOSTED),
    ),
    source=_HOSTED,
)
