"""A clean layer grows old by its dates alone."""

from __future__ import annotations

import datetime

from tests.harness.engine import build_snapshot
from tests.lints.seeded import CLEAN, Fault, found, layer, mended, sown

FAULTS = (
    Fault(
        "stale-knowledge",
        "knowledge/tides/gauges.md",
        "created: 2026-10-01\nlast-verified: 2026-11-01",
        "created: 2026-01-01\nlast-verified: ⟦2026-08-01⟧",
    ),
    Fault(
        "stale-knowledge",
        "knowledge/berths/plan.md",
        "last-verified: 2026-11-01\nverified-by: developer\nstatus: confirmed",
        "verified-by: ⟦unverified⟧\nstatus: hypothesis",
    ),
    Fault(
        "stale-knowledge",
        "extractions/2026-10-20-tides.md",
        "created: 2026-10-20\nlast-verified: 2026-11-01",
        "created: 2026-09-20\nlast-verified: ⟦2026-09-20⟧",
    ),
)


def test_each_old_file_is_found_and_none_is_made_young() -> None:
    for fault in FAULTS:
        texts, places = sown([fault])
        assert found(layer(texts)) == places
    texts, places = sown(FAULTS)
    assert found(layer(texts)) == places
    assert mended(texts) == texts


def test_the_days_pass() -> None:
    def stale(day: datetime.date) -> list[str]:
        return [each.path for each in found(build_snapshot(CLEAN, day))]

    assert stale(datetime.date(2026, 12, 31)) == []
    assert stale(datetime.date(2027, 1, 1)) == ["extractions/2026-10-20-tides.md"]
    assert stale(datetime.date(2027, 1, 30)) == ["extractions/2026-10-20-tides.md"]
    assert len(stale(datetime.date(2027, 1, 31))) == 3
