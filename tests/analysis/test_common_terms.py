"""Counts that are kept up equal those that are made afresh."""

from __future__ import annotations

import random
from datetime import date

import pytest

from ctxlayer.analysis import common_terms as module
from ctxlayer.analysis.common_terms import CommonTerms, common_terms
from ctxlayer.analysis.words import with_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot, snapshot_of
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
WORDS = ("ebb", "flood", "slack water", "berth", "crane", "pilot", "->", "tug", "slack", "water")


def a_table(chance: random.Random) -> str:
    rows = (
        f"| topic-{n} | x.md | harbour x, read-only | {', '.join(chance.sample(WORDS, 3))} |\n"
        for n in range(chance.randint(1, 4))
    )
    return "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n" + "".join(
        rows
    )


def a_text(chance: random.Random) -> str:
    return "\n\n".join(chance.sample(WORDS, 3))


def afresh(snapshot: Snapshot) -> CommonTerms:
    fresh = snapshot_of(
        root=snapshot.root, full=True, settings=snapshot.settings, today=TODAY, tree=snapshot.tree
    )
    return with_words(fresh.after(changed=snapshot.documents.values())).ask(common_terms)


@pytest.mark.parametrize("sample", [1_000, 16])
def test_step_by_step_equals_from_scratch(sample: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAMPLE", sample)
    monkeypatch.setattr(module, "_LOOSE", 2)
    chance = random.Random(sample)
    files = {f"knowledge/tides/{n}.md": a_text(chance) for n in range(30)}
    table = "index/trigger-table.md"
    snapshot = build_snapshot({"ctxlayer.toml": "", table: a_table(chance), **files}, TODAY)
    seen = 0
    for _ in range(300):
        kind = Placement(Kind.KNOWLEDGE)
        what = chance.random()
        if what < 0.3:
            text = a_table(chance)
            changed = [
                Document(table, Placement(Kind.TRIGGER_TABLE), text, snapshot.document(table))
            ]
        else:
            path = f"knowledge/tides/{chance.randrange(40)}.md"
            changed = [Document(path, kind, a_text(chance))]
        if what > 0.9:
            snapshot = snapshot.after(
                removed=[chance.choice(sorted(snapshot.by_kind[Kind.KNOWLEDGE]))]
            )
        snapshot = snapshot.after(changed=changed)
        common, fresh = snapshot.ask(common_terms), afresh(snapshot)
        assert (dict(common), common.files) == (dict(fresh), fresh.files)
        assert common == fresh
        seen += bool(common)
    assert seen > 100


def test_the_same_answer_is_the_same_object() -> None:
    files = {f"knowledge/tides/{n}.md": "ebb" for n in range(30)}
    table = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n| a | b.md | c d | ebb |\n"
    snapshot = build_snapshot({"index/trigger-table.md": table, **files}, TODAY)
    common = snapshot.ask(common_terms)
    assert dict(common) == {"ebb": 1.0}
    changed = Document("knowledge/tides/1.md", Placement(Kind.KNOWLEDGE), "an ebb")
    assert snapshot.after(changed=[changed]).ask(common_terms) is common


def test_answers_of_other_numbers_of_files_are_not_the_same() -> None:
    assert CommonTerms({"ebb": 0.5}, 30) == CommonTerms({"ebb": 0.5}, 30)
    assert CommonTerms({"ebb": 0.5}, 30) != CommonTerms({"ebb": 0.5}, 31)
