"""The judgement of facts holds on texts that it was not built on, and on any text at all."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.analysis.assertions import MAX_TEXT, facts_in, facts_in_term, reasons
from tests.measures.facts import read, score


def test_precision_and_recall_hold_on_the_unseen_half() -> None:
    found = score(read("unseen"))
    assert found.precision >= 0.95
    assert found.recall >= 0.8


def test_the_set_is_large_and_its_halves_are_apart() -> None:
    built, unseen = read("built"), read("unseen")
    assert len(built) + len(unseen) >= 450
    assert not {row.text for row in built} & {row.text for row in unseen}
    for half in (built, unseen):
        assert sum(row.is_fact for row in half) >= 80


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("late ships wait up to 3 days", ["number"]),
        ("slack water lasts two hours", ["number"]),
        ("starts at 09:30", ["number"]),
        ("gauges, last reviewed in June 2026", ["date"]),
        ("enlarged for the new quay in 2024", ["date"]),
        ("requires Node 22", ["version"]),
        ("heights are relative", ["assertion"]),
        ("each berth has a crane", ["assertion"]),
        ("metrics are off by default", ["assertion", "assertion"]),
        ("never moor at night", ["rule"]),
        ("Don’t moor at night", ["rule"]),
        ("pilots must call ahead", ["rule"]),
        ("closed because of fog", ["cause"]),
        ("when it freezes, the locks must be heated", ["rule"]),
    ],
)
def test_each_kind_is_told(text: str, kinds: list[str]) -> None:
    assert [each.kind for each in facts_in(text)] == kinds


@pytest.mark.parametrize(
    "text",
    [
        "how ships are ranked, which berths are free and who decides",
        "the checks every pilot must pass",
        "rules the harbour master has set",
        "read before mooring; always read first",
        "Use when a gauge is silent",
        "When: a crane is idle",
        "Do not use for small boats",
        "This directory is the list of berths",
        "phase 2, §4, ADR-019, cone 6, the 2026 roadmap, 64-bit counters",
        "post-mortem of the 2026-04-02 collision",
        "5-minute tour",
        "Get a first berth in 5 minutes",
        "OCSF 1.7.0 mapping",
        "snake→camel boundary where mapping happens",
        "It includes a glossary of the terms",
        "This is the list of berths",
        "ensures the queue is drained",
        "the CAN bus, may bank holidays, will and testament",
        "`is open`, src/is_open.py, “never again”, https://example.org/2026-01-02",
        "welche Weiche gesperrt ist, was bei Nebel passiert",
        "哪个闸门对应哪个码头",
    ],
)
def test_names_questions_and_conditions_state_nothing(text: str) -> None:
    assert not facts_in(text), reasons(facts_in(text))


def test_the_words_are_those_of_the_text() -> None:
    text = "Heights **are** read by hand, `x` for 20 minutes"
    for each in facts_in(text):
        assert each.span.of(text) == each.words


@pytest.mark.parametrize(
    "text", ["TLS 1.3", "is null", "24/7", "90 days", "5-minute rule", "v2 feed"]
)
def test_terms_may_be_numbers_and_versions(text: str) -> None:
    assert not facts_in_term(text)


@given(st.text(max_size=300))
def test_any_text_is_judged_and_spans_are_inside(text: str) -> None:
    for each in facts_in(text):
        assert 0 <= each.span.start < each.span.end <= len(text)
        assert each.words == each.span.of(text)


_WORDS = st.sampled_from(
    "the a is are how which that when must never always because 3 days 2026-01-02 v2.3 berth ships , . ( ) ` — : so by "
    "default keep needs to it".split(" ")
)


@given(st.lists(_WORDS, max_size=40).map(" ".join))
def test_any_order_of_its_own_words_is_judged(text: str) -> None:
    for each in facts_in(text):
        assert each.words == each.span.of(text)


@pytest.mark.parametrize(
    "piece",
    [
        "is ",
        "(",
        "`",
        "<!--",
        "1-",
        "a/",
        "12 March ",
        "“",
        "the a ",
        "1 a ",
        "at most ",
        " ",
        "2026-",
        "x.y",
    ],
)
def test_hostile_texts_cost_no_more_than_long_ones(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    begin = time.perf_counter()
    facts_in(text)
    assert time.perf_counter() - begin < 5  # some 20 ms on a quiet machine
    assert len(text) > MAX_TEXT
