"""Drifts that are kept up equal those that are found afresh."""

from __future__ import annotations

import random
from datetime import date

from ctxlayer.analysis.headlines import headline_drifts
from ctxlayer.analysis.topics import topic_index
from ctxlayer.layer.document import Document
from ctxlayer.layer.kinds import Kind, Placement
from ctxlayer.layer.snapshot import Snapshot, snapshot_of
from ctxlayer.lints.runner import file_findings
from tests.harness.engine import build_snapshot

TODAY = date(2026, 11, 29)
TABLE = "index/trigger-table.md"
WORDS = ("ebb", "flood", "cranes", "pilots", "moorings", "gauges", "failover")


def a_table(chance: random.Random) -> str:
    sections = []
    for topic in range(4):
        items = (
            f"- {chance.randrange(6)}.md — {' '.join(chance.sample(WORDS, 2))}\n" for _ in range(3)
        )
        sections.append(f"### t{topic}\n\n**Files**\n{''.join(items)}\n**Vocabulary:** x{topic}\n")
    return "\n".join(sections)


def a_text(chance: random.Random) -> str:
    return " ".join(("the", *chance.sample(WORDS, 4)))


def shown(snapshot: Snapshot) -> list[object]:
    found = snapshot.ask(headline_drifts)
    places = snapshot.ask(topic_index).places
    return [
        (place.offset, found[id(place.facts)].drifts)
        for place in places
        if id(place.facts) in found
    ]


def test_step_by_step_equals_from_scratch() -> None:
    chance = random.Random(3)
    files = {f"knowledge/t{t}/{n}.md": a_text(chance) for t in range(4) for n in range(6)}
    snapshot = build_snapshot({"ctxlayer.toml": "", TABLE: a_table(chance), **files}, TODAY)
    seen = 0
    for _ in range(200):
        if chance.random() < 0.4:
            old = snapshot.document(TABLE)
            changed = Document(TABLE, Placement(Kind.TRIGGER_TABLE), a_table(chance), old)
        else:
            path = chance.choice(sorted(files))
            changed = Document(path, Placement(Kind.KNOWLEDGE), a_text(chance))
        snapshot = snapshot.after(changed=[changed])
        fresh = snapshot_of(
            root=snapshot.root,
            full=True,
            settings=snapshot.settings,
            today=TODAY,
            tree=snapshot.tree,
        ).after(
            changed=[
                Document(d.path, Placement(d.kind), d.text) for d in snapshot.documents.values()
            ]
        )
        assert shown(snapshot) == shown(fresh)
        seen += bool(shown(fresh))
    assert seen > 50


def test_an_edit_that_changes_no_verdict_leaves_the_very_same_answer() -> None:
    table = "### tides\n\n**Files**\n- gauges.md — crane windows\n\n**Vocabulary:** gauge\n"
    text = "# Gauges\n\nwhere each one stands, what it measures, how heights compare\n"
    files = {TABLE: table, "knowledge/tides/gauges.md": text, "knowledge/tides/b.md": text}
    snapshot = build_snapshot(files, TODAY)
    found = snapshot.ask(headline_drifts)
    assert len(found) == 1
    changed = Document("knowledge/tides/b.md", Placement(Kind.KNOWLEDGE), "cranes")
    assert snapshot.after(changed=[changed]).ask(headline_drifts) is found


def test_what_a_file_calls_itself_is_shown_where_it_stands_after_an_edit() -> None:
    table = "### tides\n\n**Files**\n- gauges.md — crane windows\n\n**Vocabulary:** gauge\n"
    text = "# Gauges\n\nwhere each one stands, what it measures, how heights compare\n"
    path = "knowledge/tides/gauges.md"
    snapshot = build_snapshot({TABLE: table, path: text}, TODAY)
    assert _title(snapshot) == "Gauges"
    moved = Document(path, Placement(Kind.KNOWLEDGE), f"A line above.\n\n{text}")
    assert _title(snapshot.after(changed=[moved])) == "Gauges"


def _title(snapshot: Snapshot) -> str:
    found = file_findings(snapshot, TABLE).findings
    ((related,),) = [each.related for each in found if each.lint == "headline-drift"]
    return related.span.of(snapshot.documents[related.path].text)
