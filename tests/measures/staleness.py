"""How many documents of a real knowledge base are flagged as stale, and what that hangs on.

    python -m tests.measures.staleness REPOSITORY --key last_reviewed_on --docs 'source/**/*.md' \
        --today 2026-08-07 [--at COMMIT] [--tracks KEY] [--show]

The documents of the repository have a date in their frontmatter, under some key, on which somebody last
looked at them. A copy in a temporary folder has all of its past with that key called `last-verified` (and
`.md.erb` called `.md`); the repository itself is only read. Then its documents are knowledge, and the table
says how many are flagged, by kind: with bulk commits left out, as is the default, and with none left out.
Beside that stand the documents that any commit touched after their date. `--show` prints each finding with the
commits behind it, to be read by a person.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import IO, NamedTuple

from ctxlayer.analysis.freshness import StaleKind, Staleness, staleness
from ctxlayer.cli.layers import read_all
from ctxlayer.host import Host
from ctxlayer.layer.kinds import Kind
from ctxlayer.layer.trust import read_trust
from ctxlayer.settings import Settings
from tests.harness.fast_import import ALONE, git

KINDS: Sequence[StaleKind] = ("expired", "edited-since", "source-moved", "source-gone")
ALL = 1_000_000
"""A limit for bulk commits that none reaches."""
_BLOCK = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n(?:.*\n)*?---[ \t]*\r?$", re.MULTILINE)
_AMERICAN = re.compile(rb"(\d\d?)/(\d\d?)/(\d{4})")
_CHANGED = re.compile(rb"M (\d+) ([0-9a-f]{40,64}) (.*)\n")
_EMPTY = b"data 0\n"


class Keys(NamedTuple):
    """What the frontmatter calls the day on which it was verified, and the path that it tracks, if it does."""

    day: str
    tracks: str = ""


class Dated(NamedTuple):
    """A document, the day it was verified and what speaks against it, by whether bulk commits count."""

    path: str
    verified: date
    default: Sequence[Staleness]
    all_commits: Sequence[Staleness]


class Touched(NamedTuple):
    """Documents that a commit touched after their day: any commit, and any that is no bulk commit."""

    by_any: int
    by_small: int


# The copy.


def copy(repository: Path, at: str, keys: Keys, folder: Path) -> None:
    """All of the past of a commit with the documents rewritten, checked out in a new folder."""
    git(Path.cwd(), "clone", "-q", "--no-checkout", "--no-tags", str(repository), str(folder))
    git(folder, "branch", "-q", "--no-track", "before", at)
    missing = git(folder, "rev-list", "--objects", "--missing=print", "before")
    lost = {line[1:].encode() for line in missing.splitlines() if line.startswith("?")}
    exported = ("fast-export", "--no-data", "--reencode=yes", "refs/heads/before")
    with (
        _running(folder, *exported) as log,
        _running(folder, "cat-file", "--batch") as texts,
        _running(folder, "fast-import", "--quiet", "--force") as made,
    ):
        assert log.stdout is not None
        assert made.stdin is not None
        for part in _rewritten(log.stdout, texts, keys, lost):
            made.stdin.write(part)
    for done in (log, texts, made):
        assert done.returncode == 0, done.args
    git(folder, "symbolic-ref", "HEAD", "refs/heads/after")
    git(folder, "reset", "-q", "--hard")


def _running(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(["git", *arguments], cwd=folder, env=ALONE, stdin=pipe, stdout=pipe)


def _rewritten(
    log: IO[bytes], texts: subprocess.Popen[bytes], keys: Keys, lost: set[bytes]
) -> Iterator[bytes]:
    """The commits as they are to be made; files that a copy lacks are empty."""
    same: set[bytes] = set()
    for line in log:
        changed = _CHANGED.fullmatch(line)
        if line.startswith(b"data "):
            yield line + log.read(int(line[5:]))
        elif line.startswith((b"commit ", b"reset ")):
            yield line.replace(b"refs/heads/before", b"refs/heads/after")
        elif changed is None:
            yield _as_markdown(line) if line.startswith(b"D ") else line
        else:
            mode, name, path = changed[1], changed[2], _as_markdown(changed[3])
            inline = b"M %s inline %s\n" % (mode, path)
            if name in lost:
                yield inline + _EMPTY
                continue
            text = None
            if name not in same and path.rstrip(b'"').endswith(b".md") and mode.startswith(b"100"):
                before = _text(texts, name)
                text = with_keys(before, keys)
                text = None if text == before else text
            if text is None:
                same.add(name)
                yield b"M %s %s %s\n" % (mode, name, path)
            else:
                yield inline + b"data %d\n%s\n" % (len(text), text)


def _as_markdown(path: bytes) -> bytes:
    return path.replace(b".html.md.erb", b".md").replace(b".md.erb", b".md")


def _text(texts: subprocess.Popen[bytes], name: bytes) -> bytes:
    assert texts.stdin is not None
    assert texts.stdout is not None
    texts.stdin.write(name + b"\n")
    texts.stdin.flush()
    size = int(texts.stdout.readline().split(b" ")[2])
    return texts.stdout.read(size + 1)[:-1]


def with_keys(text: bytes, keys: Keys) -> bytes:
    """A document whose frontmatter says under our keys what it said under others."""
    block = _BLOCK.match(text)
    if block is None:
        return text
    head = block[0]
    head = _line_of(keys.day).sub(lambda match: b"last-verified:" + _day(match[1]), head, count=1)
    if keys.tracks:
        head = _line_of(keys.tracks).sub(lambda match: b"tracks: [%s]" % match[1].strip(), head, 1)
    return head + text[block.end() :]


def _line_of(key: str) -> re.Pattern[bytes]:
    return re.compile(rb"^%s:(.*)" % re.escape(key.encode()), re.MULTILINE)


def _day(written: bytes) -> bytes:
    """A month that is named first, as in `11/29/2026`, is put in its place."""
    return _AMERICAN.sub(
        lambda match: b"%s-%02d-%02d" % (match[3], int(match[1]), int(match[2])), written
    )


# What is flagged.


def measure(folder: Path, docs: str, today: date) -> list[Dated]:
    """The documents of a copy with what is said of each."""
    default = _flagged(folder, docs, today, Settings().freshness.bulk_files)
    every = _flagged(folder, docs, today, ALL)
    return [Dated(path, day, found, every[path][1]) for path, (day, found) in default.items()]


def _flagged(
    folder: Path, docs: str, today: date, bulk: int
) -> Mapping[str, tuple[date, Sequence[Staleness]]]:
    settings = f'freshness.bulk-files = {bulk}\n[[paths]]\nglob = "{docs}"\nkind = "knowledge"\n'
    (folder / "ctxlayer.toml").write_text(settings, encoding="utf-8")
    layer = Host(today=lambda: today).layer_at(folder)
    assert layer is not None
    read_all(layer)
    snapshot = layer.snapshot
    assert snapshot.sources, "git told nothing"
    found = {}
    for document in snapshot.of_kind(Kind.KNOWLEDGE):
        day = read_trust(document).last_verified
        if day is not None:
            found[document.path] = day, staleness(document, snapshot)
    return found


def touched(folder: Path, rows: Sequence[Dated]) -> Touched:
    """How many documents any commit, merges left out, touched on a day after theirs."""
    bulk = Settings().freshness.bulk_files
    days = {row.path: row.verified for row in rows}
    by_any: set[str] = set()
    by_small: set[str] = set()
    log = git(folder, "log", "--no-merges", "--no-renames", "--name-only", "-z", "--format=%x01%cs")
    for commit in log.split("\1")[1:]:
        day, _, names = commit.partition("\0")
        paths = names.strip("\0\n").split("\0")
        after = {path for path in paths if path in days and days[path] < date.fromisoformat(day)}
        by_any |= after
        if len(paths) <= bulk:
            by_small |= after
    return Touched(len(by_any), len(by_small))


# Words.


def table(rows: Sequence[Dated], near: Touched) -> str:
    """The figures as Markdown."""
    return "\n".join(
        (
            f"| {len(rows)} documents | flagged | by git | {' | '.join(KINDS)} |",
            "| --- " * (len(KINDS) + 3) + "|",
            _line("bulk commits left out", [row.default for row in rows]),
            _line("no commit left out", [row.all_commits for row in rows]),
            "",
            f"touched after their date by any commit: {_share(near.by_any, len(rows))}",
            f"by any that is no bulk commit: {_share(near.by_small, len(rows))}",
        )
    )


def _line(name: str, found: Sequence[Sequence[Staleness]]) -> str:
    kinds = [{each.kind for each in reasons} for reasons in found]
    counts = Counter(kind for each in kinds for kind in each)
    flagged = _share(sum(map(bool, kinds)), len(kinds))
    by_git = _share(sum(bool(each - {"expired"}) for each in kinds), len(kinds))
    return f"| {name} | {flagged} | {by_git} | {' | '.join(str(counts[each]) for each in KINDS)} |"


def _share(count: int, total: int) -> str:
    return f"{count} ({count / total:.0%})" if total else "0"


def show(rows: Sequence[Dated]) -> Iterator[str]:
    """Each finding but those of the calendar, and the commits behind it; a plus is one that only bulk
    commits make."""
    for row in rows:
        known = {(each.kind, each.path): each for each in row.default}
        for every in row.all_commits:
            found = known.get((every.kind, every.path))
            each = found or every
            if each.kind != "expired":
                mark = " " if found else "+"
                yield f"{mark} {row.path} ({row.verified}): {each.kind} {each.path} {each.moved}"
                for commit in each.commits[:6]:
                    yield f"      {commit.hash[:10]} {commit.day} {commit.files} {commit.subject}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("repository", type=Path)
    parser.add_argument("--key", required=True, help="what the frontmatter calls the date")
    parser.add_argument("--tracks", default="", help="what it calls the path that it is about")
    parser.add_argument("--docs", required=True, help="a glob of the documents")
    parser.add_argument("--today", type=date.fromisoformat, required=True)
    parser.add_argument("--at", default="HEAD", help="the commit that is the newest")
    parser.add_argument("--show", action="store_true", help="print each finding")
    parser.add_argument("--keep", type=Path, help="a new folder for the copy, to look at it later")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.keep or os.path.join(temporary, "copy"))
        keys = Keys(options.key, options.tracks)
        copy(options.repository.resolve(), options.at, keys, folder)
        rows = measure(folder.resolve(), options.docs, options.today)
        if options.show:
            print("\n".join(show(rows)))
        print(table(rows, touched(folder, rows)))


if __name__ == "__main__":
    main()
