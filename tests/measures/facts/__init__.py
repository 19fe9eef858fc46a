"""How well `facts_in` tells facts from names, on cells and annotations labelled by hand."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ctxlayer.analysis.assertions import Assertion, facts_in, facts_in_term

HERE = Path(__file__).parent


class Labelled(NamedTuple):
    """One labelled text. `kind` says what makes it a fact, or what it is instead."""

    is_fact: bool
    kind: str
    place: str
    source: str
    text: str


class Score(NamedTuple):
    """Right and wrong answers; `false` and `missed` are the wrong ones."""

    right: int
    false: tuple[Labelled, ...]
    missed: tuple[Labelled, ...]
    total: int

    @property
    def precision(self) -> float:
        """How many of the findings are facts."""
        found = self.right + len(self.false)
        return self.right / found if found else 1.0

    @property
    def recall(self) -> float:
        """How many of the facts are found."""
        facts = self.right + len(self.missed)
        return self.right / facts if facts else 1.0


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
    found = [(row, bool(judged(row))) for row in rows]
    return Score(
        sum(row.is_fact and hit for row, hit in found),
        tuple(row for row, hit in found if hit and not row.is_fact),
        tuple(row for row, hit in found if row.is_fact and not hit),
        len(rows),
    )
