"""What speaks against a file as a hover says it: each reason, with the commits that show it.

Subjects and names are anybody's text. They stand in code spans or are escaped, so none of it is markup.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator

from ctxlayer.analysis.freshness import Staleness, staleness
from ctxlayer.analysis.gate import gate_of
from ctxlayer.analysis.reliance import reliance
from ctxlayer.analysis.stale_words import plain, plain_evidence, worst_first
from ctxlayer.analysis.unread import unread_repos
from ctxlayer.ide.text import code
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import Commit
from ctxlayer.layer.trust import read_trust

MOST_COMMITS = 10
FEW_COMMITS = 3
"""Commits of each reason: where the file itself is looked at, and where something leads to it."""

_MOST_COMMANDS = 2
_LONGEST_COMMAND = 400

_MARKS = re.compile(r"[\\`*_\[\]<>&|~#$]")


def evidence_lines(document: Document, snapshot: Snapshot, most: int = MOST_COMMITS) -> list[str]:
    """Markdown list items: all that speaks against a document, the worst first, then what is not known."""
    found = staleness(document, snapshot)
    lines = reason_lines(found, most)
    if most < MOST_COMMITS:
        return lines
    return [*lines, *_unknown(document, snapshot), *_to_copy(found, document, snapshot)]


def _to_copy(found: Iterable[Staleness], document: Document, snapshot: Snapshot) -> Iterator[str]:
    """Commands that show what changed, for editors that cannot; to be copied, and run by nobody else."""
    since = read_trust(document).last_verified
    moved = [each for each in found if each.kind == "source-moved"]
    # A pattern counts from a folder, a file or folder from the top.
    globs = {
        (relied.repo, relied.path): f":(top,glob){relied.base}"
        for relied in reliance(document, snapshot)
        if relied.is_glob
    }
    for each in moved[:_MOST_COMMANDS] if since is not None else ():
        where = gate_of(each.repo, snapshot).path if each.repo else snapshot.root
        paths = globs.get((each.repo, each.path), ":(top)") + each.path
        words = ["git", "-C", where, "log", "-p", f"--since={since}", "--", paths]
        if where and plain(command := shlex.join(words)) == command:
            yield f"- To see them: {code(command, _LONGEST_COMMAND)}"


def _unknown(document: Document, snapshot: Snapshot) -> Iterator[str]:
    """The histories that do not reach back to when a document was verified."""
    for repo in unread_repos(document, snapshot):
        where = f"in {code(repo)}" if repo else "here"
        history = snapshot.sources.get(repo)
        if history is None:
            yield f"- What happened {where} since then is not known: its history was not read"
        else:
            since = history.since
            yield f"- What happened {where} before {since} is not known: its history was read no further back"


def reason_lines(found: Iterable[Staleness], most: int = MOST_COMMITS) -> list[str]:
    """Markdown list items of reasons, each with its newest commits below."""
    lines: list[str] = []
    for each in worst_first(found):
        lines.append(f"- {prose(each.evidence)}")
        lines += (f"  - {commit_line(commit)}" for commit in each.commits[:most])
        left = len(each.commits) - most
        if left > 0:
            lines.append(f"  - … and {left:,} more")
    return lines


def commit_line(commit: Commit) -> str:
    """A commit by its hash, subject, author and day."""
    subject = code(plain(commit.subject)) or "no subject"
    author = prose(plain(commit.author)) or "somebody"
    return f"`{commit.hash[:7]}` {subject}, {author}, {commit.day.isoformat()}"


def prose(text: str) -> str:
    """A sentence of ours with somebody's words in it: what is in backquotes is code, the rest is no markup."""
    parts = plain_evidence(text).split("`")
    if len(parts) % 2 == 0:
        return _MARKS.sub(r"\\\g<0>", "`".join(parts))
    return "".join(
        code(part) if number % 2 else _MARKS.sub(r"\\\g<0>", part)
        for number, part in enumerate(parts)
    )


def about_entry(tracked: str, document: Document, snapshot: Snapshot) -> Iterator[Staleness]:
    """The reasons that are about an entry of `tracks`, as it is written there."""
    sources = {
        (relied.repo, relied.path)
        for relied in reliance(document, snapshot)
        if relied.origin == "tracks" and relied.text.strip("\"'") == tracked
    }
    for each in staleness(document, snapshot):
        if each.path and (each.repo, each.path) in sources:
            yield each
