"""Who wrote the trust frontmatter of a layer, and which commits changed its text since it was verified.

`git blame` answers for one file and costs a walk through its history. What is asked here is
narrower, which commit gave three entries at the top of a file their present text, and so it can be
told of all files at once: one pass over git's log names the versions of each file, and an entry was
written where it differs between two of them. Of the versions only those are read that are needed, the
newest first. Nothing but objects is read, so no filter, hook or monitor runs.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from ctxlayer.layer.authors import NO_AUTHORS, Authors, FileAuthors, TrustLine, Writing
from ctxlayer.layer.edits import Edits
from ctxlayer.probes.background import in_background
from ctxlayer.probes.commit_log import WHO_LOG, Logged, logged
from ctxlayer.probes.edits import edits_of, ignored_revisions, later, verifying, without
from ctxlayer.probes.file_pasts import Change, FileCommit, Pasts, Who, pasts_of
from ctxlayer.probes.git import Git, GitFailed
from ctxlayer.probes.log_reading import tokens_of
from ctxlayer.probes.versions import Versions

_FIRST_TIMEOUT = 2.0
_TIMEOUT = 10.0
"""Seconds for one look; after that nothing is known of anybody."""
_MOST_LOG = 1 << 32
"""Bytes of a log, of which only what concerns Markdown files is kept."""
_STEP = 50
_DEPTH, _DEEPER = 2, 4
"""Changes of a file that are looked at first, and how many times more each time that does not do."""


class Ask(NamedTuple):
    """What is asked: about which files of the layer, with whose names for agents.

    `everybody` also names the developers; without it only files are told of that an agent touched, and
    `concepts` of the Open Knowledge Format. `dated` are files of which the edits are asked.
    """

    root: str
    paths: Collection[str]
    identities: Sequence[str]
    ignored: Sequence[str]
    everybody: bool
    concepts: frozenset[str] = frozenset()
    dated: frozenset[str] = frozenset()


class _File(NamedTuple):
    """A file that something is asked about: its version at HEAD, and its changes, newest first."""

    path: str
    head: str
    changes: Sequence[Change]


T = TypeVar("T")


class _Answers(Generic[T]):
    """What was found about files; it still holds where nothing about them is new."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[_File, T | None]] = {}

    def parted(self, files: Sequence[_File]) -> tuple[dict[str, T], list[_File]]:
        """The answers that still hold, and the files without one."""
        found: dict[str, T] = {}
        rest = []
        for file in files:
            before, answer = self._known.get(file.path, (None, None))
            if before is None or before.head != file.head or before.changes is not file.changes:
                rest.append(file)
            elif answer is not None:
                found[file.path] = answer
        return found, rest

    def keep(self, files: Sequence[_File], found: Mapping[str, T]) -> None:
        """Put these in place of all that was kept."""
        self._known = {file.path: (file, found.get(file.path)) for file in files}


class Memory:
    """What was read of one repository for an earlier answer: a commit later little of it is new."""

    def __init__(self) -> None:
        self.versions = Versions()
        self.who: Who | None = None
        self.pasts: Pasts | None = None
        self.authors: _Answers[FileAuthors] = _Answers()
        self.edits: _Answers[Edits] = _Answers()


def read_authors(ask: Ask, memory: Memory | None = None) -> Iterator[Authors | None]:
    """None while there is more to do, at last the answer; nobody is known where git cannot tell.

    The steps are short: git runs beside them.
    """
    try:
        found: Authors = yield from _read(ask, memory or Memory())
    except Exception:  # noqa: BLE001 - whatever goes wrong with git means unknown
        found = NO_AUTHORS
    yield found


def _read(ask: Ask, memory: Memory) -> Generator[None, None, Authors]:
    git = Git(ask.root)
    state = yield from in_background(
        lambda: git.run(
            "rev-parse", "--is-shallow-repository", "--show-prefix", "HEAD", timeout=_FIRST_TIMEOUT
        )
    )
    shallow, prefix, head, *_ = state.decode("utf-8", "surrogateescape").split("\n")
    if shallow != "false":
        return NO_AUTHORS
    heads = yield from in_background(lambda: _blobs(git, head, {*ask.paths, *ask.dated}))
    names = {path: f"{prefix}{path}" for path in heads}
    pasts = yield from _pasts(git, head, frozenset(names.values()), ask, memory)
    files = [_File(path, heads[path], pasts.of(name)) for path, name in names.items()]
    wanted = [each for each in files if _is_wanted(each, ask)]
    authors, fresh = memory.authors.parted(wanted)
    authors |= yield from _authors(fresh, git, memory)
    memory.authors.keep(wanted, authors)
    dated = [each for each in files if each.path in ask.dated]
    edits, fresh = memory.edits.parted(dated)
    edits |= yield from _edits(fresh, pasts, git, memory)
    memory.edits.keep(dated, edits)
    return Authors(authors, (yield from _without_ignored(edits, pasts.head, git)))


def _is_wanted(file: _File, ask: Ask) -> bool:
    return file.path in ask.paths and (
        ask.everybody
        or file.path in ask.concepts
        or any(each.commit.hand.role != "developer" for each in file.changes)
    )


def _blobs(git: Git, head: str, paths: Collection[str]) -> dict[str, str]:
    """The committed version of each of these files, by its path from the layer's root."""
    found = {}
    for tokens in tokens_of(git.stream("ls-tree", "-r", "-z", head, timeout=_TIMEOUT)):
        for token in tokens:
            about, _, path = token.decode("utf-8", "surrogateescape").partition("\t")
            if path in paths and about.startswith("100"):
                found[path] = about.split(" ")[2]
    return found


