"""Lists of files that are kept up by difference equal those that are made from scratch."""

from __future__ import annotations

import datetime
from random import Random
from typing import Any

import pytest

from ctxlayer.analysis.pruning import prunable
from ctxlayer.analysis.reach import linked, reach
from ctxlayer.analysis.stale_list import stale_documents, stale_entries
from ctxlayer.analysis.verification_queue import queue_entries
from ctxlayer.layer.document import Document
from ctxlayer.layer.snapshot import Snapshot
from tests.harness.engine import build_snapshot

TODAY = datetime.date(2026, 11, 29)
LINES = (
    "The bar has two metres at low water springs and four and a half at high water.",
    "Vessels of more than four metres wait in the outer roads until two hours before high water.",
    "The gauge at the north quay reads eleven centimetres above chart datum.",
    "The pilots asked for a second gauge at the mouth of the river last winter.",
)
PATHS = (
    "knowledge/tides/overview.md",
    "knowledge/tides/gauges.md",
    "knowledge/pilots/boarding.md",
    "extractions/2026-05-02-tides.md",
    "extractions/2026-09-02-tides-gauges.md",
    "extractions/2026-11-02-pilots.md",
)
TABLE = "index/trigger-table.md"
LINKS = (
    "",
    *(f"[x](/{path})" for path in PATHS),
    "See 2026-05-02-tides.md and 2026-09-02-tides-gauges.",
)


def text_of(path: str, chance: Random) -> str:
    day = chance.choice(("2026-03-01", "2026-08-20", "2026-11-20"))
    status = chance.choice(("confirmed", "confirmed", "hypothesis", "superseded"))
    by = chance.choice(("developer", "developer", "unverified"))
    body = "\n".join(chance.sample(LINES, chance.randint(1, len(LINES))))
    head = f"source: extraction\ncreated: {day}\nlast-verified: {day}\nverified-by: {by}\nstatus: {status}"
    return f"---\n{head}\n---\n\n# {path}\n\n{body}\n\n{chance.choice(LINKS)}\n"


def table_of(chance: Random) -> str:
    rows = []
    for topic in chance.sample(("tides", "pilots", "quays"), chance.randint(1, 3)):
        named = " · ".join(f"/{path}" for path in chance.sample(PATHS, 2))
        rows.append(f"| {topic} | {named} | harbour heights, read-only | ebb |\n")
    return "| topic | files | live pointer | vocabulary |\n|-|-|-|-|\n" + "".join(rows)


def answers(snapshot: Snapshot) -> dict[str, Any]:
    return {
        "prunable": {path: each.reasons for path, each in snapshot.ask(prunable).items()},
        "linked": dict(snapshot.ask(linked).targets),
        "counts": dict(snapshot.ask(linked).counts.counts),
        "hot": {path: count for path, count in snapshot.ask(reach).hot.items() if count},
        "stale": {each.document.path: each.reasons for each in snapshot.ask(stale_documents)},
        "entries": stale_entries(snapshot),
        "queue": queue_entries(snapshot),
    }


@pytest.mark.parametrize("seed", range(12))
def test_step_by_step_is_as_from_scratch(seed: int) -> None:
    chance = Random(seed)
    files = {path: text_of(path, chance) for path in PATHS} | {TABLE: table_of(chance)}
    snapshot = build_snapshot(files, TODAY)
    for _ in range(20):
        path = chance.choice((*PATHS, TABLE))
        if path in files and path != TABLE and chance.random() < 0.2:
            del files[path]
            tree = snapshot.tree.changed((), (path,))
            snapshot = snapshot.after(removed=(path,), tree=tree)
        else:
            files[path] = table_of(chance) if path == TABLE else text_of(path, chance)
            known = snapshot.document(path)
            tree = snapshot.tree if known else snapshot.tree.changed((path,), ())
            placement = snapshot.placement(path)
            assert placement is not None
            document = Document(path, placement, files[path], known)
            snapshot = snapshot.after(changed=(document,), tree=tree)
        if chance.random() < 0.5:
            for each in snapshot.documents.values():
                each.rest()
        if chance.random() < 0.8:
            assert answers(snapshot) == answers(build_snapshot(files, TODAY))


def test_what_stays_the_same_is_the_same_object() -> None:
    chance = Random(1)
    files = {path: text_of(path, chance) for path in PATHS} | {TABLE: table_of(chance)}
    snapshot = build_snapshot(files, TODAY)
    queries = (prunable, linked, reach, stale_documents)
    before = [snapshot.ask(query) for query in queries]  # type: ignore[arg-type]
    rule = snapshot.placement(".rules/tone.md")
    assert rule is not None
    snapshot = snapshot.after(
        changed=(Document(".rules/tone.md", rule, "---\ndescription: tone\n---\n\n# Tone\n"),),
        tree=snapshot.tree,
    )
    now = [snapshot.ask(query) for query in queries]  # type: ignore[arg-type]
    assert now[0] is before[0] and now[3] is before[3]
