"""Sibling repositories as they lie on this machine: what the freshness gate goes by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Place = Literal["repo", "missing", "not-a-repo", "unsafe-ownership", "unknown"]
"""What lies at a path of the repo map; "unknown" where git does not answer, in time or at all."""


@dataclass(frozen=True, slots=True)
class RepoFacts:
    """What one look at a clone found. None is "not known", never "no".

    `path` is absolute, as the repo map has it. `branch` is the short name of the branch that is checked
    out, None for a detached HEAD; `head` the commit, "" before the first one. `default` is the branch
    that the remote calls its own. `remote` is the one that it is compared with, "" where there is none.
    `upstream` is what the branch follows at a remote, "" for nothing; `gone` says that there is no such
    branch any more, `local` that it follows another branch of the same clone instead. `ahead` and
    `behind` count commits against it; they are None in a shallow clone, too. `dirty` counts tracked
    files with changes that are not committed, `untracked` those that git neither knows nor ignores (a
    folder of such is one). `operation` names a merge, rebase and so on that somebody is in the middle
    of. `pinned` is a submodule, which its superproject keeps where it is: at the commit `pin`, "" where
    that is not known. A `bare` repository has no files to read. `fetched` is when the remote was last
    heard of; `fetch_error` why a fetch that was asked for failed, "" for none. `looked` is when all this
    was so. `failure` is what git said where it did not answer, or not all of it. Times have a zone.
    """

    path: str
    place: Place
    looked: datetime
    failure: str = ""
    branch: str | None = None
    head: str = ""
    default: str | None = None
    remote: str = ""
    upstream: str = ""
    gone: bool = False
    local: bool = False
    ahead: int | None = None
    behind: int | None = None
    dirty: int | None = None
    untracked: int | None = None
    operation: str = ""
    shallow: bool = False
    partial: bool = False
    pinned: bool = False
    pin: str = ""
    bare: bool = False
    fetched: datetime | None = None
    fetch_error: str = ""


Repos = Mapping[str, RepoFacts]
"""What is known of siblings, by their names in the repo map; one that is not named was not looked at."""

NO_REPOS: Repos = {}