# The past.


def _pasts(
    git: Git, head: str, asked: frozenset[str], ask: Ask, memory: Memory
) -> Generator[None, None, Pasts]:
    who = Who(ask.identities, ask.ignored)
    before = memory.pasts if memory.who == who else None
    found: Pasts | None = None
    if before is not None:
        log = yield from in_background(lambda: _new_log(git, head, before))
        if log is not None:
            found = yield from pasts_of(log, head, asked, who, before)
    if found is None:
        log = yield from in_background(lambda: _log(git, head))
        found = yield from pasts_of(log, head, asked, who, None)
    assert found is not None
    memory.who, memory.pasts = who, found
    return found


def _new_log(git: Git, head: str, before: Pasts) -> list[Logged] | None:
    """What came since; None where that commit is gone."""
    if head == before.head:
        return []
    try:
        return _log(git, f"{before.head}..{head}")
    except GitFailed:
        return None


def _log(git: Git, revisions: str) -> list[Logged]:
    return list(
        logged(git.stream("log", *WHO_LOG, revisions, "--", timeout=_TIMEOUT, most=_MOST_LOG))
    )


# Who wrote what.


def _authors(
    files: Sequence[_File], git: Git, memory: Memory
) -> Generator[None, None, dict[str, FileAuthors]]:
    found: dict[str, FileAuthors] = {}
    # One object for all that are equal: in ten thousand files most are.
    same: dict[object, FileAuthors] = {}
    versions = memory.versions
    depth = _DEPTH
    while files:
        yield from versions.read(_names(files, depth), git)
        open_files = []
        for number, file in enumerate(files):
            if number % _STEP == 0:
                yield
            written = _written(file, depth, versions)
            if written is None:
                open_files.append(file)
            elif written:
                found[file.path] = same.setdefault(tuple(written.items()), written)
        files, depth = open_files, depth * _DEEPER
    return found


def _names(files: Sequence[_File], depth: int) -> Iterator[str]:
    for file in files:
        yield file.head
        for change in file.changes[:depth]:
            yield change.old
            yield change.new


class _Deeper(Exception):
    """More of the past has to be looked at."""


def _written(file: _File, depth: int, versions: Versions) -> dict[str, Writing] | None:
    """Who wrote each entry; None where so few changes do not tell."""
    changes = file.changes[:depth]
    found = {}
    for key, line in versions.of(file.head).lines.items():
        try:
            commit = _writer(key, line, changes, versions)
        except _Deeper:
            if depth < len(file.changes):
                return None
            continue
        if commit is not None:
            role, name = commit.hand
            found[key] = Writing(line, role, name, commit.day, commit.hash[:12], commit.number)
    return found


def _writer(
    key: str, line: TrustLine, changes: Sequence[Change], versions: Versions
) -> FileCommit | None:
    """The newest commit that made an entry what it is; None for one that is left out.

    Who only writes the same value in another way did not say it if that was an agent, or a commit
    that the settings leave out. Raises `_Deeper` where it is none of these.
    """
    for change in changes:
        commit = change.commit
        new, old = _line(change.new, key, versions), _line(change.old, key, versions)
        if new is None or new.text != line.text or (old is not None and old.text == line.text):
            continue
        silent = commit.ignored or commit.hand.role != "developer"
        if silent and old is not None and old.value == new.value:
            line = old
            continue
        return None if commit.ignored else commit
    raise _Deeper


def _line(version: str, key: str, versions: Versions) -> TrustLine | None:
    return versions.of(version).lines.get(key)


# What was edited since.


def _edits(
    files: Sequence[_File], pasts: Pasts, git: Git, memory: Memory
) -> Generator[None, None, dict[str, Edits]]:
    versions = memory.versions
    verified: list[tuple[_File, Change]] = []
    depth = _DEPTH
    while files:
        yield from versions.read(_names(files, depth), git)
        open_files = []
        for number, file in enumerate(files):
            if number % _STEP == 0:
                yield
            change = verifying(file.head, file.changes[:depth], versions)
            if change is not None:
                verified.append((file, change))
            elif depth < len(file.changes) and versions.of(file.head).day is not None:
                open_files.append(file)
        files, depth = open_files, depth * _DEEPER
    return (yield from _since(verified, pasts, git, versions))


def _since(
    verified: Sequence[tuple[_File, Change]], pasts: Pasts, git: Git, versions: Versions
) -> Generator[None, None, dict[str, Edits]]:
    unseen: dict[str, list[Change]] = {}
    for file, change in verified:
        if versions.of(file.head).body != versions.of(change.new).body:
            yield
            unseen[file.path] = later(file.changes, change, pasts)
    yield from versions.read(
        (name for each in unseen.values() for change in each for name in (change.old, change.new)),
        git,
    )
    found: dict[str, Edits] = {}
    for number, (file, change) in enumerate(verified):
        if number % _STEP == 0:
            yield
        edits = edits_of(file.head, change, unseen.get(file.path, ()), pasts, versions)
        if edits is not None:
            found[file.path] = edits
    return found


def _without_ignored(
    edits: dict[str, Edits], head: str, git: Git
) -> Generator[None, None, dict[str, Edits]]:
    """The edits without those that the repository's own list says to ignore."""
    if not any(each.commits for each in edits.values()):
        return edits
    ignored = yield from in_background(lambda: ignored_revisions(git, head))
    return {path: without(ignored, each) for path, each in edits.items()} if ignored else edits
