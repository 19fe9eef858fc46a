"""Repositories whose past would say whether the sources of a file changed, and that nobody has read."""

from __future__ import annotations

from ctxlayer.analysis.mentions import RELYING_KINDS, mentions
from ctxlayer.analysis.reliance import reliance
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.sources import HERE
from ctxlayer.layer.trust import read_trust


def unread_repos(document: Document, snapshot: Snapshot) -> tuple[str, ...]:
    """The repositories that a verified document relies on, and whose history does not reach back to that day.

    What the document tracks is a source whatever git says; what its text names is one only if git knows it.
    `HERE` is the repository around the layer.
    """
    if document.kind not in RELYING_KINDS:
        return ()
    trust = read_trust(document)
    verified = trust.last_verified
    if verified is None or trust.status == "superseded" or trust.source == "external":
        return ()
    tracked = [each for each in mentions(document) if each.form == "tracks"]
    repos = [each.repo or _first_repo(each.path, snapshot) for each in tracked]
    repos += [relied.repo for relied in reliance(document, snapshot)]
    found = []
    for repo in dict.fromkeys(repos):
        history = snapshot.sources.get(repo)
        if history is None or (history.since is not None and verified < history.since):
            found.append(repo)
    return tuple(found)


def _first_repo(path: str, snapshot: Snapshot) -> str:
    """The repository of a tracked path without a colon: its first name, where that is a sibling's."""
    first, slash, _ = path.partition("/")
    return first if slash and first in snapshot.siblings.names else HERE
