"""What became of sources in words, the same for findings, hovers and the command line.

Paths, subjects and names are anybody's text: they are put on one line and cut, and show no secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from ctxlayer.analysis.counted_commits import each_once
from ctxlayer.analysis.secrets import masked_lines
from ctxlayer.analysis.source_changes import Gone, Moved
from ctxlayer.layer.sources import HERE, Commit

_LONGEST_PATH = 80
_LONGEST_SUBJECT = 72
_LONGEST_AUTHOR = 40


def moved_words(moved: Sequence[Moved], since: date | None, today: date) -> str:
    """`14 commits to tides-engine/src/codes since 2026-06-02, the newest 3 d ago: "Sort" (Ada)`.

    `moved` is not empty; the first of them is named, and a commit to several counts once.
    """
    commits = each_once(commit for each in moved for commit in each.commits)
    first, others = moved[0], len(moved) - 1
    besides = f" and {others} other source{'' if others == 1 else 's'}" if others else ""
    newest = commits[0]
    return (
        f"{len(commits):,} commit{'' if len(commits) == 1 else 's'} to "
        f"{shown_path(first.repo, first.path)}{besides} since {since}, "
        f"the newest {ago((today - newest.day).days)}: "
        f"{quoted_commit(newest)}"
    )


def quoted_commit(commit: Commit, *, with_day: bool = False) -> str:
    """`"Sort codes" (Ada)`."""
    day = f", {commit.day}" if with_day else ""
    # Before anything is cut: half a secret looks like none.
    subject, author = masked_lines(commit.subject), masked_lines(commit.author)
    return f'"{_cut(subject, _LONGEST_SUBJECT)}" ({_cut(author, _LONGEST_AUTHOR)}{day})'


def gone_words(gone: Gone) -> str:
    """`tides-engine/src/codes.py is gone since 2026-09-01: "Name codes" (Ada); git says that it moved to …`."""
    first, commit = gone.first, gone.commit
    path = shown_path(first.repo, first.path)
    said = f"no file matches {path} any more" if first.is_glob else f"{path} is gone"
    if commit is not None:
        said += f" since {commit.day}: {quoted_commit(commit)}"
    if gone.moved:
        who = "they" if first.is_glob else "it"
        said += f"; git says that {who} moved to {shown_path(first.repo, gone.moved)}"
    return said


def shown_path(repo: str, path: str) -> str:
    """A source as people name it: with its repository before it, where that is a sibling."""
    whole = path if repo == HERE else f"{repo}/{path}"
    return _cut(whole, _LONGEST_PATH)


def ago(days: int) -> str:
    """`today`, `1 d ago`, `180 d ago`."""
    return f"{days} d ago" if days > 0 else "today"


def _cut(text: str, most: int) -> str:
    """What somebody wrote on one line that steers nothing."""
    if len(text) <= most and text.isprintable():
        return text.strip()
    flat = "".join(char if char.isprintable() else " " for char in text[: 4 * most])
    flat = " ".join(flat.split())
    return flat if len(flat) <= most else f"{flat[: most - 1].rstrip()}…"
