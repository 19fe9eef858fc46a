"""Groups that are kept up equal those that are found afresh."""

from __future__ import annotations

import random
from datetime import date

import pytest

from ctxlayer.analysis import words
from ctxlayer.analysis.grouping import look_ahead, topic_groups
from ctxlayer.analysis.topics import topic_index
from ctxlayer.analysis.words import with_words
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot, snapshot_of
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
TABLE = "index/trigger-table.md"
WATER = ("ebb", "flood", "surge", "gauge", "datum", "spring", "neap")
LAND = ("crane", "hoist", "brake", "load", "rail", "boom", "spreader")


def a_text(chance: random.Random) -> str:
    return " ".join(chance.choices(chance.choice((WATER, LAND)), k=8))


def a_table(chance: random.Random) -> str:
    rows = (
        f"| t{topic} | {' · '.join(f'{n}.md' for n in chance.sample(range(6), 5))} | a b, read-only "
        f"| {', '.join(chance.sample(WATER + LAND, 3))} |\n"
        for topic in range(3)
    )
    head = "| topic | files | live pointer | vocabulary |\n| --- | --- | --- | --- |\n"
    return head + "".join(rows)


def shown(snapshot: Snapshot) -> list[object]:
    found = snapshot.ask(topic_groups)
    return [
        (place.offset, found[id(place.facts)].groups)
        for place in snapshot.ask(topic_index).places
        if id(place.facts) in found
    ]


def afresh(snapshot: Snapshot) -> Snapshot:
    fresh = snapshot_of(
        root=snapshot.root,
        full=True,
        settings=snapshot.settings,
        today=TODAY,
        tree=snapshot.tree,
    )
    documents = snapshot.documents.values()
    return fresh.after(
        changed=[Document(each.path, Placement(each.kind), each.text) for each in documents]
    )


def test_step_by_step_equals_from_scratch() -> None:
    chance = random.Random(5)
    files = {f"knowledge/t{t}/{n}.md": a_text(chance) for t in range(3) for n in range(6)}
    snapshot = build_snapshot({"ctxlayer.toml": "", TABLE: a_table(chance), **files}, TODAY)
    seen = 0
    for _ in range(150):
        if chance.random() < 0.3:
            old = snapshot.document(TABLE)
            changed = Document(TABLE, Placement(Kind.TRIGGER_TABLE), a_table(chance), old)
        else:
            path = chance.choice(sorted(files))
            changed = Document(path, Placement(Kind.KNOWLEDGE), a_text(chance))
        snapshot = snapshot.after(changed=[changed])
        found = shown(snapshot)
        assert found == shown(afresh(snapshot))
        seen += bool(found)
    assert seen > 20


def test_what_was_looked_up_ahead_is_what_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "AT_ONCE", 0)
    chance = random.Random(6)
    files = {f"knowledge/t{t}/{n}.md": a_text(chance) for t in range(3) for n in range(6)}
    snapshot = build_snapshot({"ctxlayer.toml": "", TABLE: a_table(chance), **files}, TODAY)
    assert shown(snapshot) == []
    read, ahead = with_words(snapshot), with_words(snapshot)
    for place in ahead.ask(topic_index).places:
        look_ahead(place.facts, ahead)
    assert shown(ahead) == shown(read) != []
