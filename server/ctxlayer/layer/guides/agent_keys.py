"""Subagents: what each runtime reads in the files that describe them."""

from __future__ import annotations

from ctxlayer.layer.guides.schema import GuideKey, Holds, Schema
from ctxlayer.layer.guides.skill_keys import BY_PEOPLE, EFFORTS, HINT, NO_MODEL

_MODES = ("default", "acceptEdits", "auto", "dontAsk", "bypassPermissions", "plan", "manual")
_WHEN = "When to delegate to this subagent. Agents see it on every message and choose by it."

_CLAUDE = (
    GuideKey(
        "name",
        Holds.TEXT,
        "What the subagent is called: lower-case letters and hyphens, no colon.",
        required=True,
    ),
    GuideKey("description", Holds.TEXT, _WHEN, required=True),
    GuideKey(
        "tools",
        Holds.TEXTS,
        "The tools that it may use.",
        default="all tools",
        lost="the subagent has every tool",
        meant_by=("allowed-tools", "allowed_tools", "allowedTools"),
    ),
    GuideKey(
        "disallowedTools",
        Holds.TEXTS,
        "Tools that it may not use.",
        lost="the subagent keeps these tools",
        meant_by=("disallowed-tools", "disallowed_tools"),
    ),
    GuideKey(
        "model",
        Holds.TEXT,
        "The model that it runs on.",
        default="inherit",
        values=("inherit", "sonnet", "opus", "haiku", "fable"),
    ),
    GuideKey(
        "permissionMode",
        Holds.CHOICE,
        "What it may do without asking.",
        default="default",
        values=_MODES,
        closed=True,
        lost="it asks as the session does",
    ),
    GuideKey("maxTurns", Holds.NUMBER, "The most turns before it stops."),
    GuideKey("skills", Holds.TEXTS, "Skills whose whole text it starts with."),
    GuideKey("mcpServers", Holds.ANY, "MCP servers for this subagent."),
    GuideKey("hooks", Holds.ANY, "Hooks that hold while it runs."),
    GuideKey(
        "memory",
        Holds.CHOICE,
        "Where it keeps what it learns.",
        values=("user", "project", "local"),
        closed=True,
    ),
    GuideKey("background", Holds.FLAG, "`true` keeps it in the background.", default="false"),
    GuideKey("effort", Holds.CHOICE, "How much to think.", values=EFFORTS),
    GuideKey(
        "isolation",
        Holds.CHOICE,
        "`worktree` gives it a copy of the repository of its own.",
        values=("worktree",),
    ),
    GuideKey(
        "color",
        Holds.TEXT,
        "Its colour in the list of tasks.",
        values=("red", "blue", "green", "yellow", "purple", "orange", "pink", "cyan"),
    ),
    GuideKey("initialPrompt", Holds.TEXT, "The first message, where it runs as the main agent."),
)

_CURSOR = (
    GuideKey("name", Holds.TEXT, "What the subagent is called.", default="the file"),
    GuideKey("description", Holds.TEXT, _WHEN),
    GuideKey(
        "model",
        Holds.TEXT,
        "The model that it runs on.",
        default="inherit",
        values=("inherit", "fast"),
    ),
    GuideKey(
        "readonly",
        Holds.FLAG,
        "`true` keeps it from writing.",
        default="false",
        lost="the subagent may write",
    ),
    GuideKey(
        "is_background",
        Holds.FLAG,
        "`true` does not wait for it.",
        default="false",
    ),
)

_COPILOT = (
    GuideKey(
        "description",
        Holds.TEXT,
        "What the agent does. It is shown where people and other agents choose one.",
        required=True,
        unless=("target", "vscode"),
    ),
    GuideKey("name", Holds.TEXT, "What the agent is called.", default="the file"),
    HINT,
    GuideKey(
        "tools",
        Holds.TEXTS,
        "The tools that it may use; names that a product does not have are passed over.",
        default="all tools",
        lost="the agent has every tool",
        meant_by=("allowed-tools", "allowed_tools", "allowedTools"),
    ),
    GuideKey("agents", Holds.TEXTS, "The subagents that it may call."),
    GuideKey("model", Holds.TEXTS, "The model, or several of which the first available one runs."),
    BY_PEOPLE,
    NO_MODEL,
    GuideKey("infer", Holds.FLAG, "The older form of the two keys before."),
    GuideKey(
        "target",
        Holds.CHOICE,
        "The one product that offers the agent.",
        default="both",
        values=("vscode", "github-copilot"),
        closed=True,
    ),
    GuideKey("mcp-servers", Holds.ANY, "MCP servers for this agent, on GitHub."),
    GuideKey("handoffs", Holds.ANY, "Next steps that VS Code offers when the agent is done."),
    GuideKey("hooks", Holds.ANY, "Hooks that hold while it runs, in VS Code."),
    GuideKey("metadata", Holds.TABLE, "Keys and values of your own tools."),
)

AGENT_SCHEMAS: tuple[Schema, ...] = (
    Schema(
        "claude",
        "Claude Code",
        _CLAUDE,
        "https://code.claude.com/docs/en/sub-agents",
        "2026-08-22",
        loads_by=("name", "description"),
    ),
    Schema("cursor", "Cursor", _CURSOR, "https://cursor.com/docs/subagents", "2026-08-16", "T"),
    Schema(
        "copilot",
        "GitHub Copilot",
        _COPILOT,
        "https://code.visualstudio.com/docs/agents/reference/custom-agent-file-reference",
        "2026-07-29",
    ),
)
