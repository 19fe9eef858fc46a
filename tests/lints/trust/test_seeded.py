"""One overclaim or misplaced file in a clean layer is one finding, and no fix raises trust."""

from __future__ import annotations

import pytest

from tests.lints.seeded import CLEAN, Fault, found, layer, mended, restored, sown

GAUGES = "knowledge/tides/gauges.md"
PLAN = "knowledge/berths/plan.md"
NOTES = "extractions/2026-10-20-tides.md"

FAULTS = (
    Fault(
        "overclaimed-status",
        GAUGES,
        "created: 2026-10-01\nlast-verified: 2026-11-01\nverified-by: developer\nstatus: confirmed",
        "created: 2026-11-20\nverified-by: unverified\nstatus: ⟦confirmed⟧",
    ),
    Fault(
        "misplaced-source",
        PLAN,
        "source: human-authored\ncreated: 2026-10-01\nlast-verified: 2026-11-01\nverified-by: developer",
        "source: ⟦external⟧\ncreated: 2026-10-01\nlast-verified: 2026-11-01\nverified-by: live-query",
    ),
    Fault("misplaced-source", NOTES, "extraction", "⟦human-authored⟧"),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.lint} in {fault.path}")
def test_a_fault_is_found_where_it_is_and_left_to_a_person(fault: Fault) -> None:
    texts, places = sown([fault])
    assert found(layer(texts)) == places
    assert mended(texts) == restored([fault]) == texts


def test_all_of_them() -> None:
    texts, places = sown(FAULTS)
    assert found(layer(texts)) == places
    assert mended(texts) == texts


def test_the_clean_layer_is_clean() -> None:
    assert found(layer(CLEAN)) == []
