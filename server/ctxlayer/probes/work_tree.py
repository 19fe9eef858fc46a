"""What is checked out in a clone, and how many of its files are not as they were committed."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.repo_refs import QUICK, text_of

_SECONDS = 15.0
"""For the look at a whole work tree."""

_MOST = 64_000_000
"""Bytes of one answer: a million changed files."""

_MOST_DOUBTS = 100_000
"""Changed files whose attributes are asked for; git tells of so many in half a second."""

_UNREADABLE = "(unknown)"
"""What git calls a branch at which it finds no commit though there is something."""
_ODD_HEAD = "HEAD leads to a branch that cannot be read"

_STATUS = (
    "--porcelain=v2", "-z", "--branch", "--no-ahead-behind", "--ignore-submodules=dirty",
    "--untracked-files=normal", "--no-renames",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WorkTree:
    """What `status` says. `branch` is None for a detached HEAD, `head` "" before the first commit.

    `dirty` and `untracked` are None where nobody can say, `failure` tells why. `edited` are names, from the
    top, of those dirty files of which only the contents in the work tree differ.
    """

    branch: str | None
    head: str
    upstream: str = ""
    dirty: int | None = None
    untracked: int | None = None
    failure: str = ""
    edited: tuple[bytes, ...] = ()


def read_work_tree(git: Git, path: str, prefix: str) -> WorkTree:
    """What is checked out in the clone around `path`, which is its top's folder `prefix`.

    Where the look at the files fails, or does not end in time, what can be had without it. Raises `GitFailed`
    where HEAD leads to a branch that cannot be read: git takes that for the time before the first commit.
    """
    try:
        found = parse_status(git.run("status", *_STATUS, timeout=_SECONDS, most=_MOST))
        if not found.head and found.branch == _UNREADABLE:
            raise GitFailed("odd", _ODD_HEAD)
        top = os.path.join(path, *([".."] * prefix.count("/")))
        return _without_doubtful(Git(top), found)
    except GitFailed as error:
        if error.said == _ODD_HEAD:
            raise
        return replace(checked_out(git), failure=said(error))


def checked_out(git: Git) -> WorkTree:
    """The branch and the commit, without a look at files."""
    try:
        name = text_of(git.run("symbolic-ref", "--quiet", "HEAD", timeout=QUICK)).strip()
    except GitFailed as error:
        if error.why != "failed":
            raise
        name = ""
    return WorkTree(name.removeprefix("refs/heads/") or None, commit_of(git, "HEAD"))


def commit_of(git: Git, name: str) -> str:
    """What git calls the object of this name; "" where there is none."""
    try:
        return text_of(git.run("rev-parse", "--verify", "--quiet", name, timeout=QUICK)).strip()
    except GitFailed as error:
        if error.why != "failed":
            raise
        return ""


def said(error: GitFailed) -> str:
    """Why there is no answer, in one line."""
    first = error.said.strip().partition("\n")[0].removeprefix("fatal: ")
    return f"{error.why}: {first}" if first and error.why != "failed" else first or error.why


def parse_status(out: bytes) -> WorkTree:
    """Read `status --porcelain=v2 -z --branch`. A name ends with its record, whatever it looks like."""
    headers: dict[str, str] = {}
    edited: list[bytes] = []
    dirty = untracked = 0
    records = iter(out.split(b"\0"))
    for record in records:
        kind = record[:1]
        if kind == b"#":
            key, _, value = text_of(record[2:]).partition(" ")
            headers[key] = value
        elif kind in (b"1", b"2", b"u"):
            dirty += 1
            edited += _edited(record)
            if kind == b"2":
                next(records, None)  # the old name of a file that moved is a record of its own
        elif kind == b"?":
            untracked += 1
    head, branch = headers.get("branch.oid", ""), headers.get("branch.head", "")
    return WorkTree(
        None if branch in ("(detached)", "") else branch,
        "" if head == "(initial)" else head,
        headers.get("branch.upstream", ""),
        dirty,
        untracked,
        edited=tuple(edited),
    )


def _edited(record: bytes) -> list[bytes]:
    """The name in a record `1 .M N... mode mode mode hash hash name`, if the contents alone differ."""
    fields = record.split(b" ", 8)
    if len(fields) < 9 or fields[:3] != [b"1", b".M", b"N..."] or fields[4] != fields[5]:
        return []
    return [fields[8]]


def _without_doubtful(git: Git, found: WorkTree) -> WorkTree:
    """Without the files that only a filter could compare, as those of LFS: filters are not run.

    Git compares such a file when its time is another than the index has. Where nothing else is dirty,
    nobody knows.
    """
    if not found.dirty or not found.edited or len(found.edited) > _MOST_DOUBTS:
        return found
    asked = b"".join(name + b"\0" for name in found.edited)
    out = git.run("check-attr", "-z", "--stdin", "filter", timeout=QUICK, asked=asked, most=_MOST)
    values = out.split(b"\0")[2::3]
    doubtful = sum(value not in (b"unspecified", b"unset") for value in values)
    if not doubtful:
        return found
    sure = found.dirty - doubtful
    why = f"{doubtful:,} files can only be compared by a filter, which is not run"
    return replace(found, dirty=sure or None, failure="" if sure else why)
