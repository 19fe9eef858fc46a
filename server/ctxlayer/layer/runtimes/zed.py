"""Zed."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    Load,
    Profile,
    Quirk,
    Source,
    Store,
    Temperature,
)

_DOCS = Source("https://zed.dev/docs/ai/rules", "2026-08-22", "D")

ZED = Profile(
    id="zed",
    title="Zed",
    stores=(
        Store(
            title="Project file",
            files=(
                ".rules",
                ".cursorrules",
                ".windsurfrules",
                ".clinerules",
                ".github/copilot-instructions.md",
                "AGENT.md",
                "AGENTS.md",
                "CLAUDE.md",
                "GEMINI.md",
            ),
            own=False,
            first=True,
            loads=(
                Load(Temperature.HOT, "Zed sends the first file of its list with every message"),
            ),
            note="Only the first of these files that exists is read, whole; a folder of the name is none.",
            source=_DOCS,
        ),
    ),
    evidence=(".zed/",),
    quirks=(
        Quirk("A forgotten `.cursorrules` hides `AGENTS.md` and `CLAUDE.md`."),
        Quirk("Frontmatter is sent as text; nothing is loaded by a path."),
        Quirk("Since version 1.4 rules of the user are skills in `~/.agents/skills`."),
    ),
    source=_DOCS,
)
