"""What changed since a file was verified, for an editor that can show one text beside another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxlayer.analysis.edits import edits_since
from ctxlayer.analysis.freshness import Staleness, staleness
from ctxlayer.analysis.ledgers import Ledger, ledgers
from ctxlayer.analysis.reliance import reliance
from ctxlayer.analysis.stale_words import plain
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot

_MOST_COMMITS = 100
_MOST_PATHS = 20
"""Files of one commit that are named."""


def changes_since(snapshot: Snapshot, path: str) -> dict[str, Any] | None:
    """The text that was verified, and the commits to sources since, newest first; None for no document.

    `verified` names a version of the file itself, where its text is another one now: the commit, and the
    path that the file had in it. `commits` are those to what it relies on, each with the files of it that
    it touched. Paths are from the top of the repository `repo`, "" for the one around the layer.
    """
    document = snapshot.document(path)
    if document is None:
        return None
    edited = edits_since(document, snapshot)
    verified = None
    if edited is not None:
        day = edited.day.isoformat()
        verified = {"commit": edited.commit, "path": edited.path, "date": day}
    commits = sorted(_commits(document, snapshot), key=lambda each: each["date"], reverse=True)
    return {"path": path, "verified": verified, "commits": commits[:_MOST_COMMITS]}


def _commits(document: Document, snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    by_repo: dict[str, list[Staleness]] = {}
    for each in staleness(document, snapshot):
        if each.kind in ("source-moved", "source-gone") and each.commits:
            by_repo.setdefault(each.repo, []).append(each)
    known = snapshot.ask(ledgers)
    for repo, reasons in by_repo.items():
        commits = {commit.hash: commit for each in reasons for commit in each.commits}
        paths = _paths(document, repo, reasons, known[repo], snapshot)
        for commit in commits.values():
            yield {
                "repo": repo,
                "hash": commit.hash,
                "date": commit.day.isoformat(),
                "author": plain(commit.author),
                "subject": plain(commit.subject),
                "paths": paths.get(commit.hash, [])[:_MOST_PATHS],
            }


def _paths(
    document: Document, repo: str, reasons: list[Staleness], ledger: Ledger, snapshot: Snapshot
) -> Mapping[str, list[str]]:
    """The files that each commit touched of those that the reasons are about, by its hash."""
    wanted = {each.path for each in reasons}
    files: dict[str, None] = {}
    for relied in reliance(document, snapshot):
        if relied.repo == repo and relied.path in wanted:
            found = ledger.matching(relied.path, relied.base) if relied.is_glob else ()
            below = () if relied.is_glob else ledger.known.below(relied.path)
            files.update(dict.fromkeys((*found, *below, *_names(relied.path, ledger))))
    commits = ledger.history.commits
    by_commit: dict[str, list[str]] = {}
    for path in sorted(filter(ledger.is_source, files)):
        for place in ledger.history.touched.get(path, ()):
            by_commit.setdefault(commits[place].hash, []).append(path)
    return by_commit


def _names(path: str, ledger: Ledger) -> list[str]:
    """A file under all the names that it had."""
    names = [path]
    for renamed in reversed(ledger.history.renames):
        if renamed.new == names[-1] and renamed.old not in names:
            names.append(renamed.old)
    return names
