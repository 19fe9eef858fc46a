"""What concepts of the Open Knowledge Format say of themselves."""

from __future__ import annotations

from datetime import date

import pytest

from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.okf import Concept, OkfTier, is_stale, read_concept
from ctxlayer.layer.trust import read_trust, tier

TODAY = date(2026, 11, 30)


def document(keys: str) -> Document:
    text = f"---\n{keys}\n---\n\n# Tides\n"
    return Document("knowledge/tides/a.md", Placement(Kind.KNOWLEDGE), text)


def concept(keys: str) -> Concept:
    found = read_concept(document(keys))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("verified", "expected"),
    [
        ("generated: { by: writer/1 }", OkfTier.UNVERIFIED),
        ("verified: []", OkfTier.UNVERIFIED),
        ("verified: { by: 'process:nightly', at: 2026-06-26T02:00:00Z }", OkfTier.MACHINE),
        ("verified:\n  - by: writer/2\n  - by: process:nightly", OkfTier.MACHINE),
        ("verified:\n  - by: writer/2\n  - by: human:pilot", OkfTier.HUMAN),
        ("verified: { by: human:pilot }", OkfTier.HUMAN),
    ],
)
def test_the_grade_follows_from_who_verified(verified: str, expected: OkfTier) -> None:
    assert concept(f"type: Table\n{verified}").tier is expected


def test_the_grade_is_not_the_tier_of_the_layer() -> None:
    read = document("type: Table\nstatus: stable\nverified: { by: human:pilot }")
    assert tier(read) == 2
    assert read_trust(read).status == ""


@pytest.mark.parametrize(
    ("value", "stale"),
    [
        ("2026-11-01", True),
        ("2026-11-30", True),
        ("2026-12-01", False),
        ("2026-11-01T14:00:00Z", True),
        ("2026-11-29T08:00:00+00:00", True),
        ("2026-11-29T23:00:00+01:00", False),
        ("2026-11-30T00:00:00Z", False),
        ("2027-01-01T00:00:00Z", False),
    ],
)
def test_a_date_is_past_only_where_that_is_sure(value: str, stale: bool) -> None:
    moment = concept(f"type: Table\nstale_after: {value}").stale_after
    assert moment is not None
    assert is_stale(moment, TODAY) is stale


@pytest.mark.parametrize("value", ["soon", "[2026-11-01]", "2026-13-01", "30d"])
def test_what_is_no_date_is_none(value: str) -> None:
    assert concept(f"type: Table\nstale_after: {value}").stale_after is None


@pytest.mark.parametrize(
    "keys",
    ["type: Table", "verified: { by: human:pilot }", "type: Table\nstatus: done", "title: A"],
)
def test_without_a_type_and_a_trust_family_it_is_no_concept(keys: str) -> None:
    assert read_concept(document(keys)) is None


def test_the_latest_verification_counts() -> None:
    keys = (
        "type: A\nverified:\n  - { by: human:a, at: 2026-06-25 }\n  - { by: b/1, at: 2026-06-26 }"
    )
    last = concept(keys).last_verified
    assert last is not None
    assert last.by == "b/1"
