"""Agent runtimes as data: where each keeps its rules and how it reads them.

A new runtime is one record in a module of its own, listed in `PROFILES`.
"""

from __future__ import annotations

import re

from ctxlayer.layer.runtimes.cursor import CURSOR
from ctxlayer.layer.runtimes.layer import LAYER
from ctxlayer.layer.runtimes.others import OTHERS
from ctxlayer.layer.runtimes.profile import Imports, KeyType, Profile, RuleKey

__all__ = [
    "LAYER",
    "PROFILES",
    "Imports",
    "KeyType",
    "Profile",
    "RuleKey",
    "passed_over_by",
    "profile_of",
    "readers_of",
    "store_of",
]

PROFILES: dict[str, Profile] = {profile.id: profile for profile in (LAYER, CURSOR, *OTHERS)}


_CANDIDATES = tuple(PROFILES.values())
_MAY_BE_STORE = re.compile(
    r"\.|(?:.*/)?(?:" + "|".join(re.escape(n) for p in _CANDIDATES for n in p.names) + r")\Z"
).match
"""Stores lie in hidden folders or have telling names; most files of a layer do neither."""


def profile_of(runtime: str) -> Profile:
    """The profile of a runtime by its id. Raises KeyError for an unknown one."""
    return PROFILES[runtime]


def store_of(path: str) -> str | None:
    """The id of the runtime whose rule store holds `path`, or None."""
    # Most files of a repository lie in no store: look at cheap facts before patterns.
    if not path.endswith((".md", ".mdc", ".cursorrules")):
        return None
    for profile in _CANDIDATES if _MAY_BE_STORE(path) else ():
        if profile.owns(path):
            return profile.id
    return None


def passed_over_by(path: str) -> str | None:
    """The id of the runtime that keeps rules where `path` lies and does not read it, or None."""
    if path.startswith("."):
        for profile in _CANDIDATES:
            if profile.unread and profile.passes_over(path):
                return profile.id
    return None


def readers_of(key: str) -> tuple[str, ...]:
    """The titles of the runtimes that are known to read `key` in their rules."""
    own = [profile.title for profile in PROFILES.values() if profile.key(key) is not None]
    return (*own, *(title for title in _ELSEWHERE.get(key, ())))


_ELSEWHERE = {
    "paths": ("Claude Code", "Cline"),
    "applyTo": ("GitHub Copilot",),
    "trigger": ("Windsurf",),
    "inclusion": ("Kiro",),
    "fileMatchPattern": ("Kiro",),
}
"""Keys of runtimes whose own rules are not judged yet."""
