"""How one clone of a sibling stands: what the freshness gate goes by. It looks, and changes nothing.

Three calls of git for a usual clone; a fourth for a folder inside of one, or a submodule.
"""

from __future__ import annotations

import os
import re
import stat
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from ctxlayer.layer.repos import Place, RepoFacts
from ctxlayer.probes.clock import now as clock_now
from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.git_folder import Followed, GitFolder, last_heard, read_remotes
from ctxlayer.probes.repo_refs import (
    QUICK,
    Ref,
    lines_of,
    read_refs,
    remote_heads,
    remote_of,
    text_of,
)
from ctxlayer.probes.superproject import find_pin

THOROUGH = 15.0
"""Seconds for the look at a whole work tree."""

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
_STATUS = (
    "--porcelain=v2", "-z", "--branch", "--no-ahead-behind", "--ignore-submodules=dirty",
    "--untracked-files=normal", "--no-renames",
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


class _Tree(NamedTuple):
    """What the work tree says: the branch (None for a detached HEAD), and counts of files."""

    branch: str | None
    head: str
    upstream: str
    dirty: int | None
    untracked: int | None
    failure: str = ""


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
        return _read(facts, branch if fetch else None)
    except GitFailed as error:
        place = _refusal(error)
        return replace(facts, place=place, failure=_said(error))
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
    if "dubious ownership" in error.said:
        return "unsafe-ownership"
    return "not-a-repo" if "not a git repository" in error.said else "unknown"


def _said(error: GitFailed) -> str:
    """The reason in one line."""
    first = error.said.strip().partition("\n")[0].removeprefix("fatal: ")
    return f"{error.why}: {first}" if first and error.why != "failed" else first or error.why


def _read(facts: RepoFacts, fetch: str | None) -> RepoFacts:
    """The facts about a folder that is there; `fetch` names the branch to ask for, None not to ask."""
    git = Git(facts.path)
    about = _about(git, facts.path)
    if not about.bare and not about.inside:
        return replace(facts, place="not-a-repo", failure="it lies within a git folder")
    if about.prefix and not _holds_files(git):
        return replace(
            facts, place="not-a-repo", failure="the repository around it holds nothing of it"
        )
    facts = replace(facts, place="repo", bare=about.bare, shallow=about.shallow)
    pin = find_pin(facts.path, about.prefix, about.folder.own) if not about.bare else None
    facts = replace(facts, pinned=pin is not None, pin=pin or "")
    if fetch is not None:
        facts = _fetched(git, facts, about, fetch)
    tree = _no_tree(git) if about.bare else _tree(git)
    return _with_refs(git, _with_tree(facts, tree), about.folder, tree.upstream)


def _about(git: Git, path: str) -> _About:
    lines = lines_of(git.run("rev-parse", *_ABOUT, timeout=QUICK, most=_MOST))
    if len(lines) != len(_ABOUT):
        raise GitFailed("odd", "a line end in the name of a folder")
    bare, inside, shallow = (line == "true" for line in lines[:3])
    folder = GitFolder(lines[3], os.path.normpath(os.path.join(path, lines[4])))
    return _About(bare, inside, shallow, folder, lines[5])


def _holds_files(git: Git) -> bool:
    """Whether the commit at HEAD has this folder: it may lie in a repository by accident."""
    try:
        return bool(git.run("rev-parse", "--verify", "--quiet", "HEAD:./", timeout=QUICK))
    except GitFailed as error:
        if error.why != "failed":
            raise
        return False


# The work tree.


def _with_tree(facts: RepoFacts, tree: _Tree) -> RepoFacts:
    return replace(
        facts,
        branch=tree.branch,
        head=tree.head,
        dirty=tree.dirty,
        untracked=tree.untracked,
        failure=tree.failure or facts.failure,
    )


def _tree(git: Git) -> _Tree:
    """What `status` says; where it does not end in time, what can be had without it."""
    try:
        out = git.run("status", *_STATUS, timeout=THOROUGH, most=_MOST)
    except GitFailed as error:
        return _no_tree(git)._replace(failure=_said(error))
    return parse_status(out)


def parse_status(out: bytes) -> _Tree:
    """Read `status --porcelain=v2 -z --branch`. Names are never read: they may look like anything."""
    headers: dict[str, str] = {}
    dirty = untracked = 0
    records = iter(out.split(b"\0"))
    for record in records:
        kind = record[:1]
        if kind == b"#":
            key, _, value = text_of(record[2:]).partition(" ")
            headers[key] = value
        elif kind in (b"1", b"2", b"u"):
            dirty += 1
            if kind == b"2":
                next(records, None)  # the old name of a file that moved is a record of its own
        elif kind == b"?":
            untracked += 1
    head, branch = headers.get("branch.oid", ""), headers.get("branch.head", "")
    return _Tree(
        None if branch in ("(detached)", "") else branch,
        "" if head == "(initial)" else head,
        headers.get("branch.upstream", ""),
        dirty,
        untracked,
    )


def _no_tree(git: Git) -> _Tree:
    """The branch and the commit, without a look at files."""
    try:
        name = text_of(git.run("symbolic-ref", "--quiet", "HEAD", timeout=QUICK)).strip()
    except GitFailed as error:
        if error.why != "failed":
            raise
        name = ""
    try:
        commit = git.run("rev-parse", "--verify", "--quiet", "HEAD", timeout=QUICK)
    except GitFailed as error:
        if error.why != "failed":
            raise
        commit = b""
    branch = name.removeprefix("refs/heads/") or None
    return _Tree(branch, text_of(commit).strip(), "", None, None)


# Refs and remotes.


def _with_refs(git: Git, facts: RepoFacts, folder: GitFolder, upstream: str) -> RepoFacts:
    """What the branch follows, how far it is from there, and when the remote was last heard of.

    `upstream` is what `status` calls it, which also speaks of one that does not exist.
    """
    refs = read_refs(git, facts.branch, upstream)
    remotes = read_remotes(folder)
    own = refs.get(f"refs/heads/{facts.branch}")
    names = sorted({*remotes.urls, *remote_heads(refs)})
    remote = remote_of(own, upstream, names)
    facts = replace(
        facts,
        remote=remote,
        default=remote_heads(refs).get(remote),
        partial=remotes.partial,
        operation=folder.operation(),
    )
    facts = _with_upstream(facts, own, upstream)
    followed = None
    tracked = refs.get(own.upstream) if own is not None and facts.upstream else None
    if own is not None and tracked is not None:
        url = remotes.urls.get(remote, "") if len(names) > 1 else ""
        followed = Followed(own.remote_branch, tracked.name, tracked.commit, url)
    return replace(facts, fetched=last_heard(folder, remote, followed, facts.looked))


def _with_upstream(facts: RepoFacts, own: Ref | None, upstream: str) -> RepoFacts:
    if own is None:  # before the first commit there is a name at most
        return replace(facts, upstream=upstream)
    if own.remote == ".":
        return replace(facts, local=True)
    if not own.upstream:
        return facts
    name = upstream or own.upstream.removeprefix("refs/").removeprefix("remotes/")
    if own.track == "gone":
        return replace(facts, upstream=name, gone=True)
    if facts.shallow:
        return replace(facts, upstream=name)
    counts = {which: int(count) for which, count in _COUNTS.findall(own.track)}
    return replace(
        facts, upstream=name, ahead=counts.get("ahead", 0), behind=counts.get("behind", 0)
    )


# The one thing that is written, and only when somebody asks for it.


def _fetched(git: Git, facts: RepoFacts, about: _About, expected: str) -> RepoFacts:
    """The facts after a fetch that went well or not; a submodule at its pin has no need of one."""
    tree = _no_tree(git)
    if facts.pinned and facts.pin == tree.head:
        return facts
    refs = read_refs(git, tree.branch, "")
    own = refs.get(f"refs/heads/{tree.branch}")
    names = sorted({*read_remotes(about.folder).urls, *remote_heads(refs)})
    remote = remote_of(own, "", names)
    if not remote:
        return facts
    wanted = list(dict.fromkeys(_wanted(own, expected or remote_heads(refs).get(remote, ""))))
    try:
        with _TURNS.setdefault(about.folder.common, threading.Lock()):
            _ask(git, remote, wanted)
    except GitFailed as error:
        why = "gone" if _NO_BRANCH in error.said else error.why
        return replace(facts, fetch_error=why, failure=_said(error))
    return facts


def _ask(git: Git, remote: str, branches: list[str]) -> None:
    """Fetch these branches. One that only settings expect need not be there."""
    specs = [f"+refs/heads/{each}:refs/remotes/{remote}/{each}" for each in branches]
    try:
        git.fetch(remote, specs, timeout=FETCH)
    except GitFailed as error:
        if _NO_BRANCH not in error.said or len(specs) < 2:
            raise
        git.fetch(remote, specs[:1], timeout=FETCH)


def _wanted(own: Ref | None, expected: str) -> Iterator[str]:
    """The branches to ask for; none for all of them."""
    if own is not None and own.upstream and own.remote != ".":
        yield own.remote_branch.removeprefix("refs/heads/")
    if expected:
        yield expected
