"""What speaks against a file, in a few words: one wording for lenses, hovers and the command line.

Paths, subjects and names come from files and from git, so from anybody: they are put on one line of
printable characters, and show no secret. Nothing here is Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ctxlayer.analysis.counted_commits import each_once
from ctxlayer.analysis.freshness import StaleKind, Staleness
from ctxlayer.analysis.secrets import masked_lines
from ctxlayer.layer.sources import Commit

WORST_FIRST: tuple[StaleKind, ...] = (
    "source-gone",
    "edited-since",
    "source-moved",
    "gate-stopped",
    "expired",
    "never-verified",
    "stale-after",
    "rewritten-since",
)

NOT_COMMITTED = "edited since, not committed"
"""Of a text that no commit changed."""

_LONGEST_PATH = 48
_LONGEST = 200
_MOST_COMMITS = 50


def worst_first(found: Iterable[Staleness]) -> tuple[Staleness, ...]:
    """The reasons in the order of how much they speak against a file."""
    return tuple(sorted(found, key=lambda each: WORST_FIRST.index(each.kind)))


def stale_parts(found: Iterable[Staleness]) -> list[str]:
    """A few words for each kind of staleness, the worst first: `14 commits to src/tides since`."""
    by_kind: dict[StaleKind, list[Staleness]] = {}
    for each in worst_first(found):
        by_kind.setdefault(each.kind, []).append(each)
    return [_part(kind, reasons) for kind, reasons in by_kind.items()]


def _part(kind: StaleKind, reasons: Sequence[Staleness]) -> str:
    first, more = reasons[0], len(reasons) - 1
    besides = f" and {more:,} more" if more else ""
    if kind == "source-gone":
        to = f" → {short_path(first.moved)}" if first.moved else ""
        return f"source gone: {where(first)}{to}{besides}"
    if kind == "source-moved":
        others = f" and {more:,} other source{'' if more == 1 else 's'}" if more else ""
        return f"{commit_count(all_commits(reasons))} to {where(first)}{others} since"
    if kind == "edited-since":
        commits = all_commits(reasons)
        return f"edited since ({commit_count(commits)})" if commits else NOT_COMMITTED
    if kind == "gate-stopped":
        return f"{plain(first.repo) or 'a repository'} is stopped{_why(first)}{besides}"
    return kind.replace("-", " ")


def _why(stopped: Staleness) -> str:
    """The first of the reasons for which the gate stops a repository, in brackets."""
    reason = stopped.evidence.partition("STOP: ")[2].partition(";")[0]
    return f" ({plain(reason)})" if reason else ""


def where(each: Staleness) -> str:
    """The source that a staleness is about: `tide-service/src/gauges`, cut at its front.

    All that is below a folder is the folder.
    """
    return short_path("/".join(filter(None, (each.repo, each.path.removesuffix("/**")))))


def short_path(path: str) -> str:
    """A path for a line with other words on it; what is cut is its front, as its end says more."""
    shown = plain(path)
    if len(shown) <= _LONGEST_PATH:
        return shown
    tail = shown[-_LONGEST_PATH:]
    return f"…{tail[tail.find('/') :] if '/' in tail else tail}"


def all_commits(reasons: Iterable[Staleness]) -> tuple[Commit, ...]:
    """The commits of several reasons, each once, newest first."""
    return each_once(commit for each in reasons for commit in each.commits)


def commit_count(commits: Sequence[Commit]) -> str:
    """`1 commit`, `14 commits`."""
    return f"{len(commits):,} commit{'' if len(commits) == 1 else 's'}"


def plain(text: str) -> str:
    """What somebody wrote as one line that can steer nothing and shows no secret."""
    flat = "".join(char if char.isprintable() else " " for char in text[: 4 * _LONGEST])
    flat = masked_lines(" ".join(flat.split()))
    return flat if len(flat) <= _LONGEST else f"{flat[: _LONGEST - 1]}…"


def stale_json(each: Staleness) -> dict[str, Any]:
    """A staleness as every JSON answer has it. Of `commits` the newest are listed, `commit_count` counts all."""
    return {
        "kind": each.kind,
        "evidence": plain_evidence(each.evidence),
        "repo": each.repo or None,
        "path": each.path or None,
        "moved": each.moved or None,
        "commits": [
            {
                "hash": commit.hash,
                "date": commit.day.isoformat(),
                "author": plain(commit.author),
                "subject": plain(commit.subject),
            }
            for commit in each.commits[:_MOST_COMMITS]
        ],
        "commit_count": len(each.commits),
    }


def plain_evidence(evidence: str) -> str:
    """Evidence of any length on one line."""
    return masked_lines("".join(char if char.isprintable() else " " for char in evidence))
