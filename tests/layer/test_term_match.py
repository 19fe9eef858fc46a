"""Terms in texts: whole words, one gap, scripts without blanks, signs that belong to a name."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.layer.term_match import TermMatcher, content_words, occurs, words_in, words_of_key
from ctxlayer.layer.terms import term_key


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("slack water", "at Slack-Water the gates open"),
        ("slack-water", "slack_water"),
        ("slack water", "slack\nwater"),
        ("UI", "the ui."),
        ("C#", "written in C#, mostly"),
        ("c++", "`c++`"),
        (".env", "the .env file"),
        ("/plan", "run /plan now"),
        ("f()", "calls f() twice"),
        ("node.js", "Node.js"),
        ("潮汐", "今日の潮汐表"),
        ("cdc", "使用cdc时"),
        (".env", "使用.env文件"),
        ("서버", "서버는 살아 있다"),
        ("น้ำขึ้น", "ตารางน้ำขึ้นวันนี้"),
        ("Straße", "STRASSE"),
        ("café", "cafe\u0301"),
        ("हिन्दी", "यह हिन्दी है"),
    ],
)
def test_a_term_is_found(term: str, text: str) -> None:
    assert occurs(term_key(term), text)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("ui", "build"),
        ("exa", "example"),
        ("slack water", "slack\n\nwater"),
        ("slack water", "slackwater"),
        ("slack water", "slack, water"),
        (".env", "config.env"),
        ("/plan", "src/plan"),
        ("c++", "libc++"),
        ("हिन", "हिन्दी"),
        ("cafe", "café"),
        ("", "anything"),
    ],
)
def test_a_term_is_not_found_inside_of_other_things(term: str, text: str) -> None:
    assert not occurs(term_key(term), text)


def test_spans_are_those_of_the_text_as_written() -> None:
    text = "İ cafe\u0301 at SLACK--Water"
    found = TermMatcher(map(term_key, ("café", "slack water", "water"))).find(text)
    assert [match.span.of(text) for match in found] == ["cafe\u0301", "SLACK--Water", "Water"]


def test_thousands_of_terms_cost_what_the_text_costs() -> None:
    matcher = TermMatcher(f"berth {number} {number % 7}" for number in range(20_000))
    text = "berth 7 " * 100_000
    start = time.perf_counter()
    assert matcher.keys_in(text) == frozenset()
    assert time.perf_counter() - start < 5


WORDS = st.sampled_from(
    ["ebb", "flood", "Ebb", "c#", ".env", "潮", "汐", "é", "e\u0301", "서", "ß", "f()"]
)
GAPS = st.sampled_from([" ", "-", "_", "\n", "", ", ", "\n\n", "\u00a0", " \t"])
TEXTS = st.lists(st.tuples(WORDS, GAPS), max_size=12).map(
    lambda parts: "".join(map("".join, parts))
)
KEYS = st.lists(WORDS, min_size=1, max_size=3).map(lambda words: term_key(" ".join(words)))


@given(st.lists(KEYS, max_size=6), TEXTS)
def test_all_at_once_find_what_each_alone_finds(keys: list[str], text: str) -> None:
    alone = frozenset(key for key in keys if occurs(key, text))
    assert TermMatcher(keys).keys_in(text) == alone


@given(st.lists(KEYS, max_size=6), TEXTS)
def test_what_is_found_is_the_term(keys: list[str], text: str) -> None:
    for key, span in TermMatcher(keys).find(text):
        assert term_key(span.of(text)) == key
        assert words_in(text) >= frozenset(words_of_key(key))


@given(st.text(max_size=60), st.text(min_size=1, max_size=20))
def test_no_text_is_too_odd(text: str, term: str) -> None:
    for _, span in TermMatcher((term_key(term),)).find(text):
        assert 0 <= span.start < span.end <= len(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tables", "table"),
        ("caching", "caches"),
        ("loads", "loading"),
        ("policies", "policy"),
        ("boxes", "box"),
        ("stopped", "stops"),
        ("berth's", "berths"),
    ],
)
def test_endings_do_not_tell_words_apart(one: str, other: str) -> None:
    assert content_words(one) == content_words(other)


def test_words_without_content_are_left_out() -> None:
    assert content_words("Where the tide's 12 gauges are, and why it's so") == ["tid", "gaug"]
