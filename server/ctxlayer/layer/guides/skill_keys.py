"""Skills: the keys of the Agent Skills format, and what each runtime reads beside them."""

from __future__ import annotations

from dataclasses import replace

from ctxlayer.layer.guides.schema import GuideKey, Holds, Schema

NAME = GuideKey(
    "name",
    Holds.TEXT,
    "What the skill is called: the name of its folder, in lower-case letters, digits and hyphens.",
    required=True,
    most=64,
)
DESCRIPTION = GuideKey(
    "description",
    Holds.TEXT,
    "What the skill does and when to use it. Agents see it on every message and choose by it.",
    required=True,
    most=1024,
)
LICENSE = GuideKey("license", Holds.TEXT, "The licence of the skill, or the file that holds it.")
COMPATIBILITY = GuideKey(
    "compatibility",
    Holds.TEXT,
    "What the skill needs: products, packages, the network.",
    most=500,
)
METADATA = GuideKey("metadata", Holds.TABLE, "Keys and values of your own tools.")
ALLOWED_TOOLS = GuideKey(
    "allowed-tools",
    Holds.TEXTS,
    "Tools that the agent may use without asking while it follows the skill.",
)

PORTABLE_KEYS = (NAME, DESCRIPTION, LICENSE, COMPATIBILITY, METADATA, ALLOWED_TOOLS)
"""The keys of the Agent Skills format: every runtime accepts them, not each makes use of them."""

NO_MODEL = GuideKey(
    "disable-model-invocation",
    Holds.FLAG,
    "`true` keeps the skill from the agent: only people call it, and its description is not listed.",
    default="false",
    lost="the agent may call it by itself",
)
BY_PEOPLE = GuideKey(
    "user-invocable",
    Holds.FLAG,
    "`false` keeps the skill out of the menu of commands: only the agent calls it.",
    default="true",
)
HINT = GuideKey(
    "argument-hint", Holds.TEXT, "What to type behind the command, shown while it is completed."
)
PATHS = GuideKey(
    "paths",
    Holds.GLOBS,
    "The skill is offered only while files that match are worked on.",
    lost="the skill is offered everywhere",
)
CONTEXT = GuideKey(
    "context",
    Holds.CHOICE,
    "`fork` runs the skill in a subagent of its own.",
    values=("fork",),
)
EFFORTS = ("low", "medium", "high", "xhigh", "max")

CLAUDE_ONLY_KEYS = (
    GuideKey(
        "when_to_use",
        Holds.TEXT,
        "More on when to use it, such as words that ask for it; shown behind the description.",
    ),
    HINT,
    GuideKey(
        "arguments",
        Holds.TEXTS,
        "Names of the arguments, in order: `$name` in the text stands for one.",
    ),
    NO_MODEL,
    BY_PEOPLE,
    GuideKey(
        "disallowed-tools",
        Holds.TEXTS,
        "Tools that are taken away while the skill is followed.",
        lost="these tools stay available",
    ),
    GuideKey(
        "model",
        Holds.TEXT,
        "The model for the rest of the turn.",
        default="inherit",
        values=("inherit", "sonnet", "opus", "haiku"),
    ),
    GuideKey("effort", Holds.CHOICE, "How much to think.", values=EFFORTS),
    CONTEXT,
    GuideKey("agent", Holds.TEXT, "The kind of subagent for `context: fork`."),
    GuideKey(
        "background",
        Holds.FLAG,
        "`false` waits for the forked subagent.",
        default="true",
    ),
    GuideKey("hooks", Holds.ANY, "Hooks that hold from the first use on."),
    PATHS,
    GuideKey(
        "shell",
        Holds.CHOICE,
        "The shell for commands in the text.",
        default="bash",
        values=("bash", "powershell"),
    ),
)
"""What Claude Code reads beside the portable keys."""

_NOT_NEEDED = (
    replace(
        NAME,
        required=False,
        most=0,
        default="the folder",
        doc="The label in listings; the command is called as the folder.",
    ),
    replace(
        DESCRIPTION,
        required=False,
        most=0,
        default="the first paragraph",
    ),
)

SKILL_SCHEMAS: tuple[Schema, ...] = (
    Schema(
        "portable",
        "the Agent Skills format",
        PORTABLE_KEYS,
        "https://agentskills.io/specification",
        "2026-08-09",
    ),
    Schema(
        "layer",
        "the layer",
        (
            replace(NAME, required=False, default="the folder"),
            replace(DESCRIPTION, required=False),
            *PORTABLE_KEYS[2:],
        ),
        "https://agentskills.io/specification",
        "2026-08-09",
    ),
    Schema(
        "claude",
        "Claude Code",
        (*_NOT_NEEDED, *PORTABLE_KEYS[2:], *CLAUDE_ONLY_KEYS),
        "https://code.claude.com/docs/en/skills",
        "2026-08-22",
        any_name=True,
        lists_text=True,
    ),
    Schema(
        "cursor",
        "Cursor",
        (
            *PORTABLE_KEYS,
            PATHS,
            GuideKey("globs", Holds.GLOBS, "The older name of `paths`."),
            NO_MODEL,
            GuideKey("icon", Holds.TEXT, "The icon in the menu."),
            GuideKey(
                "color",
                Holds.TEXT,
                "The colour in the menu.",
                values=(
                    "default", "green", "cyan", "blue", "purple", "magenta", "orange", "yellow",
                    "red", "brand",
                ),
            ),
        ),
        "https://cursor.com/docs/skills",
        "2026-06-30",
    ),
    Schema(
        "copilot",
        "GitHub Copilot",
        (*PORTABLE_KEYS, HINT, BY_PEOPLE, NO_MODEL, CONTEXT),
        "https://code.visualstudio.com/docs/agent-customization/agent-skills",
        "2026-07-29",
        folder_name="VS Code",
    ),
    Schema(
        "codex",
        "Codex",
        PORTABLE_KEYS,
        "https://developers.openai.com/codex/skills",
        "2026-09-21",
        skips_long=True,
    ),
    Schema(
        "gemini",
        "Gemini CLI",
        PORTABLE_KEYS,
        "https://geminicli.com/docs/cli/skills",
        "2026-08-22",
        "T",
    ),
    Schema(
        "opencode",
        "OpenCode",
        PORTABLE_KEYS,
        "https://opencode.ai/docs/skills",
        "2026-08-22",
    ),
    Schema(
        "zed",
        "Zed",
        PORTABLE_KEYS,
        "https://zed.dev/docs/ai/skills",
        "2026-08-22",
        "T",
    ),
)  # fmt: skip
