"""Codex."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import (
    AT_ROOT,
    BELOW_ROOT,
    Limit,
    Load,
    Profile,
    Quirk,
    Source,
    Store,
    Temperature,
)

_DOCS = Source("https://developers.openai.com/codex/guides/agents-md", "2026-09-21", "D")
_ISSUE = Source("https://github.com/openai/codex/issues/36371", "2026-09-21", "T")

_LOADS = (
    Load(Temperature.HOT, "Codex loads the file of the root in every session", (AT_ROOT,)),
    Load(
        Temperature.COOL,
        "Codex loads the file of a folder where it is started in that folder or below",
        (BELOW_ROOT,),
        subtree=True,
    ),
)
_BUDGET = Limit(
    32 * 1024,
    "bytes",
    "Codex reads 32 KiB of all these files together, from the root down.",
    cuts=True,
    total=True,
    source=_ISSUE,
)

CODEX = Profile(
    id="codex",
    title="Codex",
    stores=(
        Store(
            title="Overrides",
            names=("AGENTS.override.md",),
            loads=_LOADS,
            note="In one folder it is read in the place of `AGENTS.md`.",
            source=_DOCS,
        ),
        Store(
            title="AGENTS.md",
            names=("AGENTS.override.md", "AGENTS.md"),
            own=False,
            first=True,
            loads=_LOADS,
            limits=(_BUDGET,),
            note="From the root of the project down to the folder in which Codex is started, one file a "
            "folder, joined in this order.",
            source=_DOCS,
        ),
    ),
    evidence=(".codex/",),
    quirks=(
        Quirk(
            "Once the limit (`project_doc_max_bytes`) is reached, the closest files are lost, and "
            "nothing says so.",
            _ISSUE,
        ),
        Quirk("`project_doc_fallback_filenames` in the user's settings gives further names."),
        Quirk("Empty files are skipped; what was read holds for the whole session."),
    ),
    source=_DOCS,
)
