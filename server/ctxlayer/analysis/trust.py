"""How much a file is believed, in the shape of `ctxlayer trust --format json`."""

from __future__ import annotations

from typing import Any

from ctxlayer.analysis.freshness import age_days, staleness
from ctxlayer.layer.snapshot import Snapshot
from ctxlayer.layer.trust import read_trust, tier


def trust_entry(snapshot: Snapshot, path: str) -> dict[str, Any] | None:
    """Tier, grade and freshness of one document; None where it is no document of the layer.

    `status_by` is None: who wrote the status is not known without its history.
    """
    document = snapshot.document(path)
    if document is None:
        return None
    trust = read_trust(document)
    return {
        "path": path,
        "kind": document.kind.value,
        "tier": tier(document),
        "source": trust.source or None,
        "status": trust.status or None,
        "status_by": None,
        "verified_by": trust.verified_by or None,
        "last_verified": trust.last_verified.isoformat() if trust.last_verified else None,
        "age_days": age_days(trust, snapshot.today),
        "stale": [
            {"kind": each.kind, "evidence": each.evidence} for each in staleness(document, snapshot)
        ],
    }
