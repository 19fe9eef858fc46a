"""What the files of a git folder tell without asking git: remotes, operations, the last fetch."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import BinaryIO, NamedTuple

_MOST = 1 << 22
"""Bytes of one file that are looked at."""

_TAIL = 4096
"""Bytes at the end of a log that hold its last entry."""

_WORKTREES = 200
"""Worktrees whose last fetch is looked at."""

_SKEW = timedelta(minutes=10)
"""How far the clock that wrote a file may be ahead of ours."""

_AT_ONCE = 60.0
"""Seconds within which the files of a repository that is copied are written."""

_OPERATIONS = (
    ("rebase-merge", "rebase"),
    ("rebase-apply/applying", "am"),
    ("rebase-apply", "rebase"),
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
)
"""Files and folders that git keeps while somebody is in the middle of something, the first decides."""

_SECTION = re.compile(rb'\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\\n]|\\.)*)")?\s*\]')
_YES = frozenset({"true", "yes", "on", "1"})
_HEARD = (b"fetch", b"pull", b"clone")
"""What logs say of those that asked a remote; a remote that gets another name is written down too."""

_LOGGED = re.compile(rb"> (\d{1,12}) [-+]\d{4}(?:\t([^\n]*))?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class GitFolder:
    """The git folder of a work tree, and the one that it shares with the others; often one."""

    own: str
    common: str

    def operation(self) -> str:
        """What somebody is in the middle of, "" for nothing."""
        for name, operation in _OPERATIONS:
            if os.path.lexists(os.path.join(self.own, *name.split("/"))):
                return operation
        # Between two picks of several there is nothing but the list of what is left.
        todo = _read(os.path.join(self.own, "sequencer", "todo"))
        if todo is None:
            return ""
        return "revert" if todo.lstrip().startswith((b"revert", b"r ")) else "cherry-pick"


@dataclass(frozen=True, slots=True)
class Configured:
    """What the configuration of a repository itself says; what it includes is not read.

    `urls` are those of its remotes, by name. `partial` says that a remote promised what is not here,
    `bare` that there are no files.
    """

    urls: dict[str, str] = field(default_factory=dict)
    partial: bool = False
    bare: bool = False


class _Setting(NamedTuple):
    """`name` is that of a section like `remote "origin"`, "" for one without; `key` is in small letters."""

    section: str
    name: str
    key: str
    value: str


def read_configured(folder: GitFolder) -> Configured:
    """The configuration of a repository; nothing of one that cannot be read."""
    settings = list(_settings(os.path.join(folder.common, "config")))
    if _is_on(settings, "extensions", "worktreeconfig"):
        # Whether there are files may be said apart for each work tree.
        settings += _settings(os.path.join(folder.own, "config.worktree"))
    urls: dict[str, str] = {}
    for section, name, key, value in settings:
        if (section, key) == ("remote", "url") and name:
            urls.setdefault(name, value)
    return Configured(
        urls, _is_on(settings, "remote", "promisor"), _is_on(settings, "core", "bare")
    )


def _is_on(settings: list[_Setting], section: str, key: str) -> bool:
    """Whether the last word on a setting is yes, for one of the sections of this name."""
    found = {
        each.name: each.value.lower() in _YES for each in settings if each[::2] == (section, key)
    }
    return any(found.values())


def _settings(path: str) -> Iterator[_Setting]:
    """What a file of settings says, as git writes them; a key that has no value is a yes."""
    section, name = "", ""
    for line in map(bytes.strip, (_read(path) or b"").splitlines()):
        head = _SECTION.match(line)
        if head is not None:
            section = head[1].decode().lower()
            name = _text(re.sub(rb"\\(.)", rb"\1", head[2] or b""))
            line = line[head.end() :]
        key, is_given, value = (_text(part).strip() for part in line.partition(b"="))
        if key:
            yield _Setting(section, name, key.lower(), value.strip('"') if is_given else "true")


@dataclass(frozen=True, slots=True)
class Followed:
    """A branch of a remote: its name there (`refs/heads/main`), and what we know of it.

    `ref` is the remote-tracking ref, `commit` where that is. `url` is that of the remote, "" where the
    repository itself does not say; `others` are those of its other remotes.
    """

    branch: str
    ref: str
    commit: str
    url: str = ""
    others: tuple[str, ...] = ()


def last_heard(
    folder: GitFolder,
    remote: str,
    followed: Followed | None,
    now: datetime,
    *,
    has_default: bool = False,
    alone: bool = True,
) -> datetime | None:
    """When a remote was last heard of: never later than it was, often exactly then. None for never.

    `followed` is the branch that matters, None for any; our ref of it has to be there. `has_default` says that
    it is known which branch the remote calls its own, `alone` that there is no other remote.

    That FETCH_HEAD is new says little: a fetch that failed leaves it empty, one of another branch, or from
    somewhere else, leaves it without ours. Where it does not speak of our branch, the last move of our ref
    counts and when it was cloned, and nothing after the last try: had that been told more, it would be there.
    A push alone is no fetch. Files that were copied one by one have new times: those are left alone.
    """
    copied = _copied(folder)
    heads = [
        (modified, path)
        for path in (os.path.join(own, "FETCH_HEAD") for own in _all_folders(folder))
        if (modified := _modified(path)) is not None
        and (copied is None or abs(modified - copied) > _AT_ONCE)
    ]
    fetches = [modified for modified, path in heads if _is_of(path, followed)]
    if fetches:
        return _latest(fetches, now)
    cloned = _cloned(folder, remote, has_default=has_default, alone=alone)
    if not heads and cloned is None:
        return None
    tried = max((modified for modified, _ in heads), default=math.inf)
    moved, pushed = _last_move(folder, followed)
    known = [min(each, tried) for each in (cloned, moved) if each is not None]
    return _latest([*known, *([pushed] if pushed is not None else [])], now)


def _latest(times: list[float], now: datetime) -> datetime | None:
    """The last of these times that has come yet."""
    known = [each for each in map(_time, times) if each is not None and each <= now + _SKEW]
    return max(known, default=None)


def _is_of(path: str, followed: Followed | None) -> bool:
    text = _read(path)
    return bool(text) and any(_speaks_of(line, followed) for line in (text or b"").splitlines())


def _speaks_of(line: bytes, followed: Followed | None) -> bool:
    """Whether a line of FETCH_HEAD says that the branch is where our ref is."""
    commit, tab, rest = line.partition(b"\t")
    if not tab or followed is None:
        return bool(tab)
    branch = followed.branch.removeprefix("refs/heads/").encode("utf-8", "surrogateescape")
    head = b"branch '" + branch + b"' of "
    said = rest.partition(b"\t")[2]
    if not said.startswith(head):
        return False
    if followed.commit and commit.decode("ascii", "replace") != followed.commit:
        return False
    return _is_from(_text(said[len(head) :]), followed)


def _is_from(told: str, followed: Followed) -> bool:
    """Whether FETCH_HEAD tells of the right remote: settings of the user may have it written otherwise.

    A branch can be fetched from any URL, a fork's say, which is behind at the same commit as we are.
    """
    if not followed.url:
        return not followed.others
    told, ours = _bare_url(told), _bare_url(followed.url)
    if told == ours:
        return True
    if any(told == _bare_url(each) for each in followed.others):
        return False
    end = _parts(ours)[-2:]
    return bool(end) and _parts(told)[-len(end) :] == end


def _bare_url(url: str) -> str:
    """A URL as FETCH_HEAD has it: without who asks, and without its usual ending."""
    url = re.sub(r"^([A-Za-z0-9+.-]+://)?[^/@]*@", r"\1", url.strip())
    return url.rstrip("/").removesuffix(".git").rstrip("/")


def _parts(url: str) -> list[str]:
    """What a URL leads to, last whose repository it is and what it is called; `host:` tells neither."""
    return [each for each in re.split(r"[/:]", re.sub(r"^[^/:]+:(?!/)", "", url.lower())) if each]


def _last_move(folder: GitFolder, followed: Followed | None) -> tuple[float | None, float | None]:
    """When a fetch or a push moved our ref as the last one: the time of the fetch, or of the push."""
    if followed is None or not followed.ref.startswith("refs/remotes/"):
        return None, None
    log = _tail(os.path.join(folder.common, "logs", *followed.ref.split("/")))
    entries = [each for each in _LOGGED.findall(log) if not each[1].startswith(b"remote: renamed ")]
    if not entries:
        return None, None
    at, words = float(entries[-1][0]), entries[-1][1]
    if words.startswith(b"update by push"):
        return None, at
    return (at, None) if words.startswith(_HEARD) else (None, None)


def _cloned(folder: GitFolder, remote: str, *, has_default: bool, alone: bool) -> float | None:
    """When it was cloned from the remote; None where it began in another way, or nobody can tell.

    A clone writes that down, if it may. Where it may not, it still keeps which branch the remote calls
    its own, and a file that nothing touches afterwards.
    """
    if not remote:
        return None
    logs = [f"logs/refs/remotes/{remote}/HEAD", "logs/HEAD"]
    head = os.path.join(folder.common, "refs", "remotes", *remote.split("/"), "HEAD")
    is_known = has_default or os.path.lexists(head)
    entries = [_first_entry(os.path.join(folder.common, *each.split("/"))) for each in logs]
    if any(entries):
        # The log of our own branch does not say which of several remotes it was.
        telling = entries if is_known or alone else entries[:1]
        return max(
            (each[0] for each in telling if each is not None and each[1].startswith(b"clone:")),
            default=None,
        )
    return _modified(os.path.join(folder.common, "description")) if is_known else None


def _copied(folder: GitFolder) -> float | None:
    """When the repository was copied file by file, if it shows: its log began before all of its files.

    So it looks as well when it was cloned under a date that somebody set. That costs little: whatever was
    fetched within a minute of it.
    """
    created = _modified(os.path.join(folder.common, "description"))
    first = _first_entry(os.path.join(folder.common, "logs", "HEAD"))
    if created is None or first is None:
        return None
    return created if first[0] < created - _AT_ONCE else None


def _all_folders(folder: GitFolder) -> Iterator[str]:
    yield folder.common
    if folder.own != folder.common:
        yield folder.own
    try:
        names = sorted(os.listdir(os.path.join(folder.common, "worktrees")))
    except OSError:
        return
    for name in names[:_WORKTREES]:
        yield os.path.join(folder.common, "worktrees", name)


# Files. None and "" where one cannot be read: that is the usual case for most of these.


def _open(path: str) -> BinaryIO | None:
    """A file, and nothing that would keep us waiting."""
    try:
        return open(path, "rb") if os.path.isfile(path) else None
    except (OSError, ValueError):
        return None


def _read(path: str) -> bytes | None:
    file = _open(path)
    if file is None:
        return None
    with file:
        return file.read(_MOST)


def _tail(path: str) -> bytes:
    file = _open(path)
    if file is None:
        return b""
    with file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - _TAIL))
        return file.read(_TAIL)


def _first_entry(log: str) -> tuple[float, bytes] | None:
    file = _open(log)
    if file is None:
        return None
    with file:
        found = _LOGGED.search(file.readline(_TAIL).rstrip(b"\n"))
    return (float(found[1]), found[2] or b"") if found else None


def _modified(path: str) -> float | None:
    try:
        return os.stat(path).st_mtime
    except (OSError, ValueError):
        return None


def _time(seconds: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, timezone.utc)
    except (OSError, OverflowError, ValueError):
        return None


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
