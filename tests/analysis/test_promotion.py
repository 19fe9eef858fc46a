"""The arithmetic of promoting a rule to hot."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.analysis.promotion import promotion, times
from ctxlayer.layer.tokens import Estimate

SURE = Estimate(300, 300, 300, "claude", True)
UNSURE = Estimate(300, 270, 330, "claude", False)

counts = st.integers(0, 5_000)
numbers = st.integers(1, 200)


def test_a_rule_that_saves_more_than_its_tax_earns_its_place() -> None:
    found = promotion(SURE, 9_001, 30)
    assert (found.session_tax.tokens, found.balance, found.earns) == (9_000, 1, True)


def test_what_breaks_even_does_not_earn_its_place() -> None:
    found = promotion(SURE, 9_000, 30)
    assert (found.balance, found.earns, found.break_even) == (0, False, 9_001)


def test_an_answer_within_the_band_is_unknown() -> None:
    assert promotion(UNSURE, 9_500, 30).earns is None
    assert promotion(UNSURE, 9_901, 30).earns is True
    assert promotion(UNSURE, 8_100, 30).earns is False


def test_the_one_time_cost_is_spread_over_the_sessions() -> None:
    found = promotion(SURE, 10_000, 30, sessions=2, one_time=2_000)
    assert (found.saved, found.tax.tokens, found.earns) == (20_000, 18_000, False)
    assert promotion(SURE, 10_000, 30, sessions=3, one_time=2_000).earns is True


def test_a_rule_that_saves_nothing_never_pays_back() -> None:
    found = promotion(SURE, 0, 30, one_time=5)
    assert found.earns is False


def test_the_tax_is_as_unsure_as_the_count() -> None:
    assert times(UNSURE, 30).percent == UNSURE.percent


def test_no_messages_are_one_message() -> None:
    assert promotion(SURE, 301, 0, sessions=0).earns is True


@given(counts, st.integers(0, 500_000), numbers, numbers, st.integers(0, 10_000))
def test_break_even_is_the_edge(tokens: int, saves: int, n: int, sessions: int, once: int) -> None:
    sure = Estimate(tokens, tokens, tokens, "claude", True)
    found = promotion(sure, saves, n, sessions=sessions, one_time=once)
    edge = found.break_even
    assert found.earns is (saves >= edge)
    assert promotion(sure, edge, n, sessions=sessions, one_time=once).earns is True
    assert promotion(sure, edge - 1, n, sessions=sessions, one_time=once).earns is False
    each = found.break_even_per_message
    assert promotion(sure, each * n, n, sessions=sessions, one_time=once).earns is True
    assert promotion(sure, (each - 1) * n, n, sessions=sessions, one_time=once).earns is False
