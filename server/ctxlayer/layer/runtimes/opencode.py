"""OpenCode."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    AT_ROOT,
    BELOW_ROOT,
    Load,
    Profile,
    Quirk,
    Source,
    Store,
    Temperature,
)

_DOCS = Source("https://opencode.ai/docs/instructions", "2026-09-21", "D")
_V1 = Source("https://opencode.ai/v1/docs/rules", "2026-08-22", "D")

OPENCODE = Profile(
    id="opencode",
    title="OpenCode",
    stores=(
        Store(
            title="Instructions",
            names=("AGENTS.md", "CLAUDE.md"),
            own=False,
            first=True,
            loads=(
                Load(
                    Temperature.HOT,
                    "OpenCode loads the instructions of the root in every session",
                    (AT_ROOT,),
                ),
                Load(
                    Temperature.COOL,
                    "OpenCode loads the instructions of a folder when it reads a file there",
                    (BELOW_ROOT,),
                    subtree=True,
                ),
            ),
            note="In a folder without `AGENTS.md`, `CLAUDE.md` is read.",
            source=_DOCS,
        ),
    ),
    evidence=(".opencode/", "opencode.json", "opencode.jsonc"),
    quirks=(
        Quirk("`instructions` in `opencode.json` names further files by globs.", _V1),
        Quirk("Files that say opposite things are joined; nothing settles it."),
    ),
    source=_DOCS,
)
