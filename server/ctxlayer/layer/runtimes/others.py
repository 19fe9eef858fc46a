"""Rule stores of runtimes whose frontmatter is only checked for its syntax so far."""

from __future__ import annotations

from ctxlayer.layer.runtimes.profile import Imports, Profile, Store


def _unjudged(folder: str, *more: str) -> tuple[Store, ...]:
    return (Store(title="Rules", folders=(folder, *more), suffixes=(".md",)),)


OTHERS = (
    Profile(
        id="windsurf",
        title="Windsurf",
        stores=_unjudged(".windsurf/rules/", ".devin/rules/"),
    ),
    Profile(id="cline", title="Cline", stores=_unjudged(".clinerules/")),
    Profile(id="kiro", title="Kiro", stores=_unjudged(".kiro/steering/")),
    Profile(
        id="gemini",
        title="Gemini CLI",
        stores=(Store(title="Memory files", names=("GEMINI.md",)),),
        imports=Imports(),
    ),
    Profile(id="continue", title="Continue", stores=_unjudged(".continue/rules/")),
)
