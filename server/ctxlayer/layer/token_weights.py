"""What each feature of `layer/tokens.py` weighs. Made by `python -m ctxlayer.dev fit-tokens`."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """One family: tokens for each feature, and half the width of its bands in per cent.

    A band has one number for each size of text, the shortest first.
    """

    plain: tuple[float, ...]
    wide: tuple[float, ...]
    plain_band: tuple[int, ...]
    wide_band: tuple[int, ...]


WEIGHTS: dict[str, Weights] = {
    "claude": Weights(
        plain=(0.243, 0.757, 0.2, 0.7, 0.1, 0.2, 1.0, 0.233, 0.086, 1.122, 1.2, 0.956),
        wide=(2.0, 2.0, 0.4, 0.5, 0.7, 1.0, 1.5, 0.75, 1.12, 1.23, 1.1, 3.0),
        plain_band=(18, 14, 12, 12),
        wide_band=(22, 18, 15, 15),
    ),
}
for _each in ("claude-3", "deepseek", "gemini", "mistral", "openai"):
    WEIGHTS[_each] = WEIGHTS["claude"]
