"""How well `orders_in` tells orders to agents from everything else, on texts labelled by hand."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ctxlayer.analysis.orders import Order, orders_in
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement

HERE = Path(__file__).parent


class Labelled(NamedTuple):
    """One labelled text. `kind` says what is ordered, or what the text is instead."""

    is_order: bool
    kind: str
    text: str


class Score(NamedTuple):
    """Right and wrong answers; `false` and `missed` are the wrong ones."""

    right: int
    false: tuple[Labelled, ...]
    missed: tuple[Labelled, ...]
    total: int

    @property
    def precision(self) -> float:
        """How many of the findings are orders."""
        found = self.right + len(self.false)
        return self.right / found if found else 1.0

    @property
    def recall(self) -> float:
        """How many of the orders are found."""
        orders = self.right + len(self.missed)
        return self.right / orders if orders else 1.0


def read(name: str) -> list[Labelled]:
    """The half `built` or `unseen` of the set."""
    lines = (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return [
        Labelled(label == "instruction", kind, text.replace("\\n", "\n"))
        for label, kind, text in rows
    ]


def judged(text: str) -> tuple[Order, ...]:
    """What is found in a text, as the lint finds it in a document of others."""
    return orders_in(Document("external/a.md", Placement(Kind.EXTERNAL), text))


def score(rows: list[Labelled]) -> Score:
    """What `orders_in` makes of them."""
    found = [(row, bool(judged(row.text))) for row in rows]
    return Score(
        sum(row.is_order and hit for row, hit in found),
        tuple(row for row, hit in found if hit and not row.is_order),
        tuple(row for row, hit in found if row.is_order and not hit),
        len(rows),
    )
