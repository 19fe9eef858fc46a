"""Refs of one clone: a branch, what it follows, and which branch each remote calls its own."""

from __future__ import annotations

from typing import NamedTuple

from ctxlayer.probes.git import Git

_FIELDS = (
    "refname", "objectname", "symref", "upstream", "upstream:remotename", "upstream:remoteref",
    "upstream:track,nobracket",
)  # fmt: skip
QUICK = 5.0
"""Seconds for a question about refs."""

_MOST = 16_000_000
"""Bytes of one answer."""

_FORMAT = "--format=" + "\t".join(f"%({field})" for field in _FIELDS)


class Ref(NamedTuple):
    """A ref, and what it follows."""

    name: str
    commit: str
    target: str
    upstream: str
    remote: str
    remote_branch: str
    track: str


def read_refs(git: Git, branch: str | None, upstream: str) -> dict[str, Ref]:
    """The branch, what it follows, and which branch each remote calls its own."""
    patterns = ["refs/remotes/*/HEAD"]
    patterns += [f"refs/heads/{branch}"] if branch else []
    patterns += [f"refs/remotes/{upstream}"] if upstream else []
    found = {}
    for line in lines_of(git.run("for-each-ref", _FORMAT, *patterns, timeout=QUICK, most=_MOST)):
        fields = line.split("\t")
        if len(fields) == len(_FIELDS):
            found[fields[0]] = Ref(*fields)
    return found


def remote_heads(refs: dict[str, Ref]) -> dict[str, str]:
    """By remote, the branch that it calls its own; one that points nowhere is not told by git."""
    found = {}
    for ref in refs.values():
        remote = ref.name.removeprefix("refs/remotes/").removesuffix("/HEAD")
        start = f"refs/remotes/{remote}/"
        if ref.name == f"{start}HEAD" and ref.target.startswith(start):
            found[remote] = ref.target.removeprefix(start)
    return found


def remote_of(own: Ref | None, upstream: str, names: list[str]) -> str:
    """The remote that matters: that of the branch, else the usual one, else any; "" for none."""
    if own is not None and own.remote and own.remote != ".":
        return own.remote
    named = [each for each in names if upstream.startswith(f"{each}/")]
    if named:
        return max(named, key=len)
    if not names:
        return "origin" if upstream else ""
    return "origin" if "origin" in names else names[0]


def lines_of(out: bytes) -> list[str]:
    """The lines of an answer; a byte that is no text stays what it was."""
    return text_of(out).removesuffix("\n").split("\n") if out else []


def text_of(raw: bytes) -> str:
    """An answer as text that can be turned back into the same bytes."""
    return raw.decode("utf-8", "surrogateescape")
