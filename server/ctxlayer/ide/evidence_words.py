"""What speaks against a file as a hover says it: each reason, with the commits that show it.

Subjects and names are anybody's text. They stand in code spans or are escaped, so none of it is markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ctxlayer.analysis.freshness import Staleness, staleness
from ctxlayer.analysis.stale_words import plain, plain_evidence, worst_first
from ctxlayer.globs import compile_glob
from ctxlayer.ide.text import code
from ctxlayer.layer.document import Document
from ctxlayer.layer.pointer import sibling_parts
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import Commit

MOST_COMMITS = 10
FEW_COMMITS = 3
"""Commits of each reason: where the file itself is looked at, and where something leads to it."""

_MARKS = re.compile(r"[\\`*_\[\]<>&|~#$]")


def evidence_lines(document: Document, snapshot: Snapshot, most: int = MOST_COMMITS) -> list[str]:
    """Markdown list items: all that speaks against a document, the worst first."""
    return reason_lines(staleness(document, snapshot), most)


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


def is_about(each: Staleness, tracked: str) -> bool:
    """Whether a reason is about an entry of `tracks`, as it is written there."""
    if not each.path:
        return False
    repo, pattern = sibling_parts(tracked) or ("", tracked.removeprefix("/"))
    same = each.path.rstrip("/") == pattern.rstrip("/")
    return repo == each.repo and (same or compile_glob(pattern).matches(each.path))
