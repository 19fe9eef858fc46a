"""A wrong setting or a comment without effect is one finding."""

from __future__ import annotations

import pytest

from tests.lints.seeded import Fault, found, layer, mended, sown

SETTINGS = "ctxlayer.toml"
GAUGES = "knowledge/tides/gauges.md"
STATUS = "status: confirmed"
COMMENT = "# ctxlayer: ignore[⟦invalid-value⟧] once"

FAULTS = (
    Fault("invalid-settings", SETTINGS, "knowledge-days", "⟦knowlege-days⟧"),
    Fault("invalid-settings", SETTINGS, "'warning'", "⟦'loud'⟧"),
    Fault("unused-suppression", GAUGES, STATUS, f"{COMMENT}\n{STATUS}"),
    Fault("unused-suppression", "knowledge/berths/plan.md", STATUS, f"{STATUS} {COMMENT}"),
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.lint} in {fault.path}")
def test_a_fault_is_found_where_it_is_and_left_to_a_person(fault: Fault) -> None:
    texts, places = sown([fault])
    assert found(layer(texts)) == places
    assert mended(texts) == texts


def test_all_of_them() -> None:
    texts, places = sown(FAULTS)
    assert found(layer(texts)) == places
