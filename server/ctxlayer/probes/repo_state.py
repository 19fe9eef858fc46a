"""How one clone of a sibling stands: what the freshness gate goes by. It looks, and changes nothing.

Three calls of git for a usual clone; a fourth for a folder inside of one, or a submodule.
"""

from __future__ import annotations

import os
import re
import stat
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from ctxlayer.layer.repos import Place, RepoFacts
from ctxlayer.probes.clock import now as clock_now
from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.git_folder import Configured, Followed, GitFolder, last_heard, read_configured
from ctxlayer.probes.repo_refs import (
    QUICK,
    Ref,
    lines_of,
    read_refs,
    remote_heads,
    remote_of,
)
from ctxlayer.probes.superproject import find_pin
from ctxlayer.probes.work_tree import WorkTree, checked_out, commit_of, read_work_tree, said

FETCH = 30.0
"""Seconds for a fetch."""

_TURNS: dict[str, threading.Lock] = {}
"""Of a repository, however many worktrees it has, one fetch runs at a time: git locks its refs."""

_MOST = 64_000_000
"""Bytes of one answer: a million changed files."""

_ABOUT = (
    "--is-bare-repository", "--is-inside-work-tree", "--is-shallow-repository",
    "--absolute-git-dir", "--git-common-dir", "--show-prefix",
)  # fmt: skip
_NO_BRANCH = "couldn't find remote ref"
_COUNTS = re.compile(r"(ahead|behind) (\d+)")


class _About(NamedTuple):
    """What kind of repository lies around a folder; `prefix` is the folder from its top."""

    bare: bool
    inside: bool
    shallow: bool
    folder: GitFolder
    prefix: str


def read_repo(
    path: str,
    *,
    fetch: bool = False,
    branch: str = "",
    now: Callable[[], datetime] = clock_now,
) -> RepoFacts:
    """What lies at an absolute `path`, and how it stands towards its remote. Never raises.

    With `fetch` the remote is asked first, about the branch that is followed and about `branch`, the one
    that settings expect ("" for that of the remote); that writes remote-tracking refs and nothing else.
    """
    facts = RepoFacts(path, "unknown", now())
    try:
        found = _place(path)
        if found is not None:
            return replace(facts, place=found[0], failure=found[1])
        return _read(facts, branch if fetch else None, now)
    except GitFailed as error:
        place = _refusal(error)
        return replace(facts, place=place, failure=said(error))
    except Exception as error:  # noqa: BLE001 - one odd clone must not hide the others
        return replace(facts, failure=f"{type(error).__name__}: {error}")


