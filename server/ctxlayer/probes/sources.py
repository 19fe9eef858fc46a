"""What commits did to the files of a repository: one pass over git's log, then only what is new.

Nothing but objects is read. The log comes in portions, which are worked through as they come: no step
holds up other threads, and what is too much or takes too long is known as far back as it was read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol

from ctxlayer.layer.sources import Commit, Rename, RepoHistory
from ctxlayer.probes.background import side_by_side
from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.ignore_list import IGNORE_LIST, hashes_in
from ctxlayer.probes.landing import Landing, landing
from ctxlayer.probes.log_reading import LOG_FORMAT, Log, read_log, tokens_of
from ctxlayer.probes.mailmap import Mailmap

_FIRST_TIMEOUT = 2.0
_TIMEOUT = 20.0
"""Seconds of one look."""
_MOST_COMMITS = 50_000
"""Commits of one pass; what lies before them is not known."""
_MOST_FILES = 1_000_000
"""Files at HEAD; of a repository with more nothing is known."""
_MOST_TEXT = 1_000_000
"""Bytes of a list of names or of revisions to ignore; a longer one is none."""
_SELDOM = 50
"""Commits that may be missing in what is kept: they are read quicker than a history is written."""
_AT_ONCE = 4
"""Repositories that are read side by side."""
_CUT = ("timeout", "too-much")
"""Failures before which git told something that holds."""

_MAILMAP = ".mailmap"
_ALL_RENAMES = "-M"
_PURE_RENAMES = "-M100%"
"""Does without the contents of files, which a partial clone may not have."""


class Kept(Protocol):
    """Somewhere to keep histories for the next run, by the folder in which git keeps a repository."""

    def load(self, about: str) -> RepoHistory | None:
        """What was kept of a repository; None for nothing."""

    def save(self, about: str, history: RepoHistory) -> None:
        """Keep a history."""


class _Place(NamedTuple):
    """A folder that was asked about, the commit its repository is at, where in that it lies, and git's own
    folder."""

    root: str
    head: str
    below: str
    folder: str


def read_history(
    root: str, before: RepoHistory | None = None, kept: Kept | None = None
) -> RepoHistory | None:
    """The past of the repository around the folder `root`.

    `before` is what an earlier look told, without one `kept` is asked: where HEAD's line goes on from there,
    only what came since is read. Returns `before` itself where nothing did. None where there is no repository
    or no commit yet, where the past is not there (a shallow clone), and where git fails or is too slow for
    anything. It may be called on any thread, and holds up no other.
    """
    place = _placed(root)
    return _read(place, before, kept) if place is not None else None


def read_histories(
    asked: Mapping[str, tuple[str, RepoHistory | None]], kept: Kept | None = None
) -> Mapping[str, RepoHistory | None]:
    """The same of many, by name, for folders and what an earlier look told; side by side.

    Of names that lie in one repository, it is read once. What has no past to read is not named.
    """
    placed = side_by_side([partial(_placed, root) for root, _ in asked.values()], _AT_ONCE)
    places = {name: place for name, place in zip(asked, placed, strict=True) if place is not None}
    first = {place.folder: name for name, place in places.items()}
    works = [partial(_read, places[name], asked[name][1], kept) for name in first.values()]
    histories = dict(zip(first, side_by_side(works, _AT_ONCE), strict=True))
    return {
        name: _as_seen_from(histories[place.folder], place, asked[name][1])
        for name, place in places.items()
    }


def _as_seen_from(
    history: RepoHistory | None, place: _Place, before: RepoHistory | None
) -> RepoHistory | None:
    """The same history for another folder of the repository, `before` itself where that is it."""
    if history is None or history.below == place.below:
        return history
    if before is not None and (before.head, before.below) == (history.head, place.below):
        return before
    return replace(history, below=place.below)


def _read(place: _Place, before: RepoHistory | None, kept: Kept | None) -> RepoHistory | None:
    if before is None and kept is not None:
        before = kept.load(place.folder)
    if before is not None and before.head == place.head:
        return before if before.below == place.below else replace(before, below=place.below)
    git = Git(place.root)
    try:
        history = _continued(git, place, before)
        is_news = history is None or before is None or _steps(history) > _steps(before)
        history = history or _afresh(git, place)
    except (GitFailed, ValueError, OSError):
        return None
    if history is not None and kept is not None and is_news:
        kept.save(place.folder, history)
    return history


def _steps(history: RepoHistory) -> int:
    """What has to grow before a history is kept again."""
    return len(history.commits) // _SELDOM


def _placed(root: str) -> _Place | None:
    """None where there is no past to read."""
    try:
        out = Git(root).run(
            "rev-parse",
            "--is-shallow-repository",
            "HEAD^{commit}",
            "--absolute-git-dir",
            "--show-prefix",
            timeout=_FIRST_TIMEOUT,
        )
    except GitFailed:
        return None
    shallow, head, folder, *rest = out.decode("utf-8", "surrogateescape").split("\n")
    if shallow != "false" or len(rest) != 2:
        return None
    return _Place(root, head, rest[0], os.path.realpath(folder))


def _afresh(git: Git, place: _Place) -> RepoHistory | None:
    log = _log(git, place.head, _names(git, place.head))
    landed = landing(log, place.head)
    return _history(git, place, log, landed, None) if landed.commits else None


def _continued(git: Git, place: _Place, before: RepoHistory | None) -> RepoHistory | None:
    """What was known and what came since; None where that is not all there is to it."""
    if before is None or len(before.commits) >= 2 * _MOST_COMMITS:
        return None
    try:
        # Where they are told otherwise since, all is read again.
        names = _names(git, before.head) if _MAILMAP in before.tracked else Mailmap()
        log = _log(git, f"{before.head}..{place.head}", names)
    except GitFailed:
        # What HEAD was at is gone.
        return None
    landed = landing(log, place.head)
    if landed.rest != before.head or _MAILMAP in log.there:
        return None
    return _history(git, place, log, landed, before)


def _log(git: Git, revisions: str, names: Mailmap) -> Log:
    try:
        return _told(git, _ALL_RENAMES, revisions, names)
    except GitFailed as error:
        if error.why in _CUT:
            raise
        return _told(git, _PURE_RENAMES, revisions, names)


def _told(git: Git, renames: str, revisions: str, names: Mailmap) -> Log:
    """The commits that git tells of in time; raises GitFailed where it fails, or tells of none."""
    log = Log()
    portions = git.stream(
        "log", *LOG_FORMAT, renames, f"-n{_MOST_COMMITS}", revisions, "--", timeout=_TIMEOUT
    )
    try:
        read_log(portions, log, names)
    except GitFailed as error:
        if error.why not in _CUT or not log.commits:
            raise
    return log


# From the log to the value.


def _history(
    git: Git, place: _Place, log: Log, landed: Landing, before: RepoHistory | None
) -> RepoHistory:
    commits = _commits(log, landed)
    places = dict(zip(landed.commits, range(len(commits)), strict=True))
    touched = _touched(log, places, before)
    renames = [
        Rename(each.old, each.new, places[each.commit])
        for each in log.renames
        if each.commit in places
    ]
    renames.sort(key=lambda each: -each.commit)
    since = commits[-1].day if landed.rest and commits else None
    if before is not None:
        moved = (Rename(old, new, at + len(commits)) for old, new, at in before.renames)
        renames = [*moved, *renames]
        commits += before.commits
        since = before.since
    tracked, ignored = _at_head(git, place, log, touched, before)
    history = RepoHistory(
        place.head, place.below, commits, touched, tracked, renames, since, ignored
    )
    return history.ready()


def _at_head(
    git: Git,
    place: _Place,
    log: Log,
    touched: Mapping[str, object],
    before: RepoHistory | None,
) -> tuple[frozenset[str], frozenset[str]]:
    """The files at HEAD, and the revisions that one of them says to ignore.

    What a merge brings together, its log does not tell; without one the log tells all that is new.
    """
    if before is not None and not any(" " in parents for parents in log.parents):
        gone = [path for path, is_there in log.there.items() if not is_there]
        come = [path for path, is_there in log.there.items() if is_there]
        tracked = before.tracked.difference(gone).union(come)
    else:
        before, tracked = None, _tracked(git, place.head, touched)
    if IGNORE_LIST not in tracked:
        return tracked, frozenset()
    if before is not None and IGNORE_LIST not in log.there:
        return tracked, before.ignored
    return tracked, hashes_in(_text(git, place.head, IGNORE_LIST))


def _commits(log: Log, landed: Landing) -> list[Commit]:
    found = []
    for number, leader in zip(landed.commits, landed.leaders, strict=True):
        commit, day = log.commits[number], log.commits[leader].day
        found.append(commit if commit.day == day else commit._replace(day=day))
    return found


def _touched(
    log: Log, places: Mapping[int, int], before: RepoHistory | None
) -> Mapping[str, tuple[int, ...]]:
    """By path, one number standing for all that are equal."""
    found: dict[str, tuple[int, ...]] = {}
    if before is not None:
        # Their places are further on now.
        new = len(places)
        numbers = list(range(new, new + len(before.commits)))
        for path, old in before.touched.items():
            found[path] = tuple([numbers[at] for at in old])
    for path, commits in log.touched.items():
        came = sorted(places[each] for each in commits if each in places)
        if came:
            found[path] = (*came, *found.get(path, ()))
    return found


def _tracked(git: Git, head: str, touched: Mapping[str, object]) -> frozenset[str]:
    out = git.stream("ls-tree", "-r", "-z", "--name-only", "--full-tree", head, timeout=_TIMEOUT)
    same = {path: path for path in touched}
    found = set[str]()
    for tokens in tokens_of(out):
        names = (token.decode("utf-8", "surrogateescape") for token in tokens)
        found.update(same.get(name, name) for name in names)
        if len(found) > _MOST_FILES:
            raise GitFailed("too-much")
    return frozenset(found)


def _names(git: Git, head: str) -> Mailmap:
    try:
        return Mailmap(_text(git, head, _MAILMAP))
    except GitFailed:
        # Most have none.
        return Mailmap()


def _text(git: Git, head: str, path: str) -> bytes:
    """The content of a small file, nothing of a large one. Raises GitFailed where there is none."""
    text = b""
    for portion in git.stream("cat-file", "blob", f"{head}:{path}", timeout=_TIMEOUT):
        text += portion
        if len(text) > _MOST_TEXT:
            return b""
    return text
