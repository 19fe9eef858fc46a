"""`AGENTS.md` by itself, for the runtimes that leave no other trace."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    AT_ROOT,
    BELOW_ROOT,
    Imports,
    Load,
    Profile,
    Quirk,
    Source,
    Store,
    Temperature,
)

_STANDARD = Source("https://agents.md", "2026-09-21", "D")

AGENTS = Profile(
    id="agents",
    title="AGENTS.md",
    stores=(
        Store(
            title="AGENTS.md",
            names=("AGENTS.md",),
            loads=(
                Load(
                    Temperature.HOT,
                    "agents that read `AGENTS.md` load the one of the root always",
                    (AT_ROOT,),
                ),
                Load(
                    Temperature.COOL,
                    "the `AGENTS.md` of a folder is for the files below it",
                    (BELOW_ROOT,),
                    subtree=True,
                ),
            ),
            note="Plain Markdown without frontmatter and without a limit. The file that is nearest to "
            "the edited one wins.",
        ),
    ),
    fallback=True,
    # Claude Code reads it as its own memory file where a project has no CLAUDE.md.
    imports=Imports(),
    quirks=(
        Quirk(
            "Runtimes differ: Cursor and Codex join all of them, the closest last; GitHub takes the "
            "nearest; Zed takes one file of the root.",
            Source("https://agents.md", "2026-09-21", "T"),
        ),
    ),
    note="The reading of this file where nothing shows which runtime reads it.",
    source=_STANDARD,
)
