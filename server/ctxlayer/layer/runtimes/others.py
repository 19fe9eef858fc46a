"""Rule stores of runtimes whose frontmatter is only checked for its syntax so far."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import Imports, Profile

OTHERS = (
    Profile(
        id="claude",
        title="Claude Code",
        folders=(".claude/rules/",),
        suffixes=(".md",),
        unread=(".mdc",),
        names=("CLAUDE.md", "CLAUDE.local.md"),
        dialect="claude",
        imports=Imports(hops=4, to_blank=True),
        adapter_configs=(".mcp.json",),
        strips_comments=True,
        source="https://code.claude.com/docs/en/memory",
        read_on="2026-08-22",
    ),
    Profile(
        id="copilot",
        title="GitHub Copilot",
        folders=(".github/instructions/",),
        suffixes=(".instructions.md",),
        files=(".github/copilot-instructions.md",),
        adapter_configs=(".vscode/mcp.json",),
        source="https://code.visualstudio.com/docs/copilot/customization/custom-instructions",
        read_on="2026-07-29",
    ),
    Profile(
        id="agents",
        title="AGENTS.md",
        names=("AGENTS.md",),
        # Claude Code reads it as its own memory file where a project has no CLAUDE.md.
        imports=Imports(),
        source="https://agents.md",
    ),
    Profile(
        id="windsurf",
        title="Windsurf",
        folders=(".windsurf/rules/", ".devin/rules/"),
        suffixes=(".md",),
    ),
    Profile(id="cline", title="Cline", folders=(".clinerules/",), suffixes=(".md",)),
    Profile(id="kiro", title="Kiro", folders=(".kiro/steering/",), suffixes=(".md",)),
    Profile(id="gemini", title="Gemini CLI", names=("GEMINI.md",), imports=Imports()),
    Profile(id="continue", title="Continue", folders=(".continue/rules/",), suffixes=(".md",)),
)
