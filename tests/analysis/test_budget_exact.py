"""Where an exact counter is installed, the band of the hot set covers what it counts."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

from ctxlayer.analysis.budget import hot_set
from ctxlayer.host import Host
from ctxlayer.layer.tokens import Estimate, estimator

EXAMPLE = Path(__file__).parents[2] / "docs/example-layer"


class Counter:
    """Counts with the vocabulary of GPT-4o."""

    family = "openai"

    def __init__(self, encoding: Any) -> None:
        self._encoding = encoding

    def count(self, text: str) -> Estimate:
        tokens = len(self._encoding.encode(text))
        return Estimate(tokens, tokens, tokens, "openai", True)


def test_the_band_covers_the_exact_count() -> None:
    encoding = pytest.importorskip("bpe_openai").get_encoding("o200k_base")
    layer = Host(today=lambda: datetime.date(2026, 11, 29)).layer_at(EXAMPLE)
    assert layer is not None
    estimated = layer.snapshot.after(tokenizer=estimator("openai")).ask(hot_set)
    counted = layer.snapshot.after(tokenizer=Counter(encoding)).ask(hot_set)
    for total in estimated.totals:
        (exact,) = [each.tokens for each in counted.totals if each.runtime == total.runtime]
        assert total.tokens is not None and exact is not None and exact.exact
        assert total.tokens.low <= exact.tokens <= total.tokens.high
