"""Counts beside lists: kept up by difference, quick, and never a crash."""

from __future__ import annotations

import random
from datetime import date

import pytest

from ctxlayer.analysis.listed_counts import count_drifts, counts_in, only_counts
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
TABLE = "index/trigger-table.md"


@pytest.mark.parametrize(
    "text",
    [
        "about 40 files",
        "up to 12 topics",
        "12 of 20 topics",
        "at most 3 files",
        "fewer than 30 topics",
        "12 topics or more",
        "3-4 topics",
        "1,200 files",
        "phase-2 topics",
        "2.5 topics",
    ],
)
def test_what_is_not_exact_counts_nothing(text: str) -> None:
    assert not list(counts_in(text))


def test_a_count_has_its_number_and_noun() -> None:
    (count,) = counts_in("All 35 files of the quay")
    assert (count.number, count.noun) == (35, "file")


def test_a_sentence_does_more_than_count() -> None:
    assert only_counts("35 files:")
    assert not only_counts("The importer reads 35 files in each of its runs, one after the other.")


def a_table(chance: random.Random) -> str:
    parts = [f"# Table ({chance.randrange(1, 5)} topics)\n"]
    for topic in range(chance.randrange(1, 5)):
        if chance.random() < 0.5:
            parts.append(f"## Platform ({chance.randrange(1, 4)} topics)\n")
        items = "".join(f"- {n}.md\n" for n in range(chance.randrange(1, 4)))
        label = f"**Files ({chance.randrange(1, 4)})**"
        parts.append(f"### t{topic}\n\n{label}\n\n{items}\n**Vocabulary:** x{topic}\n")
    return "\n".join(parts)


def test_step_by_step_equals_from_scratch() -> None:
    chance = random.Random(5)
    snapshot = build_snapshot({"ctxlayer.toml": "", TABLE: a_table(chance)}, TODAY)
    seen = 0
    for _ in range(200):
        old = snapshot.document(TABLE)
        changed = Document(TABLE, Placement(Kind.TRIGGER_TABLE), a_table(chance), old)
        snapshot = snapshot.after(changed=[changed])
        fresh = build_snapshot({"ctxlayer.toml": "", TABLE: changed.text}, TODAY)
        assert snapshot.ask(count_drifts).drifts == fresh.ask(count_drifts).drifts
        seen += len(fresh.ask(count_drifts).drifts.get(TABLE, ()))
    assert seen > 100


def test_an_answer_stands_while_no_table_changes() -> None:
    snapshot = build_snapshot({"ctxlayer.toml": "", TABLE: a_table(random.Random(1))}, TODAY)
    first = snapshot.ask(count_drifts)
    other = Document("knowledge/a/b.md", Placement(Kind.KNOWLEDGE), "text")
    assert snapshot.after(changed=[other]).ask(count_drifts) is first
