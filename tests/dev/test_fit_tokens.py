"""Fitting the token estimator: the same files give the same weights, and those of a made-up tokenizer
are found again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ctxlayer.dev import fit_tokens
from ctxlayer.dev.fit_tokens import LIMITS, Error, Row, module, percentile, solve, with_bands
from ctxlayer.dev.token_samples import samples
from ctxlayer.layer.token_features import PLAIN_FEATURES, WIDE_FEATURES
from ctxlayer.layer.token_weights import WEIGHTS
from ctxlayer.layer.tokens import estimator

ROOT = Path(__file__).parents[2]
PROSE = "The pilots board at the outer buoy.\nA tug waits at berth 12, with its lines ready.\n"
TABLE = "| berth | draught |\n| --- | --- |\n" + "| 12 | 9 m |\n" * 9
LINKS = "- [quays](../knowledge/quays.md) - where they are\n" * 7


def test_the_weights_are_as_the_fit_wrote_them() -> None:
    assert (ROOT / fit_tokens.MODULE).read_text(encoding="utf-8") == module(WEIGHTS)


def test_every_feature_has_limits_around_its_usual_weight() -> None:
    assert len(LIMITS) == len(PLAIN_FEATURES) + len(WIDE_FEATURES)
    assert all(least <= usual <= most for usual, least, most in LIMITS)


def test_the_weights_of_a_made_up_tokenizer_are_found_again() -> None:
    lot = random.Random(7)
    true = [
        lot.uniform(max(least, usual * 0.6), min(most, usual * 1.4))
        for usual, least, most in LIMITS
    ]
    rows = []
    for number in range(900):
        counts = tuple(lot.randrange(0, 400) for _ in LIMITS)
        tokens = round(sum(weight * count for weight, count in zip(true, counts, strict=True)))
        rows.append(Row(("code", "tables")[number % 2], counts, tokens))
    found = solve(rows)
    assert found == pytest.approx(true, abs=0.05)


def test_a_feature_that_no_text_has_keeps_its_usual_weight() -> None:
    nothing = (0,) * (len(LIMITS) - 1)
    found = solve([Row("code", (count, *nothing), count) for count in range(100, 200)])
    assert found[0] == LIMITS[0][2]  # one token a letter is more than any is worth
    assert found[1:] == tuple(usual for usual, _, _ in LIMITS[1:])


def test_a_band_holds_95_of_100_texts() -> None:
    errors = [Error("code", "whole", 100, n / 1000, 0.0) for n in range(200)]
    errors += [Error("other scripts", "whole", 100, n / 500, 0.9) for n in range(200)]
    weights = with_bands((1.0,) * len(LIMITS), errors)
    assert weights.plain_band[0] == 19 and weights.wide_band[0] == 38
    assert weights.band(100, 0) == 19 and weights.band(100, 90) == 38


def test_the_percentile_of_nothing_is_nothing() -> None:
    assert percentile([], 95) == 0
    assert percentile([3, 1, 2], 50) == 2


def test_samples_are_sorted_by_kind_and_cut_to_sizes(tmp_path: Path) -> None:
    for name, text in {
        "CLAUDE.md": PROSE * 9 + LINKS,
        "docs/guide.md": PROSE * 30 + "\n" + TABLE,
        "docs/港.md": "港の水位は朝に上がり、夕方に下がる。\n" * 40,
        "docs/порт.md": "Лоцман поднимается на борт у внешнего буя.\n" * 20,
        "docs/port.md": "Le maître du port désigne un quai à marée élevée.\n" * 20,
        "src/quay.py": "def quay(draught):\n    return draught < 9\n" * 30,
        "picture.png": "no text",
        "docs/short.md": "Short.\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "broken.md").write_bytes(b"\xff\xfe" * 400)
    found = samples([tmp_path])
    whole = {each.kind for each in found if each.size == "whole"}
    assert whole == {
        "agent files",
        "documentation",
        "tables",
        "lists of links",
        "code",
        "accented Latin",
        "other scripts",
        "Chinese, Japanese, Korean",
    }
    assert all(len(each.text) <= 700 for each in found if each.size == "350")
    assert found == samples([tmp_path])


def test_a_fit_reports_the_error_on_files_that_it_has_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("fitted", "held"):
        for number in range(12):
            path = tmp_path / folder / f"{number}.md"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"# {folder} {number}\n\n{PROSE * (9 + number)}", encoding="utf-8")
    count = estimator("claude").count
    monkeypatch.setattr(
        fit_tokens, "references", lambda _: {"claude": lambda text: count(text).tokens}
    )
    page = fit_tokens.run(tmp_path, [tmp_path / "fitted"], [tmp_path / "held"], {}, write=False)
    assert "| claude | documentation | 0." in page
    assert "| 100 % |" in page
