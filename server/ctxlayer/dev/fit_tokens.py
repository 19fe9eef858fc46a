"""Fits the weights of `layer/tokens.py` to what real tokenizers count, and measures the error.

The error is measured on checkouts that the fit has not seen; the bands that people are shown are
its 95th percentile. Nothing here is random: the same folders give the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path
from typing import NamedTuple

from ctxlayer.dev.token_references import references
from ctxlayer.dev.token_samples import KINDS, PLAIN_KINDS, Sample, samples
from ctxlayer.dev.writing import table
from ctxlayer.layer.token_features import (
    BAND_SIZES,
    PLAIN_FEATURES,
    WIDE_FEATURES,
    Weights,
    features,
)
from ctxlayer.layer.token_weights import WEIGHTS

PAGE = "docs/tokens.md"
MODULE = "server/ctxlayer/layer/token_weights.py"
_BEGIN, _END = "<!-- fit-tokens -->\n", "<!-- /fit-tokens -->\n"

_SMALL = 20
"""Tokens that are added to a count before an error is taken relative to it."""
_PULL = 0.02
"""How hard a weight is pulled to its usual value: it decides where the texts say nothing."""

# For each feature: its usual weight, and the least and the most that it may get. A digit or a
# letter that cost nothing would fit most texts, and make a file of digits free.
_PLAIN_LIMITS = (
    (0.2, 0.02, 0.4),
    (0.3, 0.02, 1.0),
    (0.4, 0.25, 1.0),
    (0.6, 0.2, 1.0),
    (0.05, 0.0, 0.5),
    (0.05, 0.0, 0.5),
    (0.5, 0.0, 1.0),
    (0.2, 0.02, 1.0),
    (0.5, 0.0, 1.2),
    (0.8, 0.0, 1.3),
    (0.6, 0.0, 1.5),
    (0.7, 0.0, 1.5),
)
_WIDE_LIMITS = (
    (1.0, 0.1, 3.0),
    (1.0, 0.1, 3.0),
    (0.5, 0.3, 0.8),  # of Greek there is hardly more than formulas
    (0.4, 0.2, 2.0),
    (0.5, 0.2, 2.0),
    (0.5, 0.2, 2.0),
    (0.8, 0.3, 3.0),
    (0.8, 0.6, 3.0),
    (1.0, 0.3, 3.0),
    (0.8, 0.3, 3.0),
    (1.0, 0.3, 3.0),
    (1.0, 0.3, 3.0),
    (1.0, 0.5, 3.0),
    (2.5, 1.0, 4.0),
    (1.0, 0.1, 3.0),
)
LIMITS = _PLAIN_LIMITS + _WIDE_LIMITS


class Row(NamedTuple):
    """One sample as numbers: its features, and what the tokenizer counts."""

    kind: str
    features: tuple[int, ...]
    tokens: int


def run(
    root: Path,
    fitted: Sequence[Path],
    held_out: Sequence[Path],
    vocabularies: dict[str, Path],
    *,
    write: bool,
) -> str:
    """Fit every family that can be counted here; the page of errors, and the files with `write`."""
    seen, unseen = samples(fitted), samples(held_out)
    weights: dict[str, Weights] = {}
    errors: dict[str, list[Error]] = {}
    for family, count in references(vocabularies).items():
        fit = solve([_row(each, count(each.text)) for each in seen])
        errors[family] = [_error(each, count(each.text), fit) for each in unseen]
        weights[family] = with_bands(fit, errors[family])
    text = page(errors, weights, len(seen), unseen)
    if write:
        (root / MODULE).write_text(module({**WEIGHTS, **weights}), encoding="utf-8")
        path = root / PAGE
        before, _, rest = path.read_text(encoding="utf-8").partition(_BEGIN)
        path.write_text(before + _BEGIN + text + _END + rest.partition(_END)[2], encoding="utf-8")
    return text


def _row(sample: Sample, tokens: int) -> Row:
    plain, wide = features(sample.text)
    return Row(sample.kind, plain + (wide or (0,) * len(WIDE_FEATURES)), tokens)


# The fit.


def solve(rows: Sequence[Row]) -> tuple[float, ...]:
    """The weights within `LIMITS` of the least relative error; each kind of text counts the same."""
    size = len(LIMITS)
    kinds = Counter(row.kind for row in rows)
    matrix = [[0.0] * size for _ in range(size)]
    target = [0.0] * size
    for row in rows:
        scale = 1 / (row.tokens + _SMALL) ** 2 / kinds[row.kind]
        used = [at for at in range(size) if row.features[at]]
        for at in used:
            weighed = scale * row.features[at]
            target[at] += weighed * row.tokens
            for other in used:
                matrix[at][other] += weighed * row.features[other]
    for at, (usual, _, _) in enumerate(LIMITS):
        pull = _PULL * max(matrix[at][at], 1e-4)
        matrix[at][at] += pull
        target[at] += pull * usual
    return _descend(matrix, target)


def _descend(matrix: list[list[float]], target: list[float]) -> tuple[float, ...]:
    """Minimise the quadratic form one weight at a time, within the limits, until nothing moves."""
    found = [usual for usual, _, _ in LIMITS]
    for _ in range(20_000):
        moved = 0.0
        for at, (_, least, most) in enumerate(LIMITS):
            row = matrix[at]
            rest = sum(row[k] * found[k] for k in range(len(found))) - row[at] * found[at]
            best = min(most, max(least, (target[at] - rest) / row[at]))
            moved = max(moved, abs(best - found[at]))
            found[at] = best
        if moved < 1e-7:
            break
    return tuple(round(each, 4) for each in found)


# The error.


class Error(NamedTuple):
    """How wrong one estimate is: tokens estimated, relative error, share of wide tokens in it."""

    kind: str
    size: str
    estimated: float
    relative: float
    share: float


def _error(sample: Sample, tokens: int, fit: tuple[float, ...]) -> Error:
    row = _row(sample, tokens)
    weighed = [weight * count for weight, count in zip(fit, row.features, strict=True)]
    estimated = sum(weighed)
    wide = sum(weighed[len(PLAIN_FEATURES) :])
    relative = abs(estimated - tokens) / max(1, tokens)
    return Error(sample.kind, sample.size, estimated, relative, wide / estimated)


def with_bands(fit: tuple[float, ...], errors: Sequence[Error]) -> Weights:
    """The fit with the bands that hold 95 of 100 unseen texts of each size."""
    plain, wide = [], []
    for size in range(len(BAND_SIZES) + 1):
        here = [each for each in errors if sum(each.estimated >= at for at in BAND_SIZES) == size]
        plain.append(_band(each for each in here if each.kind in PLAIN_KINDS))
        wide.append(max(plain[-1], _band(each for each in here if each.kind not in PLAIN_KINDS)))
    split = len(PLAIN_FEATURES)
    return Weights(fit[:split], fit[split:], tuple(plain), tuple(wide))


def _band(errors: Iterable[Error]) -> int:
    return ceil(percentile([each.relative for each in errors], 95) * 100)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that `percent` of 100 do not exceed; 0 for no values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] if ordered else 0.0


# What is written.


def module(weights: dict[str, Weights]) -> str:
    """The source of `layer/token_weights.py`, formatted."""
    head = (
        '"""What each feature of `layer/tokens.py` weighs.\n\n'
        "Made by `python -m ctxlayer.dev fit-tokens`, which `docs/tokens.md` describes.\n"
        '"""\n\n'
        "from __future__ import annotations\n\n"
        "from ctxlayer.layer.token_features import Weights\n\n"
        "# fmt: off\n"
        "WEIGHTS: dict[str, Weights] = {\n"
    )
    return head + "".join(_entry(family, each) for family, each in weights.items()) + "}\n"


