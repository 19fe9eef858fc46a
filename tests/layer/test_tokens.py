"""The token estimator: what it counts, how sure it says it is, and that it bears any text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlayer.layer.token_features import PLAIN_FEATURES, WIDE_FEATURES, features
from ctxlayer.layer.token_weights import WEIGHTS
from ctxlayer.layer.tokens import Estimate, banded, estimator, total
from ctxlayer.settings import TOKENIZERS

FAMILIES = pytest.mark.parametrize("family", TOKENIZERS)
PROSE = "The harbour master gives out berths by draught, and tells the pilots which quay is free. "
ANY_TEXT = st.text(st.characters(exclude_categories=())) | st.text("aB1 \n|-é潮🌊\ud800")


def test_every_family_of_the_settings_has_weights() -> None:
    assert set(WEIGHTS) == set(TOKENIZERS)


@FAMILIES
def test_a_family_weighs_each_feature(family: str) -> None:
    weights = WEIGHTS[family]
    assert len(weights.plain) == len(PLAIN_FEATURES)
    assert len(weights.wide) == len(WIDE_FEATURES)
    assert len(weights.plain_band) == len(weights.wide_band) == 4
    assert min(weights.plain + weights.wide) >= 0


def test_features_are_counted_in_their_order() -> None:
    plain, wide = features("Berth 12b,\n\tquay  plans --\n")
    assert dict(zip(PLAIN_FEATURES, plain, strict=True)) == {
        "lower-case letters": 14,
        "capitals": 1,
        "digits": 2,
        "line ends": 2,
        "spaces": 4,
        "pairs of spaces": 1,
        "tabs": 1,
        "punctuation": 3,
        "words": 4,
        "runs of punctuation": 2,
        "numbers": 1,
        "capitals after a lower-case letter": 0,
    }
    assert wide == ()


@pytest.mark.parametrize(
    ("char", "feature"),
    [
        ("é", "Latin with accents"),
        ("ł", "further Latin"),
        ("σ", "Greek"),
        ("ж", "Cyrillic"),
        ("ש", "Hebrew, Armenian"),
        ("ع", "Arabic"),
        ("ह", "South Asian, Thai"),
        ("ท", "South Asian, Thai"),
        ("ệ", "Vietnamese"),
        ("ქ", "rarer scripts"),
        ("—", "symbols and dashes"),
        ("か", "Kana"),
        ("港", "Han"),
        ("항", "Hangul"),
        ("！", "full width"),
        ("🌊", "emoji"),
    ],
)
def test_a_character_beyond_ascii_counts_once_by_its_script(char: str, feature: str) -> None:
    plain, wide = features(f"{char}{char}")
    assert dict(zip(WIDE_FEATURES, wide, strict=True))[feature] == 2
    assert sum(wide) == 2 and sum(plain) == 0


@FAMILIES
@given(text=ANY_TEXT)
def test_any_text_has_an_estimate(family: str, text: str) -> None:
    found = estimator(family).count(text)
    assert 0 <= found.low <= found.tokens <= found.high
    assert not found.exact and found.family == family
    # No tokenizer needs more than a token a byte, and a little for what it adds around words.
    assert found.tokens <= 2 * len(text.encode("utf-8", "replace")) + 2


@FAMILIES
@given(one=ANY_TEXT, other=ANY_TEXT)
def test_a_text_costs_what_its_parts_cost(family: str, one: str, other: str) -> None:
    count = estimator(family).count
    together = count(one + other).tokens
    # At the seam a word, a number, a run of punctuation, a pair of spaces and a hump may change.
    assert abs(together - count(one).tokens - count(other).tokens) <= 7
    parts = total((count(one), count(other)), family)
    assert parts.tokens == count(one).tokens + count(other).tokens


@FAMILIES
def test_prose_costs_about_a_token_for_each_word(family: str) -> None:
    words = len((PROSE * 50).split())
    assert words * 0.9 < estimator(family).count(PROSE * 50).tokens < words * 1.8


@FAMILIES
def test_han_costs_several_times_what_a_quarter_of_its_characters_says(family: str) -> None:
    text = "潮位计在闸口打开一个窗口" * 40
    assert estimator(family).count(text).tokens > len(text) / 4 * 1.8


@FAMILIES
def test_special_tokens_are_text(family: str) -> None:
    assert estimator(family).count("<|endoftext|>").tokens >= 3


@FAMILIES
@pytest.mark.parametrize("text", ["7" * 900, "\ue000" * 900, "ꦄ" * 900, "🌊" * 900])
def test_no_character_is_free(family: str, text: str) -> None:
    assert estimator(family).count(text).tokens >= len(text) / 4


def test_nothing_costs_nothing() -> None:
    assert estimator("claude").count("").line == "0 tokens (claude)"


def test_the_time_grows_with_the_text() -> None:
    text = (PROSE + "港の水位は 12 cm 上がる。🌊\n") * 40_000
    started = time.process_time()
    estimator("claude").count(text)
    assert len(text) > 4_000_000
    assert time.process_time() - started < 2


# Words and bands.


def test_an_estimate_says_how_sure_it_is() -> None:
    found = Estimate(1_240, 1_017, 1_463, "claude", False)
    assert found.words == "≈1,240 ±18 %"
    assert found.line == "≈1,240 ±18 % tokens (claude)"


def test_a_count_says_that_it_is_one() -> None:
    found = Estimate(1_240, 1_240, 1_240, "openai", True)
    assert found.line == "1,240 tokens (openai)"
    assert Estimate(1, 1, 1, "openai", True).line == "1 token (openai)"


def test_a_sum_of_counts_is_a_count_and_with_an_estimate_among_them_an_estimate() -> None:
    counted = Estimate(100, 100, 100, "claude", True)
    assert total((counted, counted), "claude") == Estimate(200, 200, 200, "claude", True)
    assert not total((counted, banded(100, 0, "claude")), "claude").exact
    assert total((), "claude") == Estimate(0, 0, 0, "claude", True)


@FAMILIES
def test_a_long_text_is_surer_than_a_short_one_and_one_script_than_many(family: str) -> None:
    assert banded(5_000, 0, family).percent <= banded(100, 0, family).percent
    assert banded(5_000, 0, family).percent <= banded(5_000, 4_000, family).percent
