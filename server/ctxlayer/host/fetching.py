"""A fetch of siblings that somebody asked for; nothing else ever fetches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ctxlayer.layer.repos import RepoFacts
from ctxlayer.probes.repo_states import read_repos


class Fetch(NamedTuple):
    """What to fetch: `clones` by name, and the branches that settings expect of some of them."""

    clones: Mapping[str, str]
    branches: Mapping[str, str]

    def run(self, tell: Callable[[str], object]) -> dict[str, RepoFacts]:
        """Fetch them side by side and look how they stand then; `tell` hears of each that is done.

        It takes as long as the network does, so it runs on a thread where nobody waits. Never raises.
        """
        found: dict[str, RepoFacts] = {}
        for name, facts in read_repos(self.clones, fetch=True, branches=self.branches):
            found[name] = facts
            tell(name)
        return found
