"""Commands and prompts: what each runtime reads in the files that people call by name."""

from __future__ import annotations

from dataclasses import replace

from ctxlayer.layer.guides.schema import GuideKey, Holds, Schema
from ctxlayer.layer.guides.skill_keys import (
    ALLOWED_TOOLS,
    CLAUDE_ONLY_KEYS,
    DESCRIPTION,
    HINT,
    PORTABLE_KEYS,
)

_SAYS = replace(
    DESCRIPTION,
    required=False,
    most=0,
    doc="What the command does, shown in its menu.",
    default="the first paragraph",
)
_TOOLS = replace(ALLOWED_TOOLS, meant_by=("allowed_tools", "allowedTools"))

COMMAND_SCHEMAS: tuple[Schema, ...] = (
    Schema(
        "claude",
        "Claude Code",
        (
            _SAYS,
            _TOOLS,
            *(key for key in CLAUDE_ONLY_KEYS if key.name != "paths"),
            *PORTABLE_KEYS[2:5],
        ),
        "https://code.claude.com/docs/en/skills",
        "2026-08-22",
        lists_commands=True,
    ),
    Schema(
        "copilot",
        "GitHub Copilot",
        (
            _SAYS,
            GuideKey("name", Holds.TEXT, "What the prompt is called.", default="the file"),
            HINT,
            GuideKey(
                "agent",
                Holds.TEXT,
                "The agent that runs it.",
                values=("ask", "agent", "plan"),
            ),
            GuideKey("mode", Holds.TEXT, "The older name of `agent`."),
            GuideKey("model", Holds.TEXTS, "The model that runs it."),
            GuideKey("tools", Holds.TEXTS, "The tools that it may use.", lost="it has every tool"),
        ),
        "https://code.visualstudio.com/docs/copilot/customization/prompt-files",
        "2026-07-29",
    ),
)
