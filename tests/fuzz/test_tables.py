"""A bounded part of the run over mutated tables; `python -m tests.fuzz.tables` does all of it."""

from __future__ import annotations

import pytest

from tests.fuzz.tables import run

SEED = 1
BATCH = 100


@pytest.mark.parametrize("first", range(0, 2_000, BATCH))
def test_mutated_tables_are_treated_well(first: int) -> None:
    failures = filter(None, (run(SEED, number) for number in range(first, first + BATCH)))
    assert not [f"case {each.number}: {each.what:.500}" for each in failures]
