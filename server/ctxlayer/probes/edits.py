"""What commits changed in the text of files since they were verified, from the versions of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from ctxlayer.layer.edits import Edits
from ctxlayer.layer.sources import Commit
from ctxlayer.probes.file_pasts import Change, Pasts
from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.ignore_list import IGNORE_LIST, hashes_in
from ctxlayer.probes.versions import Versions

_TIMEOUT = 10.0
_MOST_IGNORED = 1_000_000
"""Bytes of a list of revisions to ignore; a longer one is none."""
_ONE_DAY = timedelta(days=1)
"""Two days without a time zone that are so near may be the same one."""


def verifying(head: str, changes: Sequence[Change], versions: Versions) -> Change | None:
    """The newest change that gave `last-verified` the day that the version `head` has; None where
    that is none of these."""
    day = versions.of(head).day
    for change in changes if day is not None else ():
        if not versions.of(change.old).is_read or not versions.of(change.new).is_read:
            return None
        if _gives(change, day, versions):
            return change
    return None


def _gives(change: Change, day: date | None, versions: Versions) -> bool:
    return versions.of(change.new).day == day and versions.of(change.old).day != day


def later(changes: Sequence[Change], verified: Change, pasts: Pasts) -> list[Change]:
    """The changes that whoever verified the file has not seen, newest first."""
    number = verified.commit.number
    return [each for each in changes if not pasts.is_behind(each.commit.number, number)]


def edits_of(
    head: str, verified: Change, unseen: Sequence[Change], pasts: Pasts, versions: Versions
) -> Edits | None:
    """What became of the text since; None where one of the texts cannot be told.

    `unseen` are the `later` changes, which need not have been read if the text is the same.
    """
    now, then = versions.of(head), versions.of(verified.new)
    if now.day is None or now.body is None or then.body is None:
        return None
    commits: tuple[Commit, ...] = ()
    if now.body != then.body:
        standing = _standing(unseen, now.day, then.body, pasts, versions)
        commits = tuple(_commits(each for each in standing if not _is_own(each, verified, now.day)))
    return Edits(now.day, then.body, now.body, head, verified.commit.hash, verified.path, commits)


def _standing(
    unseen: Sequence[Change], day: date, verified: str, pasts: Pasts, versions: Versions
) -> list[Change]:
    """The changes of the text that were not taken back, and that nobody verified at the same time."""
    settled = [
        each.commit.number
        for each in unseen
        if versions.of(each.new).body == verified or _gives_about(each, day, versions)
    ]
    return [
        each
        for each in unseen
        if _changes_text(each, versions)
        and not any(pasts.is_behind(each.commit.number, number) for number in settled)
    ]


def _gives_about(change: Change, day: date, versions: Versions) -> bool:
    """Whether a change is a verification of its own, on about that day: two did it on two branches."""
    given = versions.of(change.new).day
    return given is not None and abs(given - day) <= _ONE_DAY and _gives(change, given, versions)


def _is_own(change: Change, verified: Change, day: date) -> bool:
    """Whether who verified a file made the change too, on that day or before: nobody needs to tell them."""
    one, other = change.commit, verified.commit
    if (one.author, one.hand) != (other.author, other.hand) or one.day is None:
        return False
    # Their clock may have been ahead of the one by which commits are told.
    last = min(other.day, day + _ONE_DAY) if other.day is not None else day
    return one.day <= max(day, last)


def _changes_text(change: Change, versions: Versions) -> bool:
    old, new = versions.of(change.old).body, versions.of(change.new).body
    return old is not None and new is not None and old != new


def _commits(changes: Iterable[Change]) -> Iterable[Commit]:
    for commit in dict.fromkeys(each.commit for each in changes):
        yield Commit(
            commit.hash, commit.day or date.min, commit.author, commit.subject, commit.files
        )


def without(ignored: frozenset[str], edits: Edits) -> Edits:
    """The edits without those whose hashes, or beginnings of such, are `ignored`."""
    sizes = {len(each) for each in ignored}
    kept = tuple(
        each for each in edits.commits if not any(each.hash[:size] in ignored for size in sizes)
    )
    return edits._replace(commits=kept)


def ignored_revisions(git: Git, head: str) -> frozenset[str]:
    """The hashes that the repository's own list names."""
    try:
        text = git.run(
            "cat-file", "blob", f"{head}:{IGNORE_LIST}", timeout=_TIMEOUT, most=_MOST_IGNORED
        )
    except GitFailed:
        return frozenset()
    return hashes_in(text)