def _entry(family: str, weights: Weights) -> str:
    lines = (f"        {name}={getattr(weights, name)!r},\n" for name in Weights._fields)
    return f'    "{family}": Weights(\n{"".join(lines)}    ),\n'


def page(
    errors: dict[str, list[Error]],
    weights: dict[str, Weights],
    fitted: int,
    unseen: Sequence[Sample],
) -> str:
    """The measured error as Markdown: median and 95th percentile by family and kind of text."""
    shown = [(family, kind) for family in errors for kind in KINDS]
    rows = [
        (
            family,
            kind,
            *(_cell(errors[family], kind, size) for size in ("whole", "4000", "350")),
            _inside(weights[family], [each for each in errors[family] if each.kind == kind]),
        )
        for family, kind in shown
    ]
    head = (
        "family",
        "kind of text",
        "whole files",
        "pieces of 4,000",
        "pieces of 350",
        "inside the band",
    )
    characters = sum(len(each.text) for each in unseen)
    return (
        f"\nFitted to {fitted:,} texts; measured on {len(unseen):,} others "
        f"({characters:,} characters).\nMedian / 95th percentile of the error in per cent:\n\n"
        f"{table(head, rows)}\n"
    )


def _cell(errors: Iterable[Error], kind: str, size: str) -> str:
    found = [each.relative for each in errors if each.kind == kind and each.size == size]
    if len(found) < 8:
        return "–"
    return f"{percentile(found, 50) * 100:.1f} / {percentile(found, 95) * 100:.1f}"


def _inside(weights: Weights, errors: Sequence[Error]) -> str:
    """How many of the texts have their true count within the band that people are shown."""
    found = [
        each.relative * 100 <= weights.band(each.estimated, each.share * each.estimated)
        for each in errors
    ]
    return f"{sum(found) * 100 / len(found):.0f} %" if found else "–"
