"""How much a file is believed, in the shape of `ctxlayer trust --format json`."""

from __future__ import annotations

from typing import Any

from ctxlayer.analysis.authorship import standing, standing_of
from ctxlayer.analysis.freshness import age_days, staleness
from ctxlayer.analysis.okf import okf_entry
from ctxlayer.analysis.stale_words import stale_json, worst_first
from ctxlayer.analysis.topics import adapters
from ctxlayer.layer.authors import JUDGED_KEYS
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust, tier


def trust_entry(snapshot: Snapshot, path: str) -> dict[str, Any] | None:
    """Tier, grade and freshness of one document; None where it is no document of the layer.

    `status_by` is who wrote the status, as far as git was asked (`Snapshot.authors`); `authors` tells it
    of each entry that is worth something only from a person, and `standing` what that makes of a
    `confirmed`.
    """
    document = snapshot.document(path)
    if document is None:
        return None
    trust = read_trust(document)
    authors = {key: _author(document, key, snapshot) for key in JUDGED_KEYS}
    return {
        "path": path,
        "kind": document.kind.value,
        "tier": tier(document),
        "source": trust.source or None,
        "status": trust.status or None,
        "status_by": authors["status"] and authors["status"]["by"],
        "verified_by": trust.verified_by or None,
        "last_verified": trust.last_verified.isoformat() if trust.last_verified else None,
        "age_days": age_days(trust, snapshot.today),
        "stale": [stale_json(each) for each in worst_first(staleness(document, snapshot))],
        "standing": standing(document, snapshot),
        "regraded": is_regraded(document, snapshot),
        "authors": authors,
        "okf": okf_entry(document, snapshot),
    }


def is_regraded(document: Document, snapshot: Snapshot) -> bool:
    """Whether a Tier 2 document is the best there is: nothing can be asked of the running system."""
    found = snapshot.ask(adapters)
    return tier(document) == 2 and found.known and not found.by_name


def _author(document: Document, key: str, snapshot: Snapshot) -> dict[str, Any] | None:
    """Who committed an entry as it is now; None where that is not known or did not happen yet."""
    found = standing_of(document, key, snapshot).writing
    if found is None:
        return None
    return {
        "by": found.role,
        "name": found.name or None,
        "commit": found.commit or None,
        "date": found.day.isoformat() if found.day else None,
    }
