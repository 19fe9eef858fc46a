"""Agent runtimes as data: where each keeps its rules and how it reads them.

A new runtime is one record in a module of its own, listed in `PROFILES`.
"""

from __future__ import annotations

import re

from ctxlayer.layer.runtimes.agents import AGENTS
from ctxlayer.layer.runtimes.claude import CLAUDE
from ctxlayer.layer.runtimes.copilot import COPILOT, COPILOT_ON_GITHUB
from ctxlayer.layer.runtimes.cursor import CURSOR
from ctxlayer.layer.runtimes.layer import LAYER
from ctxlayer.layer.runtimes.others import OTHERS
from ctxlayer.layer.runtimes.profile import (
    Imports,
    KeyType,
    Load,
    Profile,
    RuleKey,
    Source,
    Store,
    Temperature,
)

__all__ = [
    "LAYER",
    "PROFILES",
    "Imports",
    "KeyType",
    "Load",
    "Profile",
    "RuleKey",
    "Source",
    "Store",
    "Temperature",
    "own_store_of",
    "passed_over_by",
    "profile_of",
    "readers_of",
    "store_of",
]

PROFILES: dict[str, Profile] = {
    profile.id: profile
    for profile in (LAYER, CURSOR, CLAUDE, COPILOT, COPILOT_ON_GITHUB, *OTHERS, AGENTS)
}
"""Every runtime by its id. A file that several keep as their own belongs to the first of them."""

_CANDIDATES = tuple(PROFILES.values())
_NAMES = sorted(
    {
        *(name for profile in _CANDIDATES for name in profile.names),
        *(
            place
            for profile in _CANDIDATES
            for place in profile.places
            if not place.startswith(".") and not place.endswith("/")
        ),
    }
)
_MAY_BE_STORE = re.compile(
    r"\.|(?:.*/)?(?:" + "|".join(re.escape(name) for name in _NAMES) + r")\Z"
).match
"""Stores lie in hidden folders or have telling names; most files of a layer do neither."""

_ENDS = tuple(
    {
        end
        for profile in _CANDIDATES
        for store in profile.stores
        if store.own
        for end in (*store.suffixes, *store.files, *store.names)
    }
)


def profile_of(runtime: str) -> Profile:
    """The profile of a runtime by its id. Raises KeyError for an unknown one."""
    return PROFILES[runtime]


def store_of(path: str) -> str | None:
    """The id of the runtime whose rule store holds `path`, or None."""
    # Most files of a repository lie in no store: look at cheap facts before patterns.
    if not path.endswith(_ENDS):
        return None
    for profile in _CANDIDATES if _MAY_BE_STORE(path) else ():
        if profile.own_store_of(path) is not None:
            return profile.id
    return None


def own_store_of(path: str, runtime: str) -> Store | None:
    """How `runtime` reads the rule at `path`, which is its own by its place or by the settings.

    A rule outside of every store, which only settings make one, is read as in its first.
    """
    profile = PROFILES.get(runtime)
    if profile is None:
        return None
    return profile.own_store_of(path) or (profile.stores[0] if profile.stores else None)


def passed_over_by(path: str) -> str | None:
    """The id of the runtime that keeps rules where `path` lies and does not read it, or None."""
    if path.startswith("."):
        for profile in _CANDIDATES:
            if profile.passes_over(path):
                return profile.id
    return None


def readers_of(key: str) -> tuple[str, ...]:
    """The titles of the runtimes that are known to read `key` in their rules."""
    own = [
        profile.title
        for profile in PROFILES.values()
        if any(store.own and store.key(key) is not None for store in profile.stores)
    ]
    return tuple(own)
