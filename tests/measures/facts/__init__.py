"""How well `facts_in` tells facts from names, on cells and annotations labelled by hand."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ctxlayer.analysis.assertions import Assertion, facts_in, facts_in_term
from tests.measures.scoring import Score, scored

HERE = Path(__file__).parent


class Labelled(NamedTuple):
    """One labelled text. `kind` says what makes it a fact, or what it is instead."""

    is_fact: bool
    kind: str
    place: str
    source: str
    text: str


def read(name: str) -> list[Labelled]:
    """The half `built` or `unseen` of the set."""
    lines = (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return [Labelled(label == "fact", *rest) for label, *rest in rows]


def judged(row: Labelled) -> tuple[Assertion, ...]:
    """What is found in a text, as the lint judges it at its place."""
    return (facts_in_term if row.place == "term" else facts_in)(row.text)


def score(rows: list[Labelled]) -> Score:
    """What `facts_in` makes of them."""
    return scored(rows, lambda row: row.is_fact, lambda row: bool(judged(row)))
