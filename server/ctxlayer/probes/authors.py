"""Who wrote the trust frontmatter of a layer: one pass over git's log, one over the versions.

`git blame` answers for one file and costs a walk through its history. What is asked here is
narrower, which commit gave three entries at the top of a file their present text, and so it can be
told of all files at once: the log names the versions of each file, and an entry was written where
it differs between two of them. Nothing but objects is read, so no filter, hook or monitor runs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from datetime import date, datetime, timezone
from typing import NamedTuple

from ctxlayer.layer.agent_identities import Hand, Identity, hand
from ctxlayer.layer.authors import (
    JUDGED_KEYS,
    NO_AUTHORS,
    Authors,
    FileAuthors,
    TrustLine,
    Writing,
    concept_lines,
    trust_line,
)
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.probes.background import in_background
from ctxlayer.probes.git import Git, contents

_FIRST_TIMEOUT = 2.0
_TIMEOUT = 10.0
"""Seconds for one look; after that nothing is known of anybody."""
_AT_ONCE = 500
"""Versions that are read together, so that memory holds no more of them."""
_LARGEST = 4_000_000
_LARGEST_PORTION = 32_000_000
"""Bytes of one version, and of those that are read together."""
_STEP = 50
_LONGEST = 1 << 16
"""Characters of a file in which its frontmatter ends, or is none that is told of."""
_NOTHING = frozenset("0")

_LOG = (
    "-z", "--raw", "--no-abbrev", "-M", "--no-merges", "--topo-order", "--encoding=UTF-8",
    "--no-color", "--root",
    "--format=%x01%H%x00%ct%x00%an%x00%ae%x00%aN%x00%aE%x00%cn%x00%ce%x00%cN%x00%cE%x00%B",
    "HEAD", "--", ":(top)*.md", ":(top)*.mdc",
)  # fmt: skip


class Ask(NamedTuple):
    """What is asked: about which files of the layer, with whose names for agents.

    `everybody` also names the developers; without it only files are told of that an agent touched, and
    `concepts` of the Open Knowledge Format.
    """

    root: str
    paths: Collection[str]
    identities: Sequence[str]
    ignored: Sequence[str]
    everybody: bool
    concepts: frozenset[str] = frozenset()


class _Commit(NamedTuple):
    hash: str
    day: date | None
    hand: Hand
    order: int
    ignored: bool


class _Change(NamedTuple):
    """What a commit made of a file: versions by their hash, "" for none."""

    commit: _Commit
    old: str
    new: str


_Lines = Mapping[str, TrustLine]


def read_authors(ask: Ask) -> Iterator[Authors | None]:
    """None while there is more to do, at last the answer; nobody is known where git cannot tell.

    The steps are short: git runs beside them.
    """
    try:
        found: Authors = yield from _read(ask)
    except Exception:  # noqa: BLE001 - whatever goes wrong with git means unknown
        found = NO_AUTHORS
    yield found


def _read(ask: Ask) -> Generator[None, None, Authors]:
    git = Git(ask.root)
    state = yield from in_background(
        lambda: git.run(
            "rev-parse", "--is-shallow-repository", "--show-prefix", "HEAD", timeout=_FIRST_TIMEOUT
        )
    )
    shallow, prefix, *_ = state.decode("utf-8", "surrogateescape").split("\n")
    if shallow != "false":
        return NO_AUTHORS
    log = yield from in_background(lambda: git.run("log", *_LOG, timeout=_TIMEOUT))
    histories = yield from _histories(log, {f"{prefix}{path}": path for path in ask.paths}, ask)
    del log
    tree = yield from in_background(
        lambda: git.run("ls-tree", "-r", "-z", "HEAD", timeout=_TIMEOUT)
    )
    heads = _blobs(tree, ask.paths)
    wanted = {
        path: changes
        for path, changes in histories.items()
        if path in heads
        and (
            ask.everybody
            or path in ask.concepts
            or any(each.commit.hand.role != "developer" for each in changes)
        )
    }
    versions = {heads[path] for path in wanted}
    for changes in wanted.values():
        versions.update(each for change in changes for each in change[1:] if each)
    lines = yield from _lines_of(sorted(versions), git)
    found: dict[str, FileAuthors] = {}
    same: dict[object, FileAuthors] = {}
    for path, changes in wanted.items():
        files = _written(lines.get(heads[path], {}), changes, lines)
        if files:
            found[path] = same.setdefault(tuple(files.items()), files)
    return Authors(found)


# The log.


def _histories(
    log: bytes, targets: Mapping[str, str], ask: Ask
) -> Generator[None, None, dict[str, list[_Change]]]:
    """The changes of each file, newest first and through its renames."""
    names = dict(targets)
    found: dict[str, list[_Change]] = {}
    words = iter(log.decode("utf-8", "surrogateescape").split("\0"))
    commit: _Commit | None = None
    order = 0
    for number, word in enumerate(words):
        if number % _STEP == 0:
            yield
        word = word.lstrip("\n")
        if word.startswith("\x01"):
            commit = _commit([word[1:], *(next(words, "") for _ in range(10))], order, ask)
            order += 1
        elif word.startswith(":") and commit is not None:
            _, _, old, new, status = [*word.split(" "), "", "", "", ""][:5]
            first = next(words, "")
            last = next(words, "") if status[:1] in ("R", "C") else first
            path = names.get(last)
            if path is None or status == "D":
                continue
            found.setdefault(path, []).append(_Change(commit, _version(old), _version(new)))
            if status[:1] in ("A", "R", "C"):
                del names[last]
            if status[:1] == "R":
                names.setdefault(first, path)
    return found


def _version(name: str) -> str:
    return "" if _NOTHING.issuperset(name) else name


def _commit(words: Sequence[str], order: int, ask: Ask) -> _Commit:
    name, seconds, a_name, a_mail, a_name2, a_mail2, c_name, c_mail, c_name2, c_mail2, body = words
    shown = hand(
        (Identity(a_name, a_mail), Identity(a_name2, a_mail2)),
        (Identity(c_name, c_mail), Identity(c_name2, c_mail2)),
        body,
        ask.identities,
    )
    ignored = any(len(each) > 3 and name.startswith(each.lower()) for each in ask.ignored)
    return _Commit(name, _day(seconds), shown, order, ignored)


def _day(seconds: str) -> date | None:
    """The day of a commit; None for one that no calendar holds."""
    try:
        return datetime.fromtimestamp(int(seconds), tz=timezone.utc).date()
    except (ValueError, OverflowError, OSError):
        return None


def _blobs(tree: bytes, paths: Collection[str]) -> dict[str, str]:
    """The committed version of each of these files, by its path from the layer's root."""
    found = {}
    for line in tree.decode("utf-8", "surrogateescape").split("\0"):
        about, _, path = line.partition("\t")
        if path in paths and about.startswith("100"):
            found[path] = about.split(" ")[2]
    return found


