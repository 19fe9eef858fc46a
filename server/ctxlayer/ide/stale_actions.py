"""What a person can do about a stale file: vouch for it, look at what changed, or say that it was nothing.

These are actions of the editor and nothing else. None is preferred and none is part of fixing all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ctxlayer.analysis.freshness import staleness
from ctxlayer.analysis.stale_words import all_commits, plain
from ctxlayer.ide.frontmatter_edits import Unsettled
from ctxlayer.ide.ignoring import ignoring_edits
from ctxlayer.ide.model import Action
from ctxlayer.ide.refactorings.verifying import VERIFIED, verify
from ctxlayer.ide.refactors import is_head
from ctxlayer.layer.kinds import TRUST_KINDS
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import Commit
from ctxlayer.lints.model import Finding
from ctxlayer.lints.wording import clip
from ctxlayer.text import Span

STALE_LINTS = frozenset({"stale-knowledge", "source-moved", "source-gone"})
"""The lints whose findings say that a file was left behind."""

SHOW_CHANGES = "ctxlayer.showChanges"
"""The client's command that shows what changed since a file was verified."""

_COUNTED = ("edited-since", "source-moved")
"""The kinds that go by a number of commits, which `freshness.ignore-revs` takes some from."""

_MOST_IGNORED = 3
_BULK = 20
"""Files that a commit touches from which on it looks like one that changed everything alike."""


def stale_actions(
    snapshot: Snapshot, path: str, span: Span, touched: Sequence[Finding]
) -> Iterator[Action]:
    """Actions for a stale document, on its frontmatter and on the findings about it."""
    document = snapshot.document(path)
    if document is None or document.kind not in TRUST_KINDS:
        return
    findings = tuple(each for each in touched if each.lint in STALE_LINTS)
    if not findings and not is_head(document, span.start):
        return
    reasons = staleness(document, snapshot)
    if not reasons and not findings:
        return
    for action in verify(snapshot, document):
        if action.title == VERIFIED:
            yield replace(action, kind="quickfix", findings=findings)
    commits = all_commits(each for each in reasons if each.kind in _COUNTED)
    if any(each.commits or each.kind == "edited-since" for each in reasons):
        title = "Show what changed since it was verified"
        yield Action(title, "quickfix", {}, findings, command=SHOW_CHANGES)
    for commit in _to_ignore(commits):
        yield _ignore(commit, snapshot, findings)


def _to_ignore(commits: Iterable[Commit]) -> list[Commit]:
    """The commits that somebody may want to ignore: those that touched much first, then the newest."""
    return sorted(commits, key=lambda each: each.files < _BULK)[:_MOST_IGNORED]


def _ignore(commit: Commit, snapshot: Snapshot, findings: tuple[Finding, ...]) -> Action:
    subject = clip(plain(commit.subject))
    named = f" ({subject})" if subject else ""
    title = f"Ignore commit {commit.hash[:7]}{named} for freshness"
    made = ignoring_edits(commit, snapshot)
    if isinstance(made, Unsettled):
        return Action(title, "quickfix", {}, findings, disabled=made.reason)
    return Action(title, "quickfix", made, findings)