def _place(path: str) -> tuple[Place, str] | None:
    """What is wrong with a path before git is asked: nothing there, no folder, not ours to see."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return "missing", ""
    except OSError as error:
        return "unknown", error.strerror or str(error)
    return None if stat.S_ISDIR(found.st_mode) else ("not-a-repo", "not a folder")


def _refusal(error: GitFailed) -> Place:
    """What lies there, by what git says where it refuses."""
    if error.unsafe:
        return "unsafe-ownership"
    return "not-a-repo" if error.not_a_repository else "unknown"


def _read(facts: RepoFacts, fetch: str | None, now: Callable[[], datetime]) -> RepoFacts:
    """The facts about a folder that is there; `fetch` names the branch to ask for, None not to ask."""
    git = Git(facts.path)
    about = _about(git, facts.path)
    configured = read_configured(about.folder)
    # A file `.git` may lead to a bare repository. Its worktrees have folders of their own.
    bare = about.bare or (configured.bare and about.folder.own == about.folder.common)
    if not bare and not about.inside:
        return replace(facts, place="not-a-repo", failure="it lies within a git folder")
    if about.prefix and not _holds_files(git):
        return replace(
            facts, place="not-a-repo", failure="the repository around it holds nothing of it"
        )
    facts = replace(facts, place="repo", bare=bare, shallow=about.shallow)
    pin = find_pin(facts.path, about.prefix, about.folder.own) if not bare else None
    facts = replace(facts, pinned=pin is not None, pin=pin or "")
    if fetch is not None:
        facts = _fetched(git, facts, about.folder, configured, fetch, now)
    tree = checked_out(git) if bare else read_work_tree(git, facts.path, about.prefix)
    return _with_refs(git, _with_tree(facts, tree), about.folder, configured, tree.upstream)


def _about(git: Git, path: str) -> _About:
    lines = lines_of(git.run("rev-parse", *_ABOUT, timeout=QUICK, most=_MOST))
    if len(lines) != len(_ABOUT):
        raise GitFailed("odd", "a line end in the name of a folder")
    bare, inside, shallow = (line == "true" for line in lines[:3])
    # From where git is, behind all links.
    folder = GitFolder(lines[3], os.path.normpath(os.path.join(os.path.realpath(path), lines[4])))
    return _About(bare, inside, shallow, folder, lines[5])


def _holds_files(git: Git) -> bool:
    """Whether the commit at HEAD has this folder: it may lie in a repository by accident.

    Before the first commit nobody can say.
    """
    return bool(commit_of(git, "HEAD:./")) or not commit_of(git, "HEAD")


# The work tree.


def _with_tree(facts: RepoFacts, tree: WorkTree) -> RepoFacts:
    return replace(
        facts,
        branch=tree.branch,
        head=tree.head,
        dirty=tree.dirty,
        untracked=tree.untracked,
        failure=tree.failure or facts.failure,
    )


# Refs and remotes.


def _with_refs(
    git: Git, facts: RepoFacts, folder: GitFolder, configured: Configured, upstream: str
) -> RepoFacts:
    """What the branch follows, how far it is from there, and when the remote was last heard of.

    `upstream` is what `status` calls it, which also speaks of one that does not exist.
    """
    refs = read_refs(git, facts.branch, upstream)
    own = refs.get(f"refs/heads/{facts.branch}")
    names = sorted({*configured.urls, *remote_heads(refs)})
    remote = remote_of(own, upstream, names)
    facts = replace(
        facts,
        remote=remote,
        default=remote_heads(refs).get(remote),
        partial=configured.partial,
        operation=folder.operation(),
    )
    broken = own is not None and own.track == "gone" and _is_kept(git, own.upstream, folder)
    facts = _with_upstream(facts, own, upstream, broken=broken)
    followed = None
    tracked = refs.get(own.upstream) if own is not None and facts.upstream else None
    if own is not None and tracked is not None:
        urls = {**configured.urls}
        url = urls.pop(remote, "")
        followed = Followed(
            own.remote_branch, tracked.name, tracked.commit, url, tuple(urls.values())
        )
    if facts.fetched is None:
        heard = last_heard(
            folder, remote, followed, facts.looked,
            has_default=facts.default is not None, alone=len(names) < 2,
        )  # fmt: skip
        facts = replace(facts, fetched=heard)
    return facts


def _is_kept(git: Git, ref: str, folder: GitFolder) -> bool:
    """Whether git has something by the name of a ref, be it one that cannot be read.

    It also calls gone what it cannot compare, for want of an object say.
    """
    return os.path.isfile(os.path.join(folder.common, *ref.split("/"))) or bool(commit_of(git, ref))


def _with_upstream(facts: RepoFacts, own: Ref | None, upstream: str, *, broken: bool) -> RepoFacts:
    if own is None:  # before the first commit there is a name at most
        return replace(facts, upstream=upstream)
    if own.remote == ".":
        return replace(facts, local=True)
    if not own.upstream:
        return facts
    name = upstream or own.upstream.removeprefix("refs/").removeprefix("remotes/")
    if broken:
        why = facts.failure or f"{name} cannot be compared"
        return replace(facts, upstream=name, failure=why)
    if own.track == "gone":
        return replace(facts, upstream=name, gone=True)
    if facts.shallow:
        return replace(facts, upstream=name)
    counts = {which: int(count) for which, count in _COUNTS.findall(own.track)}
    return replace(
        facts, upstream=name, ahead=counts.get("ahead", 0), behind=counts.get("behind", 0)
    )


# The one thing that is written, and only when somebody asks for it.


def _fetched(
    git: Git,
    facts: RepoFacts,
    folder: GitFolder,
    configured: Configured,
    expected: str,
    now: Callable[[], datetime],
) -> RepoFacts:
    """The facts after a fetch that went well or not; a submodule at its pin has no need of one."""
    tree = checked_out(git)
    if facts.pinned and facts.pin == tree.head:
        return facts
    refs = read_refs(git, tree.branch, "")
    own = refs.get(f"refs/heads/{tree.branch}")
    heads = remote_heads(refs)
    remote = remote_of(own, "", sorted({*configured.urls, *heads}))
    followed, expected = _followed(own), expected or heads.get(remote, "")
    wanted = [each for each in dict.fromkeys((followed, expected)) if each]
    if not remote or not wanted:
        return facts
    if own is not None and followed and own.upstream != f"refs/remotes/{remote}/{followed}":
        said_so = f"{remote} keeps its branches in places of its own"
        return replace(facts, fetch_error="refused", failure=said_so)
    # A branch that is known to be gone there is no failure, nor is one that only settings expect.
    sure = [expected] if own is not None and own.track == "gone" else [followed]
    try:
        with _TURNS.setdefault(folder.common, threading.Lock()):
            _ask(git, remote, wanted, [each for each in sure if each])
    except GitFailed as error:
        why = "gone" if _NO_BRANCH in error.said else error.why
        return replace(facts, fetch_error=why, failure=said(error), looked=now())
    at = now()
    return replace(facts, fetched=at, looked=at)


def _followed(own: Ref | None) -> str:
    """The branch of the remote that the one here follows; "" for none."""
    if own is None or not own.upstream or own.remote == ".":
        return ""
    return own.remote_branch.removeprefix("refs/heads/")


def _ask(git: Git, remote: str, branches: list[str], sure: list[str]) -> None:
    """Fetch these branches, or those of them that should be there."""
    try:
        git.fetch(remote, _specs(remote, branches), timeout=FETCH)
    except GitFailed as error:
        if _NO_BRANCH not in error.said or not sure or sure == branches:
            raise
        git.fetch(remote, _specs(remote, sure), timeout=FETCH)


def _specs(remote: str, branches: list[str]) -> list[str]:
    return [f"+refs/heads/{each}:refs/remotes/{remote}/{each}" for each in branches]
