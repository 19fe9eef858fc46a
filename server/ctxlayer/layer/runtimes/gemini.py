"""Gemini CLI."""

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

_DOCS = Source("https://geminicli.com/docs/cli/gemini-md", "2026-08-22", "D")

GEMINI = Profile(
    id="gemini",
    title="Gemini CLI",
    stores=(
        Store(
            title="Context files",
            names=("GEMINI.md",),
            loads=(
                Load(
                    Temperature.HOT,
                    "Gemini CLI sends the `GEMINI.md` of the root with every prompt",
                    (AT_ROOT,),
                ),
                Load(
                    Temperature.COOL,
                    "Gemini CLI loads the `GEMINI.md` of a folder when a tool touches a file there",
                    (BELOW_ROOT,),
                    subtree=True,
                ),
            ),
            note="All of them are joined, the closest last.",
        ),
    ),
    evidence=(".gemini/",),
    # How many imports in a row are followed is not established.
    imports=Imports(),
    quirks=(
        Quirk(
            "`context.fileName` in `settings.json` gives other names, such as `AGENTS.md`, which is "
            "not read without it."
        ),
        Quirk("Files that `.gitignore` or `.geminiignore` name are left out."),
    ),
    source=_DOCS,
)
