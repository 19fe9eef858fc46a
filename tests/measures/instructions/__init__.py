"""How well `orders_in` tells orders to agents from everything else, on texts labelled by hand."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ctxlayer.analysis.orders import Order, orders_in
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from tests.measures.scoring import Score, scored

HERE = Path(__file__).parent


class Labelled(NamedTuple):
    """One labelled text. `kind` says what is ordered, or what the text is instead."""

    is_order: bool
    kind: str
    text: str


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
    return scored(rows, lambda row: row.is_order, lambda row: bool(judged(row.text)))