# The versions.


def _lines_of(versions: Sequence[str], git: Git) -> Generator[None, None, dict[str, _Lines]]:
    """The judged entries of each version; of one that cannot be read there are none."""
    found: dict[str, _Lines] = {}
    # One object for all that are equal, here and below: in ten thousand files most are.
    same: dict[object, _Lines] = {}
    asked = "".join(f"{name}\n" for name in versions).encode()
    sizes = yield from in_background(
        lambda: git.run("cat-file", "--batch-check", timeout=_TIMEOUT, asked=asked)
    )
    for names in _portions(sizes):
        texts = yield from in_background(_contents(names, git))
        for number, (name, text) in enumerate(texts):
            if number % _STEP == 0:
                yield
            if text is not None:
                judged = _judged(text)
                found[name] = same.setdefault(tuple(judged.items()), judged)
    return found


def _portions(sizes: bytes) -> Iterator[list[str]]:
    """Versions that are read together; none that is larger than any file that we look at.

    A few kilobytes of a repository may stand for gigabytes.
    """
    names: list[str] = []
    whole = 0
    for line in sizes.decode("ascii", "replace").splitlines():
        name, kind, size, *_ = [*line.split(" "), "", "", ""]
        if kind != "blob" or not size.isdigit() or int(size) > _LARGEST:
            continue
        whole += int(size)
        if names and (len(names) == _AT_ONCE or whole > _LARGEST_PORTION):
            yield names
            names, whole = [], int(size)
        names.append(name)
    if names:
        yield names


def _contents(names: Sequence[str], git: Git) -> Callable[[], list[tuple[str, bytes | None]]]:
    asked = "".join(f"{name}\n" for name in names).encode()

    def read() -> list[tuple[str, bytes | None]]:
        out = git.run("cat-file", "--batch", timeout=_TIMEOUT, asked=asked)
        return list(contents(out, _LONGEST))

    return read


def _judged(content: bytes) -> _Lines:
    text = content.decode("utf-8", "replace")
    if not text.removeprefix("\ufeff").startswith("---"):
        return {}
    document = Document("", Placement(Kind.KNOWLEDGE), text)
    lines = ((key, trust_line(document, key)) for key in JUDGED_KEYS)
    # Of a text that was cut nobody can say whether it is the same.
    concept = concept_lines(document) if len(content) < _LONGEST else {}
    return {**{key: line for key, line in lines if line is not None}, **concept}


# Both.


def _written(
    now: _Lines, changes: Sequence[_Change], lines: Mapping[str, _Lines]
) -> dict[str, Writing]:
    found = {}
    for key, line in now.items():
        commit = _writer(key, line, changes, lines)
        if commit is not None:
            role, name = commit.hand
            found[key] = Writing(line, role, name, commit.day, commit.hash[:12], commit.order)
    return found


def _writer(
    key: str, line: TrustLine, changes: Sequence[_Change], lines: Mapping[str, _Lines]
) -> _Commit | None:
    """The newest commit that made an entry what it is.

    Who only writes the same value in another way did not say it if that was an agent, or a commit
    that the settings leave out.
    """
    for commit, old_version, new_version in changes:
        new, old = lines.get(new_version, {}).get(key), lines.get(old_version, {}).get(key)
        if new is None or new.text != line.text or (old is not None and old.text == line.text):
            continue
        silent = commit.ignored or commit.hand.role != "developer"
        if silent and old is not None and old.value == new.value:
            line = old
            continue
        return None if commit.ignored else commit
    return None
